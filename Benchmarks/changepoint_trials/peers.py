"""Other tools' detectors: values in, positions of changes out.

Each detector is called like its own command line does, with the defaults of the version in
requirements-changepoints.txt.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

import numpy as np
import ruptures
from asv import step_detect
from otava.analysis import compute_change_points, fill_missing
from signal_processing_algorithms.energy_statistics.energy_statistics import e_divisive

Values = list[float | None]
"""One value per commit; None for a commit that was not measured."""

warnings.filterwarnings("ignore")


@dataclass(frozen=True)
class Peer:
    """A detector with its settings."""

    key: str
    title: str
    package: str
    positions: Callable[[Values], list[int]]
    """Returns positions of changes among all values, missing ones included."""
    share: float = 1.0
    """The share of the series on which the detector is tried; less than 1 if it is slow."""

    @property
    def version(self) -> str:
        """The version of the installed package."""
        return version(self.package)


def otava(values: Values, least: float = 0.0) -> list[int]:
    """Apache Otava, which repeats the last value if a value is missing."""
    filled = list(values)
    fill_missing(filled)
    found, _ = compute_change_points(filled, window_len=50, max_pvalue=0.001, min_magnitude=least)
    return [int(change.index) for change in found]


def divisive(values: Values, level: float) -> list[int]:
    """MongoDB's E-divisive. Seeds its global random generator, so that all runs give the same result."""
    present, places = without_gaps(values)
    np.random.seed(1)
    return [places[int(position)] for position in e_divisive(present, pvalue=level, permutations=100)]


def asv_steps(values: Values) -> list[int]:
    """The steps of asv, which ignores missing values."""
    return [int(step[0]) for step in step_detect.detect_steps(values)][1:]


def asv_regressions(values: Values) -> list[int]:
    """The regressions that asv publishes: rises of 5% that have not recovered."""
    _, _, positions = step_detect.detect_regressions(step_detect.detect_steps(values), threshold=0.05)
    return [] if positions is None else [int(position[1]) for position in positions]


def kernel(values: Values) -> list[int]:
    """The kernel detection of ruptures, with radial basis functions and a penalty of 2 ln n."""
    present, places = without_gaps(values)
    signal = np.asarray(present).reshape(-1, 1)
    found = ruptures.KernelCPD(kernel="rbf", min_size=2).fit(signal).predict(pen=2 * np.log(len(present)))
    return [places[position] for position in found[:-1]]


def without_gaps(values: Values) -> tuple[list[float], list[int]]:
    """The measured values, and their positions."""
    places = [index for index, value in enumerate(values) if value is not None]
    return [values[index] for index in places], places


@cache
def peers() -> list[Peer]:
    """All detectors of other tools, in the order of the tables."""
    return [
        Peer("otava", "Otava", "apache-otava", otava),
        Peer("otava5", "Otava, least 5%", "apache-otava", lambda values: otava(values, 0.05)),
        Peer("mongodb", "MongoDB, p 0.05", "signal-processing-algorithms",
             lambda values: divisive(values, 0.05), share=1 / 3),
        Peer("asv", "asv steps", "asv", asv_steps),
        Peer("asv5", "asv regressions", "asv", asv_regressions),
        Peer("kernel", "KernelCPD", "ruptures", kernel),
    ]
