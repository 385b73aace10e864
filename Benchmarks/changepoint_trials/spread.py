"""Comparisons of the spread of frame times: the share of false verdicts, and the share of wider spreads found."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from changepoint_trials import ours
from changepoint_trials.frames import factors, packed
from changepoint_trials.goals import FALSE, POWER, errors, false_row, goals_table, percent, power_row
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, MASTER_SEED, Random, random
from changepoint_trials.store import trial

RATE = 60
SECONDS = 10
SCALES = (5, 1)
"""The noise of frame times, as multiples of a family's noise: 10% and 2%."""
LEVEL_SCALE = 1
"""The noise of the levels of runs, as a multiple of a family's noise: 2%."""
WIDTH_SCALE = 5
"""The noise of the spreads of runs, as a multiple of a family's noise: 10%."""
SESSION_LEVEL = 0.04
"""Standard deviation of the effect on the level that the runs of a session share: twice that of a run."""
SESSION_WIDTH = 0.2
"""Standard deviation of the effect on the spread that the runs of a session share: twice that of a run."""
SESSION_RUNS = 3
"""Runs per session if each side has its own sessions."""
RUNS = (3, 5, 8)
SLOWER = 0.05
"""How much longer the candidate's frames take if the averages differ, as a fraction."""


@dataclass(frozen=True)
class Truth:
    """How the candidate differs from the reference."""

    width: float
    """The spread of its frame times, divided by the reference's."""
    slower: float
    """How much longer its frames take on average, as a fraction."""


NOTHING, AVERAGE, BOTH = Truth(1, 0), Truth(1, SLOWER), Truth(1.5, SLOWER)
SOME, GOAL, MUCH = Truth(1.2, 0), Truth(1.5, 0), Truth(2, 0)
TRUTHS = (NOTHING, AVERAGE, BOTH, SOME, GOAL, MUCH)

DESIGNS = {
    "turns": "one session, sides in turns",
    "after": "one session, one side after the other",
    "shared": "5 sessions that both sides share",
    "own": f"5 sessions per side, {SESSION_RUNS} runs each",
    "single": "one session per side",
    "undeclared": "one session per side, not declared",
}
"""How runs are divided into sessions."""


@dataclass(frozen=True)
class Cell:
    """The comparisons of one kind."""

    family: str
    scale: float
    """The noise of frame times, as a multiple of the family's."""
    runs: int
    """The number of runs per side, or of sessions if each side has its own sessions."""
    design: str
    truth: Truth

    @property
    def key(self) -> str:
        """The name of the trials, which is also their seed."""
        return f"{self.family}/{self.scale}/{self.runs}/{self.design}/{self.truth.width}/{self.truth.slower}"


Effects = tuple[np.ndarray, np.ndarray]
"""Factors on the level and the spread of runs, one value per run."""


def split(effects: Effects, first: np.ndarray) -> tuple[Effects, Effects]:
    """Divides runs in order of measurement into two sides; `first` gives the place of the reference in each pair."""
    rows = np.arange(len(first))
    pairs = [effect.reshape(-1, 2) for effect in effects]
    before, after = ([pair[rows, place] for pair in pairs] for place in (first, 1 - first))
    return (before[0], before[1]), (after[0], after[1])


def run_effects(cell: Cell, rng: Random) -> tuple[Effects, Effects]:
    """The noise of runs, for both sides."""
    runs = cell.runs * (SESSION_RUNS if cell.design == "own" else 1)
    effects = (factors(cell.family, 2 * runs, LEVEL_SCALE, rng), factors(cell.family, 2 * runs, WIDTH_SCALE, rng))
    if cell.design in ("turns", "shared"):
        return split(effects, rng.integers(0, 2, runs))
    return (effects[0][:runs], effects[1][:runs]), (effects[0][runs:], effects[1][runs:])


def session_names(cell: Cell, side: str) -> list[str | None]:
    """The session of each run of a side."""
    match cell.design:
        case "turns" | "after":
            return ["one"] * cell.runs
        case "shared":
            return [f"{number}" for number in range(cell.runs)]
        case "own":
            return [f"{side} {number}" for number in range(cell.runs) for _ in range(SESSION_RUNS)]
        case _:
            return [side] * cell.runs


def session_effects(names: Iterable[str], rng: Random) -> dict[str, tuple[float, float]]:
    """The factors on level and spread that the runs of each session share."""
    return {name: (1 + SESSION_LEVEL * rng.standard_normal(), max(0.2, 1 + SESSION_WIDTH * rng.standard_normal()))
            for name in dict.fromkeys(names)}


