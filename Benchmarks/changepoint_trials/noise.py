"""Simulated series: a level of 100 with one of nine kinds of noise, each of about 2%."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter

MASTER_SEED = "hitchmark trials 2"
"""The seed of all trials; another seed changes every series."""

SIBLINGS = 11
"""Series without a change that are measured alongside; autocorrelation is pooled over these and the series itself."""

Random = np.random.Generator


def random(*name: object) -> Random:
    """A generator seeded by a name, so that a new trial does not change others."""
    digest = hashlib.sha256("/".join([MASTER_SEED, *map(str, name)]).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "big"))


def normal(n: int, rng: Random) -> np.ndarray:
    """Normal noise."""
    return 0.02 * rng.standard_normal(n)


def spikes(n: int, rng: Random) -> np.ndarray:
    """Outliers, as if other programs ran on the machine now and then."""
    noise = 0.017 * rng.standard_normal(n)
    hit = rng.random(n) < 0.03
    noise[hit] += rng.uniform(0.10, 0.30, hit.sum())
    return noise


def two_machines(n: int, rng: Random) -> np.ndarray:
    """Each commit is measured on one of two kinds of machine."""
    return rng.choice([-0.019, 0.019], n) + 0.006 * rng.standard_normal(n)


def student(n: int, rng: Random) -> np.ndarray:
    """Heavy tails on both sides."""
    return 0.02 / np.sqrt(3) * rng.standard_t(3, n)


def log_normal(n: int, rng: Random) -> np.ndarray:
    """A long tail on the slow side, standardized."""
    shape = 0.8
    mean, deviation = np.exp(shape**2 / 2), np.sqrt((np.exp(shape**2) - 1) * np.exp(shape**2))
    return 0.02 * (np.exp(shape * rng.standard_normal(n)) - mean) / deviation


def rounded(n: int, rng: Random) -> np.ndarray:
    """Normal noise rounded to its own standard deviation, which gives many ties."""
    return 0.02 * np.round(rng.standard_normal(n))


def slow_runs(n: int, rng: Random) -> np.ndarray:
    """One run in ten is slower."""
    return np.where(rng.random(n) < 0.10, 0.06, 0.0) + 0.008 * rng.standard_normal(n)


def autocorrelated(rho: float) -> Callable[[int, Random], np.ndarray]:
    """A stationary first-order process."""

    def noise(n: int, rng: Random) -> np.ndarray:
        innovations = np.sqrt(1 - rho**2) * rng.standard_normal(n)
        innovations[0] /= np.sqrt(1 - rho**2)
        return 0.02 * lfilter([1.0], [1.0, -rho], innovations)

    return noise


@dataclass(frozen=True)
class Family:
    """A kind of noise."""

    key: str
    title: str
    noise: Callable[[int, Random], np.ndarray]


FAMILIES = {
    family.key: family
    for family in (
        Family("normal", "normal, 2%", normal),
        Family("spikes", "spikes of 10–30% at 3% of the points", spikes),
        Family("machines", "two kinds of machine, ±1.9%", two_machines),
        Family("student", "Student's t, 3 degrees of freedom", student),
        Family("log-normal", "log-normal", log_normal),
        Family("rounded", "rounded to 2%", rounded),
        Family("slow", "6% slower at 10% of the points", slow_runs),
        Family("ar5", "autocorrelation 0.5", autocorrelated(0.5)),
        Family("ar8", "autocorrelation 0.8", autocorrelated(0.8)),
    )
}


@dataclass(frozen=True)
class Case:
    """A series to judge."""

    key: str
    values: np.ndarray
    siblings: list[np.ndarray]

    def among(self, siblings: int) -> Case:
        """This case with only the first siblings."""
        return Case(self.key, self.values, self.siblings[:siblings])


def case(family: str, n: int, step: float, at: int, *name: object) -> Case:
    """A series with a step from a position on, and its siblings without one."""
    draw = FAMILIES[family].noise
    rng = random(family, n, *name)
    level = np.where(np.arange(n) < at, 100.0, 100.0 * (1 + step))
    values = level * (1 + draw(n, rng))
    siblings = [100 * (1 + draw(n, rng)) for _ in range(SIBLINGS)]
    return Case("/".join(map(str, [family, n, *name])), values, siblings)
