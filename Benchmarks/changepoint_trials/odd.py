"""Series that the other trials leave out: odd ones among calm siblings, noise that shrinks, levels near zero, and the
first check of an imported history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from changepoint_trials import ours
from changepoint_trials.markdown import table
from changepoint_trials.noise import SIBLINGS, Case, Random, autocorrelated, normal, random
from changepoint_trials.store import trial

COMMITS = 200
WITHIN = 5
"""Largest distance of a finding from the step, in commits."""
GATES = 60
"""The number of histories that the gate checks, each of 100 commits."""


def modes(stay: float) -> Callable[[int, Random], np.ndarray]:
    """Two levels 15% apart; the next commit stays at the level of the last one with some probability."""

    def noise(n: int, rng: Random) -> np.ndarray:
        leaves = rng.random(n) >= stay
        level = (np.cumsum(leaves) + rng.integers(2)) % 2
        return 0.15 * level + 0.01 * rng.standard_normal(n)

    return noise


def walk(n: int, rng: Random) -> np.ndarray:
    """A level that drifts by 0.4% per commit."""
    return np.cumsum(0.004 * rng.standard_normal(n)) + 0.01 * rng.standard_normal(n)


ODD: dict[str, Callable[[int, Random], np.ndarray]] = {
    "normal": normal,
    "two modes, 70% stay": modes(0.70),
    "two modes, 85% stay": modes(0.85),
    "two modes, 95% stay": modes(0.95),
    "autocorrelation 0.5": autocorrelated(0.5),
    "autocorrelation 0.8": autocorrelated(0.8),
    "random walk of 0.4%": walk,
}


def shrinking(n: int, rng: Random) -> np.ndarray:
    """Noise of 3% that becomes 0.5% after six tenths of the commits."""
    return np.where(np.arange(n) < 0.6 * n, 0.03, 0.005) * rng.standard_normal(n)


def judged(name: str, count: int, series: Callable[[Random], np.ndarray], calm: bool) -> list[dict[str, Any]]:
    """The answers about some series, with calm siblings or with none."""
    cases = []
    for number in range(count):
        rng = random("odd", name, number)
        values = 100 * series(rng)
        siblings = [100 * (1 + normal(COMMITS, rng)) for _ in range(SIBLINGS if calm else 0)]
        cases.append(Case(f"{name}/{number}", values, siblings))
    return [answer[0] for answer in ours.detect(cases)]


def false_alarms(name: str, count: int, calm: bool) -> list[int]:
    """How many series have a confirmed change, and how many have any."""
    found = judged(name, count, lambda rng: 1 + ODD[name](COMMITS, rng), calm)
    return [sum(bool(which(answer)) for answer in found) for which in (ours.confirmed, ours.suspected)]


def in_calm_part(step: float, count: int) -> list[int]:
    """How often a step at eight tenths of the commits is confirmed, and at least suspected."""
    at = int(0.8 * COMMITS)
    found = judged(
        f"shrinking {step}", count,
        lambda rng: (1 + step * (np.arange(COMMITS) >= at)) * (1 + shrinking(COMMITS, rng)), calm=True)
    return [sum(any(abs(position - at) <= WITHIN for position in which(answer)) for answer in found)
            for which in (ours.confirmed, ours.suspected)]


def near_zero() -> dict[str, int]:
    """How many histories are ever red if the values are between 0 and 0.3 ms and never change."""
    requests = []
    for number in range(GATES):
        rng = random("odd", "zero", number)
        values = np.where(rng.random(100) < 0.5, 0.0, rng.uniform(0, 0.3, 100))
        requests.append({"values": list(values), "first": 1, "tripWire": 0})
    return {"series": GATES, "red": sum(any(check["isRed"] for check in checks) for checks in ours.ask("gate", requests))}


def first_check() -> dict[str, Any]:
    """The first check of a history of 300 commits with nine steps, three of them fixed; then 20 commits that change nothing."""
    requests = []
    for number in range(GATES):
        rng = random("odd", "import", number)
        level = np.ones(321)
        for index, at in enumerate(range(30, 300, 30)):
            level[at:] *= 1 / 1.1 if index % 3 == 2 else 1.1
        requests.append({"values": list(10 * level * (1 + 0.01 * rng.standard_normal(321))), "first": 300, "tripWire": 0})
    answers = ours.ask("gate", requests)
    known = [{finding["id"] for finding in checks[0]["findings"] if finding["state"] in ("open", "partly-fixed")} for checks in answers]
    later = [{finding["id"] for check in checks[1:] for finding in check["findings"] if finding["state"] in ("open", "partly-fixed")}
             for checks in answers]
    return {
        "series": GATES, "red": sum(checks[0]["isRed"] for checks in answers), "open": sum(map(len, known)),
        "new": sum(bool(after - before) for before, after in zip(known, later)),
    }


def run(count: int) -> dict[str, Any]:
    """All results."""
    revision = ours.revision("Analysis", "Statistics")
    return {
        "odd": {name: [trial(f"odd/{name}/{calm}", revision, lambda: false_alarms(name, count, calm), count=count)
                       for calm in (True, False)] for name in ODD},
        "calm": {str(step): trial(f"odd/shrinking/{step}", revision, lambda: in_calm_part(step, count), count=count)
                 for step in (0.01, 0.02, 0.03)},
        "zero": trial("odd/zero", revision, near_zero, count=GATES),
        "first": trial("odd/import", revision, first_check, count=GATES),
    }


def page(count: int) -> str:
    """The results as Markdown."""
    results = run(count)
    odd = [[name, *(f"{value}" for pair in results["odd"][name] for value in pair)] for name in ODD]
    calm = [[f"{100 * float(step):.0f}%", *map(str, results["calm"][step])] for step in results["calm"]]
    zero, first = results["zero"], results["first"]
    return "\n\n".join([
        "# Odd series",
        "Written by `Benchmarks/changepoints --odd`; do not edit. The noise floor of the detector is 0."
        f" The code of Analysis and Statistics has the digest `{ours.revision('Analysis', 'Statistics')}`.",
        "## Odd series among calm ones",
        f"{count} series of {COMMITS} commits without a lasting change, each among {SIBLINGS} series with normal noise, or alone: how many have a confirmed"
        " change, and how many any. A level that stays for twenty commits in the mean, as in “95% stay”, is hard to tell from a"
        " change, and so is a random walk.",
        table(["noise", "among calm ones: confirmed", "any", "alone: confirmed", "any"], odd),
        "## Noise that shrinks",
        f"{count} series of {COMMITS} commits per step, whose noise is 3% and, from commit {int(0.6 * COMMITS)} on, 0.5%; the step is at commit"
        f" {int(0.8 * COMMITS)}. How many steps are found within {WITHIN} commits:",
        table(["step", "confirmed", "confirmed or suspect"], calm),
        "## Levels near zero",
        f"{zero['red']} of {zero['series']} histories are ever red whose values are between 0 and 0.3 ms and never change; half of the values are 0.",
        "## The first check of an imported history",
        f"{first['series']} histories of 300 commits with six steps of +10% and three fixes of one step each, at a noise of 1%: {first['red']} are red at the"
        f" first check, with {first['open']} open findings in all; `check --baseline` accepts them together. Over the next 20 commits, which change"
        f" nothing, {first['new']} of the histories have an open finding with another id.",
    ]) + "\n"