def request(cell: Cell, rng: Random) -> dict[str, Any]:
    """Draws two sides of runs, as a request for the tool."""
    names = [session_names(cell, side) for side in ("reference", "candidate")]
    shared = session_effects([*names[0], *names[1]], rng)
    truths = (NOTHING, cell.truth)
    sides = [
        [frames(cell, level * shared[name][0] * (1 + truth.slower), width * shared[name][1] * truth.width, rng)
         for name, level, width in zip(own, *effects)]
        for own, effects, truth in zip(names, run_effects(cell, rng), truths)
    ]
    is_declared = cell.design != "undeclared"
    return {
        side: [{"session": name if is_declared else None, "frames": one} for name, one in zip(own, runs)]
        for side, own, runs in zip(("reference", "candidate"), names, sides)
    }


def frames(cell: Cell, level: float, width: float, rng: Random) -> str:
    """The frame times of a run with a level and a spread."""
    return packed(1000 / RATE * level * factors(cell.family, SECONDS * RATE, cell.scale * width, rng))


@dataclass(frozen=True)
class Share:
    """The verdicts on the comparisons of a cell, as shares of all."""

    cell: Cell
    wider: float
    narrower: float

    @property
    def verdicts(self) -> float:
        """Any verdict: all are false unless the spread differs and the averages agree."""
        return self.wider + self.narrower


def measure(cell: Cell, count: int) -> Share:
    """The verdicts on a number of comparisons."""

    def work() -> list[float]:
        rng = random("spread", cell.key)
        answers = ours.ask("spread", (request(cell, rng) for _ in range(count)))
        return [float(np.mean([answer == kind for answer in answers])) for kind in ("wider", "narrower")]

    version = ours.revision("Analysis", "Statistics")
    return Share(cell, *trial(f"spread/{cell.key}", version, work, count=count, rate=RATE, seconds=SECONDS))


def cells() -> list[Cell]:
    """All kinds of comparisons."""
    one_session = [
        Cell(family, scale, runs, "turns", truth)
        for scale in SCALES for runs in RUNS for family in FAMILIES for truth in TRUTHS
    ]
    sessions = [
        Cell(family, SCALES[0], 5, design, truth)
        for design in DESIGNS if design != "turns" for family in FAMILIES for truth in (NOTHING, AVERAGE, GOAL)
    ]
    return one_session + sessions


Shares = dict[Cell, Share]


def goals(found: Shares, count: int) -> str:
    """The table of goals, and whether they were met."""

    def shares(truth: Truth, scale: float, runs: Iterable[int]) -> list[Share]:
        return [found[Cell(family, scale, number, "turns", truth)] for number in runs for family in FAMILIES]

    lines = []
    for scale in SCALES:
        noise = f"frames of {2 * scale}%"
        for title, truth in (("false verdicts without a change", NOTHING),
                             ("false verdicts with equal spread but another average", AVERAGE)):
            values = [share.verdicts for share in shares(truth, scale, (5, 8))]
            lines.append(false_row(f"{title}, {noise}", values, count))
        values = [share.wider for share in shares(GOAL, scale, [5])]
        lines.append(power_row(f"power at 1.5 times the spread, 5 + 5 runs, {noise}", values, count))
    return goals_table(lines)


def missed(found: Shares) -> str:
    """Sentences about the goals that were missed."""
    lines = []
    for scale in SCALES:
        weak = [f"{FAMILIES[family].title}: {percent(share.wider)}%" for family in FAMILIES
                if (share := found[Cell(family, scale, 5, "turns", GOAL)]).wider < POWER]
        if weak:
            lines.append(f"**Power missed**, frames of {2 * scale}%, 5 + 5 runs, 1.5 times the spread: {'; '.join(weak)}.")
        false = [
            f"{FAMILIES[family].title}, {runs} + {runs} runs: {percent(share.verdicts)}%"
            for family in FAMILIES for runs in RUNS for truth in (NOTHING, AVERAGE)
            if (share := found[Cell(family, scale, runs, "turns", truth)]).verdicts > FALSE
        ]
        if false:
            lines.append(f"**Over {100 * FALSE:g}% of false verdicts**, frames of {2 * scale}%: {'; '.join(false)}.")
    return "\n\n".join(lines) or "All goals are met."


def by_runs(found: Shares, scale: float) -> str:
    """The table of comparisons within one session."""
    header = ["noise", "runs per side", "no change, %", "another average, %", "1.5 times and another average, %",
              "1.2 times, %", "1.5 times, %", "2 times, %"]
    rows = []
    for family in FAMILIES:
        for runs in RUNS:
            shares = {truth: found[Cell(family, scale, runs, "turns", truth)] for truth in TRUTHS}
            rows.append([
                FAMILIES[family].title, f"{runs} + {runs}",
                *(percent(shares[truth].verdicts) for truth in (NOTHING, AVERAGE, BOTH)),
                *(percent(shares[truth].wider) for truth in (SOME, GOAL, MUCH)),
            ])
    return table(header, rows)


