"""Searches of the commit of a change: how often the answer is right, and how many runs it takes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from changepoint_trials import ours
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, MASTER_SEED, random
from changepoint_trials.store import trial

STEPS = (0.03, 0.05, 0.10, 0.20)
COMMITS = (16, 1024)
BUILD_COST = 1.0
"""The cost of a build that the search assumes, in runs."""

MOST_RUNS = 400
"""A search ends without an answer after this many runs."""

PLAIN_SEARCHES = 400
RELIABILITY = 0.95
REPETITIONS = sorted({*range(1, 13), *(round(12 * 1.15**power) for power in range(1, 26))})
"""The numbers of runs per commit that are tried for plain bisection, up to 395."""


@dataclass(frozen=True)
class Cell:
    """The searches of one kind."""

    family: str
    commits: int
    step: float
    covered: float
    """The share of searches whose 95% set contains the change."""
    right: float
    """The share of searches whose likeliest commit has the change."""
    decided: float
    runs: float
    most_runs: int
    builds: float
    plain_runs: int
    """Runs of plain bisection; 0 if no number of repetitions is enough."""
    plain_repetitions: int
    plain_rule: str

    @property
    def ratio(self) -> float:
        """Runs in percent of those of plain bisection, or of its largest number of runs if none is enough."""
        return 100 * self.runs / (self.plain_runs or plain_runs(self.commits, REPETITIONS[-1]))


def plain_runs(commits: int, repetitions: int) -> int:
    """The runs of plain bisection: both ends, and one commit per halving."""
    return (int(np.log2(commits)) + 2) * repetitions


def noise(family: str, runs: int, rng: np.random.Generator) -> np.ndarray:
    """The noise of a search's runs as factors."""
    # Heavy tails reach below 0 once in millions of runs, and a logarithm needs a positive value.
    return np.maximum(1 + FAMILIES[family].noise(runs, rng), 0.05)


def searches(family: str, commits: int, step: float, count: int) -> list[dict[str, Any]]:
    """Hitchmark's searches, each with the position of its change."""
    rng = random("bisect", family, commits, step)
    changes = [int(change) for change in rng.integers(1, commits + 1, count)] if step else [0] * count
    answers = ours.ask("search", [{
        "commits": commits, "changes": changes, "step": step, "buildCost": BUILD_COST,
        "noise": [list(noise(family, MOST_RUNS, rng)) for _ in range(count)],
    }])[0]
    return [answer | {"change": change} for answer, change in zip(answers, changes)]


def plain(family: str, commits: int, step: float, repetitions: int, rule: str) -> float:
    """The share of right answers of plain bisection, with a threshold halfway between both ends."""
    rng = random("plain", family, commits, step, repetitions)
    changes = rng.integers(1, commits + 1, PLAIN_SEARCHES)
    count = plain_runs(commits, repetitions)
    runs = np.array([noise(family, count, rng) for _ in range(PLAIN_SEARCHES)]).reshape(PLAIN_SEARCHES, -1, repetitions)
    measured = np.median(runs, axis=2) if rule == "median" else runs.mean(axis=2)
    good, bad = measured[:, 0], (1 + step) * measured[:, 1]
    low, high = np.zeros(PLAIN_SEARCHES, int), np.full(PLAIN_SEARCHES, commits)
    for look in range(2, measured.shape[1]):
        middle = (low + high) // 2
        value = measured[:, look] * np.where(middle >= changes, 1 + step, 1)
        is_bad = (value > (good + bad) / 2) == (bad > good)
        low, high = np.where(is_bad, low, middle), np.where(is_bad, middle, high)
    return float(np.mean(high == changes))


def fewest(family: str, commits: int, step: float, wanted: float) -> tuple[int, str]:
    """The fewest repetitions with which plain bisection has the given share of right answers, and by mean or median."""
    for repetitions in REPETITIONS:
        for rule in ("mean", "median") if repetitions > 2 else ("mean",):
            if plain(family, commits, step, repetitions, rule) >= wanted:
                return repetitions, rule
    return 0, "none"


def cell(family: str, commits: int, step: float, count: int) -> Cell:
    """The results of one kind of searches, by Hitchmark and by plain bisection."""
    answers = trial(
        f"bisect/{family}/{commits}/{step}", ours.revision(), lambda: searches(family, commits, step, count),
        count=count, cost=BUILD_COST, most=MOST_RUNS)

    def share(is_met: Any) -> float:
        return float(np.mean([is_met(answer) for answer in answers]))

    right = share(lambda answer: answer["likeliest"] == answer["change"])
    wanted = min(right, RELIABILITY)
    repetitions, rule = trial(
        f"plain/{family}/{commits}/{step}", "1", lambda: fewest(family, commits, step, wanted),
        wanted=wanted, count=PLAIN_SEARCHES) if step else (0, "none")
    return Cell(
        family, commits, step, share(lambda answer: answer["change"] in answer["credible"]), right,
        share(lambda answer: answer["isDecided"]), float(np.mean([answer["runs"] for answer in answers])),
        max(answer["runs"] for answer in answers), float(np.mean([answer["builds"] for answer in answers])),
        plain_runs(commits, repetitions) if repetitions else 0, repetitions, rule)


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


