"""Judging again at every commit, like continuous integration: false alarms, and the delay until a step is found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
from scipy import stats

from changepoint_trials import ours
from changepoint_trials.noise import Case, case
from changepoint_trials.peers import otava
from changepoint_trials.store import trial

FAMILIES = ("normal", "spikes", "machines", "log-normal", "slow", "ar5")
COMMITS = 200
FIRST = 30
"""Alarms count from this commit on."""
STEP_AT = 100
STEP = 0.05
DELAYS = (1, 3, 5, 10, 30)
APART = 5
"""Largest distance of a position from an earlier alarm with the same cause, and from the step that it finds."""

Alarms = list[tuple[int, int]]
"""For each alarm, the commit at which it was raised, and the position of the reported change."""


def ratio_to_last(values: np.ndarray, commit: int, limit: float) -> bool:
    """The rule of github-action-benchmark: compares the value with the previous one."""
    return bool(values[commit] > limit * values[commit - 1])


def bencher(values: np.ndarray, commit: int) -> bool:
    """The t test of Bencher with its defaults: an upper boundary of 0.99 from at most 64 values."""
    history = values[max(0, commit - 64) : commit]
    reach = stats.t.ppf(0.99, len(history) - 1) * history.std(ddof=1) * np.sqrt(1 + 1 / len(history))
    return bool(values[commit] > history.mean() + reach)


SNAPSHOTS: dict[str, tuple[str, Callable[[np.ndarray, int], bool]]] = {
    "github105": ("github-action-benchmark, 105%", partial(ratio_to_last, limit=1.05)),
    "github110": ("github-action-benchmark, 110%", partial(ratio_to_last, limit=1.10)),
    "bencher": ("Bencher, t-test 0.99", bencher),
}


def rises(values: np.ndarray, positions: list[int]) -> list[int]:
    """The positions at which the median rises."""
    edges = [0, *sorted(positions), len(values)]
    medians = [np.median(values[start:end]) for start, end in zip(edges, edges[1:])]
    return [edge for edge, before, after in zip(edges[1:], medians, medians[1:]) if after > before]


def alarms(reports: list[list[int]]) -> Alarms:
    """The new alarms among the positions that were reported at each commit."""
    raised: Alarms = []
    for commit, positions in enumerate(reports, FIRST):
        for position in positions:
            if all(abs(position - earlier) > APART for _, earlier in raised):
                raised.append((commit, position))
    return raised


def of_snapshot(rule: Callable[[np.ndarray, int], bool], one: Case) -> Alarms:
    """The alarms of a rule for the newest value, which can raise one at each commit."""
    return [(commit, commit) for commit in range(FIRST, len(one.values)) if rule(one.values, commit)]


def of_otava(one: Case) -> Alarms:
    """The alarms of Otava, which judges all commits so far."""
    beginnings = [one.values[: commit + 1] for commit in range(FIRST, len(one.values))]
    return alarms([rises(values, otava([float(value) for value in values])) for values in beginnings])


def of_ours(answers: list[dict[str, Any]]) -> Alarms:
    """The alarms of Hitchmark: confirmed regressions among all commits so far."""
    return alarms([
        [change["index"] for change in answer["changes"] if change["isConfirmed"] and change["size"] > 0]
        for answer in answers
    ])


def series(family: str, is_step: bool, count: int) -> list[Case]:
    """The series of a trial; those with a step end after the longest delay."""
    n = STEP_AT + max(DELAYS) + 1 if is_step else COMMITS
    step = STEP if is_step else 0.0
    return [case(family, n, step, STEP_AT, "sequential", is_step, number) for number in range(count)]


def rates(null: list[Alarms], step: list[Alarms], is_snapshot: bool) -> dict[str, Any]:
    """False alarms per 100 commits of a series, and the share of steps found within each delay."""
    false = sum(map(len, null)) / len(null) / (COMMITS - FIRST) * 100
    times = [
        min((commit for commit, place in raised
             if commit >= STEP_AT and (is_snapshot or abs(place - STEP_AT) <= APART)), default=None)
        for raised in step
    ]
    found = [float(np.mean([time is not None and time < STEP_AT + delay for time in times])) for delay in DELAYS]
    return {"false": false, "found": found}


def snapshot_rates(rule: Callable[[np.ndarray, int], bool], family: str, count: int) -> dict[str, Any]:
    """The rates of a rule for the newest value."""
    null, step = ([of_snapshot(rule, one) for one in series(family, is_step, count)] for is_step in (False, True))
    return rates(null, step, is_snapshot=True)


def otava_rates(family: str, count: int) -> dict[str, Any]:
    """The rates of Otava."""
    null, step = ([of_otava(one) for one in series(family, is_step, count)] for is_step in (False, True))
    return rates(null, step, is_snapshot=False)


def our_rates(family: str, count: int) -> dict[str, Any]:
    """The rates of Hitchmark."""
    null, step = (
        [of_ours(answers) for answers in ours.detect(series(family, is_step, count), after=FIRST + 1)]
        for is_step in (False, True)
    )
    return rates(null, step, is_snapshot=False)


def run(count: int) -> dict[str, dict[str, dict[str, Any]]]:
    """The rates of each rule, by family. Rules that judge whole series get fewer series."""
    fewer = max(10, count // 6)
    results: dict[str, dict[str, dict[str, Any]]] = {}
    for family in FAMILIES:
        results[family] = {
            key: trial(f"sequential/{key}/{family}", key, partial(snapshot_rates, rule, family, count), count=count)
            for key, (_, rule) in SNAPSHOTS.items()
        }
        results[family]["otava"] = trial(
            f"sequential/otava/{family}", version("apache-otava"), partial(otava_rates, family, fewer), count=fewer)
        results[family]["confirmed"] = trial(
            f"sequential/ours/{family}", ours.revision(), partial(our_rates, family, fewer), count=fewer)
    return results