def by_design(found: Shares) -> str:
    """The table of comparisons with session effects."""
    header = ["runs", "noise", "no change, %", "another average, %", "1.5 times, %"]
    rows = []
    for design, title in DESIGNS.items():
        for family in FAMILIES:
            nothing, average, goal = (
                found[Cell(family, SCALES[0], 5, design, truth)] for truth in (NOTHING, AVERAGE, GOAL))
            rows.append([title, FAMILIES[family].title, percent(nothing.verdicts), percent(average.verdicts),
                         percent(goal.wider)])
    return table(header, rows, words=2)


def design_goals(found: Shares, count: int) -> str:
    """The table of goals for each way to divide runs into sessions."""
    rows = []
    for design, title in DESIGNS.items():
        shares = {truth: [found[Cell(family, SCALES[0], 5, design, truth)] for family in FAMILIES]
                  for truth in (NOTHING, AVERAGE, GOAL)}
        false = [share.verdicts for truth in (NOTHING, AVERAGE) for share in shares[truth]]
        rows.append(false_row(f"false verdicts, {title}", false, count))
        rows.append(power_row(f"power, {title}", [share.wider for share in shares[GOAL]], count))
    return goals_table(rows)


def page(count: int) -> str:
    """The page of results."""
    with ThreadPoolExecutor(2) as pool:
        found = {share.cell: share for share in pool.map(lambda cell: measure(cell, count), cells())}
    wrong = max(share.narrower for cell, share in found.items() if cell.truth.width > 1)
    return f"""# Same average, wider spread

Written by `Benchmarks/spread`, with the code of Analysis and Statistics, digest `{ours.revision("Analysis", "Statistics")}`. {count} simulated
comparisons per cell and {count * len(found):,} in all, drawn from the seed “{MASTER_SEED}”.
{errors(count)}

Each run has {SECONDS * RATE} frames, {SECONDS} s at {RATE} FPS. The noise of frame times has the shape of the family: once with five times its size, which is
about 10% of the frame time, and once with its own size of about 2%. The titles of the families show the sizes of the 2%. The mean of the noise is
subtracted, so that a wider spread leaves the average unchanged. The levels of runs have the family's noise of about 2%, and the spreads of runs
five times that. Autocorrelated noise depends on the frame before within a run, and on the run before between runs. The sides take turns, in random order
within each pair of runs, and share their session.

A candidate with “another average” takes {100 * SLOWER:g}% longer per frame. “1.5 times and another average” has both, and a verdict is false there because the
averages differ; no goal was set for it. The averages count as different only if a permutation test over runs proves it, and few runs prove little. The
same test calls equal averages different in up to 5% of comparisons, which then have no verdict. At all wider spreads, only “wider” counts
as found. “Narrower” was the verdict on at most {percent(wrong)}% of them.

{goals(found, count)}

{missed(found)}

Frames of the family “two kinds of machine” have one of two frame times, each as often as the other. The median of {SECONDS * RATE} such frames is anywhere
between the two, and the spread of a run is measured from its median. So the measured spread varies much more from run to run than that of other families.

With 3 + 3 runs, no verdict is possible: the permutation test needs at least 5 runs on one side and 4 on the other to reach its level. No goal was set for
spreads of 1.2 times. That is the smallest ratio that the verdict is given for, so about half of the measured ratios are below it. The verdict also needs a change
of 1% of the median frame time, which 1.2 times a spread of 2% hardly reaches.

## Frame times with noise of about 10%, one session

The first three columns of shares show false verdicts, the others power. The sides take turns.

{by_runs(found, 5)}

## Frame times with noise of about 2%, one session

{by_runs(found, 1)}

## Sessions

Frame times have noise of about 10%, and each side has 5 runs or sessions. All runs of a session share an effect on the level of {100 * SESSION_LEVEL:.0f}%, and on the
spread of {100 * SESSION_WIDTH:.0f}%, one standard deviation each. Where each side has sessions of its own, a session counts as one run, and one session per side
gives no verdict. If the recordings do not declare their sessions, Hitchmark takes all runs for those of one session, and the last rows show the false
verdicts that follow. In “one side after the other”, noise that depends on the run before makes runs of a side resemble each other.

Sessions make the verdict rare. Where both sides share their sessions, the test still compares all runs with each other, and not only those of one
session. So the effects of sessions add to the noise, as they do where each side has sessions of its own.

{design_goals(found, count)}

{by_design(found)}
"""