def line(cell: Cell) -> list[str]:
    """A row of the table."""
    plain_text = (f"{cell.plain_runs} ({cell.plain_repetitions}, {cell.plain_rule})" if cell.plain_runs
                  else f"over {plain_runs(cell.commits, REPETITIONS[-1])}")
    return [
        FAMILIES[cell.family].title, f"{100 * cell.step:g}", f"{cell.commits}", percent(cell.covered),
        percent(cell.right), percent(cell.decided), f"{cell.runs:.1f}", f"{cell.most_runs}", f"{cell.builds:.1f}",
        plain_text, ("" if cell.plain_runs else "below ") + f"{cell.ratio:.0f}",
    ]


def known_runs(cell: Cell) -> int:
    """The runs of plain bisection; the most that were tried, if no number of runs was enough."""
    return cell.plain_runs or plain_runs(cell.commits, REPETITIONS[-1])


def verdicts(cells: list[Cell], count: int) -> str:
    """The table of goals, and whether they were met."""
    error = (0.06 * 0.94 / count) ** 0.5
    covered = [cell.covered for cell in cells]
    missed = [cell for cell in cells if cell.covered < 0.94]
    beyond = [cell for cell in cells if cell.covered < 0.94 - 2 * error]
    ratios = [cell.ratio for cell in cells]
    lines = [
        ["change in the 95% set", "≥ 94%", f"{percent(float(np.mean(covered)))}%", f"{percent(min(covered))}%",
         f"{len(cells) - len(missed)} of {len(cells)}; {len(beyond)} are more than two standard errors below"],
        ["runs of all cells together, of plain bisection's", "≤ 60%",
         f"{100 * sum(cell.runs for cell in cells) / sum(known_runs(cell) for cell in cells):.0f}%", "", ""],
        ["runs, of plain bisection's", "≤ 60%", f"{np.mean(ratios):.0f}%", f"{max(ratios):.0f}%",
         f"{sum(ratio <= 60 for ratio in ratios)} of {len(cells)}"],
        *([f"runs at steps of {100 * step:g}%", "≤ 60%", f"{np.mean(some):.0f}%", f"{max(some):.0f}%",
           f"{sum(ratio <= 60 for ratio in some)} of {len(some)}"]
          for step in STEPS for some in [[cell.ratio for cell in cells if cell.step == step]]),
    ]
    return table(["goal", "required", "mean of the cells", "worst cell", "cells that meet it"], lines)


def page(count: int) -> str:
    """The page of results."""
    kinds = [(family, commits, step) for family in FAMILIES for step in STEPS for commits in COMMITS]
    nulls = [(family, 128, 0.0) for family in FAMILIES]
    with ThreadPoolExecutor(2) as pool:
        cells = list(pool.map(lambda kind: cell(*kind, count), kinds))
        without = list(pool.map(lambda kind: cell(*kind, count), nulls))
    error = 100 * (0.05 * 0.95 / count) ** 0.5
    header = ["noise", "step, %", "commits", "in the 95% set, %", "likeliest is right, %", "decided, %", "runs",
              "most runs", "builds", "runs of plain bisection", "ratio, %"]
    nothing = [[FAMILIES[one.family].title, percent(one.right), percent(one.covered), percent(1 - one.covered),
                percent(one.decided), f"{one.runs:.1f}", f"{one.most_runs}"] for one in without]
    return f"""# Searching the commit of a change

Written by `Benchmarks/bisect`, with the code of Statistics, digest `{ours.revision()}`. {count} simulated searches per cell, drawn from the
seed “{MASTER_SEED}”: {count * len(cells)} searches with a change, and {count * len(without)} without. The standard error of a share of 95% is {error:.1f} points.

The noise of a run is about 2%, and the search does not know that. The position of the change is random. A build is assumed to cost as much as a
run. A search ends like `hitchmark bisect`, or without an answer after {MOST_RUNS} runs.

Plain bisection measures both ends and one commit per halving, each with the same number of runs. A threshold halfway between
both ends decides which half to search. The table shows the fewest runs with which at least {100 * RELIABILITY:g}% of {PLAIN_SEARCHES} answers are right, or the share of the search if that is lower, and in
brackets the runs per commit and whether their mean or their median is compared. Plain bisection is thus given the best number of runs, which a
user does not know beforehand. With one run per commit, it needs {plain_runs(COMMITS[0], 1)} runs for {COMMITS[0]} commits and {plain_runs(COMMITS[-1], 1)} for {COMMITS[-1]}. No search that measures both ends can do with fewer, so
60% cannot be reached where one run per commit is enough. There, `hitchmark bisect` spends the other runs on the noise, which it must measure first.

{verdicts(cells, count)}

## All searches

{table(header, map(line, cells))}

## Without a change, 128 commits

“A commit is blamed” counts searches whose 95% set does not contain “no change”.

{table(["noise", "“no change” is likeliest, %", "“no change” in the 95% set, %", "a commit is blamed, %", "decided, %", "runs", "most runs"], nothing)}
"""
