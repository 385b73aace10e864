"""Real series with marked changes: found marks, missed marks, and findings without a mark.

The series are in ../shared, which is not part of the repository. A finding within five points of a mark finds it, and
each mark is found at most once, by the nearest finding. A finding without a mark may be a real change.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from changepoint_trials import ours
from changepoint_trials.noise import Case
from changepoint_trials.ours import REPOSITORY
from changepoint_trials.peers import peers
from changepoint_trials.store import trial

FOLDER = REPOSITORY.parent / "shared" / "traces" / "changepoints"
WITHIN = 5

@dataclass(frozen=True)
class Labeled:
    """A series, and the positions of its marks; None for a series without marks."""

    name: str
    values: list[float]
    marks: list[int] | None


MOZILLA = {
    "a11y": [1366197637, 1367799757],
    "runs1": [1365019665],
    "runs2": [1357704596, 1358971894, 1365014104],
    "runs3": [1335293827, 1338839958],
}
"""Unix times of the alerts that Treeherder's own tests expect from its detector."""


def mozilla() -> Iterator[Labeled]:
    """Mozilla's series: one point per run, in order of time."""
    for name, times in MOZILLA.items():
        runs = sorted((run[2], run[3]) for run in json.loads(text(f"treeherder_{name}.json"))["test_runs"])
        marks = [next(i for i, (at, _) in enumerate(runs) if at >= time) for time in times]
        yield Labeled(f"Mozilla {name}", [value for _, value in runs], marks)


def quality_control() -> Iterator[Labeled]:
    """The series of TCPD; at least three of the five annotators set each mark, within five points of each other."""
    annotations = json.loads(text("tcpd_annotations.json"))
    for number in (1, 2, 3):
        key = f"quality_control_{number}"
        raw = json.loads(text(f"tcpd_{key}.json"))["series"][0]["raw"]
        yield Labeled(f"TCPD quality control {number}", raw, agreed(list(annotations[key].values())))


def agreed(annotators: list[list[int]]) -> list[int]:
    """The median of each cluster of marks that more than half of the annotators share."""
    marks = sorted((mark, who) for who, marks in enumerate(annotators) for mark in marks)
    clusters: list[list[tuple[int, int]]] = []
    for mark in marks:
        if clusters and mark[0] - clusters[-1][-1][0] <= WITHIN:
            clusters[-1].append(mark)
        else:
            clusters.append([mark])
    return [
        cluster[len(cluster) // 2][0] for cluster in clusters
        if len({who for _, who in cluster}) > len(annotators) / 2
    ]


def otava_samples() -> Iterator[Labeled]:
    """Otava's sample, with the changes of its documentation, and percentiles of a histogram log without marks."""
    rows = list(csv.DictReader(text("otava_sample.csv").splitlines()))
    yield Labeled("Otava sample, metric1", [float(row["metric1"]) for row in rows], [])
    yield Labeled("Otava sample, metric2", [float(row["metric2"]) for row in rows], [6])
    lines = [line.lstrip("#") for line in text("otava_histostat.csv").splitlines() if "," in line]
    header = next(i for i, line in enumerate(lines) if line.startswith("Tag,"))
    rows = list(csv.DictReader(lines[header:]))
    for column in ("p50", "p99"):
        yield Labeled(f"Otava histogram log, {column}", [float(row[column]) for row in rows], None)


def mongodb() -> Iterator[Labeled]:
    """Series of MongoDB's tests, without marks."""
    for name in ("real", "robust", "long"):
        yield Labeled(f"MongoDB {name}", json.loads(text(f"mongodb_sps_{name}_series.json")), None)


def text(name: str) -> str:
    """The text of a file in the folder."""
    return (FOLDER / name).read_text()


def matched(positions: list[int], marks: list[int]) -> tuple[int, int, int]:
    """The numbers of found marks, of missed marks, and of findings without a mark."""
    pairs = sorted((abs(p - m), m, p) for m in marks for p in positions if abs(p - m) <= WITHIN)
    taken_marks: set[int] = set()
    taken: set[int] = set()
    for _, mark, position in pairs:
        if mark not in taken_marks and position not in taken:
            taken_marks.add(mark)
            taken.add(position)
    return len(taken_marks), len(marks) - len(taken_marks), len(set(positions)) - len(taken)


def all_series() -> list[Labeled]:
    """All series; none if the folder does not exist."""
    if not Path(FOLDER).is_dir():
        return []
    return [*mozilla(), *quality_control(), *otava_samples(), *mongodb()]


def run() -> list[tuple[Labeled, dict[str, list[int]]]]:
    """The findings of each detector in each series."""
    results = []
    for one in all_series():
        found: dict[str, list[int]] = {}
        answer = trial(
            f"labeled/ours/{one.name}", ours.revision(),
            lambda: ours.detect([Case(one.name, np.asarray(one.values), [])])[0][0])
        found["confirmed"], found["suspected"] = ours.confirmed(answer), ours.suspected(answer)
        for peer in peers():
            found[peer.key] = trial(
                f"labeled/{peer.key}/{one.name}", peer.version, lambda: peer.positions(list(one.values)))
        results.append((one, found))
    return results
