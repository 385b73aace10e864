"""Comparisons of two sides with a few runs each, where the runs of a session share an effect that repetition keeps."""

from __future__ import annotations

from importlib.metadata import version

import numpy as np
from asv import _stats
from asv_runner.statistics import compute_stats
from scipy import stats

from changepoint_trials import ours
from changepoint_trials.noise import Random, random
from changepoint_trials.store import trial

WITHIN = 0.01
"""Standard deviation of runs within a session."""
BETWEEN = (0.0, 0.01, 0.02)
"""Standard deviations of the effect that the runs of a session share."""
RUNS = (3, 5, 10)
EFFECTS = (0.0, 0.05)
HISTORY = 15
"""Sessions of earlier commits, each with as many runs."""
LEVEL = 0.05

COLUMNS = {
    "mann-whitney": "Mann–Whitney (benchstat)",
    "welch": "Welch (hyperfine's script)",
    "asv110": "asv compare, factor 1.1",
    "asv103": "asv compare, factor 1.03",
    "separate": "Hitchmark, separate",
    "prediction": "Hitchmark, history",
    "interleaved": "Hitchmark, interleaved",
}


class Sides:
    """The runs of both sides and of earlier commits."""

    def __init__(self, runs: int, between: float, effect: float, rng: Random) -> None:
        """Draws the runs. The interleaved candidate shares the session of the reference."""
        def session(effect: float, shared: float) -> list[float]:
            return list(100 * (1 + effect + shared + WITHIN * rng.standard_normal(runs)))

        shared = between * rng.standard_normal(HISTORY + 2)
        self.reference = session(0, shared[0])
        self.candidate = session(effect, shared[1])
        self.interleaved = session(effect, shared[0])
        self.history = [session(0, one) for one in shared[2:]]

    @property
    def request(self) -> dict[str, object]:
        """The request for the tool."""
        return vars(self)


def asv_compare(sides: Sides, factor: float) -> bool:
    """Whether asv reports a change: its test does, and the ratio of the medians is beyond the factor."""
    reference, candidate = sides.reference, sides.candidate
    if not _stats.is_different(reference, candidate, compute_stats(reference, 1)[1], compute_stats(candidate, 1)[1]):
        return False
    ratio = np.median(candidate) / np.median(reference)
    return bool(ratio > factor or 1 / ratio > factor)


def verdicts(sides: Sides) -> dict[str, bool]:
    """Whether each of the other tools reports a change."""
    reference, candidate = sides.reference, sides.candidate
    return {
        "mann-whitney": bool(stats.mannwhitneyu(reference, candidate, method="exact").pvalue < LEVEL),
        "welch": bool(stats.ttest_ind(reference, candidate, equal_var=False).pvalue < LEVEL),
        "asv110": asv_compare(sides, 1.1),
        "asv103": asv_compare(sides, 1.03),
    }


def our_verdicts(answer: dict[str, object]) -> dict[str, bool]:
    """Whether each mode of Hitchmark reports a change; the separate mode uses the verdict of `hitchmark compare`."""
    return {
        "separate": answer["separate"] in ("regressed", "improved"),
        "prediction": answer["prediction"] <= LEVEL,
        "interleaved": answer["interleaved"] <= LEVEL,
    }


def row(runs: int, between: float, effect: float, count: int) -> dict[str, float]:
    """The share of pairs in which each method reports a change."""
    def drawn() -> list[Sides]:
        return [Sides(runs, between, effect, random("duel", runs, between, effect, i)) for i in range(count)]

    def shares(all_verdicts: list[dict[str, bool]]) -> dict[str, float]:
        return {key: float(np.mean([one[key] for one in all_verdicts])) for key in all_verdicts[0]}

    name = f"{runs}/{between}/{effect}"
    theirs = trial(
        f"duels/peers/{name}", f"SciPy {version('scipy')}, asv {version('asv')}",
        lambda: shares([verdicts(sides) for sides in drawn()]), count=count)
    own = trial(
        f"duels/ours/{name}", ours.revision("Statistics", "Analysis"),
        lambda: shares([our_verdicts(answer) for answer in ours.ask("compare", (s.request for s in drawn()))]),
        count=count)
    return theirs | own


def run(count: int) -> dict[tuple[int, float, float], dict[str, float]]:
    """All rows. Those without an effect, which show false alarms, come first."""
    return {
        (runs, between, effect): row(runs, between, effect, count)
        for effect in EFFECTS for runs in RUNS for between in BETWEEN
    }
