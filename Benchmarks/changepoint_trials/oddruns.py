"""Runs far from their siblings: the share of false notes, and the share of slow runs that are found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from changepoint_trials import ours
from changepoint_trials.frames import factors
from changepoint_trials.goals import FALSE, errors, false_row, goals_table, percent
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, MASTER_SEED, Random, random
from changepoint_trials.store import trial

RATE = 60
RUNS = (6, 8, 10, 15, 20, 30)
SCALES = (0.25, 1)
"""The noise of runs, as multiples of a family's noise: 0.5% and 2%."""
SLOWER = (0, 0.1, 0.25, 0.5, 1)
"""How much longer the frames of the last run take than those of its siblings, as a fraction."""
OWN_OUTLIERS = ("spikes", "slow")
"""Families in which single runs are far from the others, so that naming these is right."""


@dataclass(frozen=True)
class Cell:
    """The groups of one kind."""

    family: str
    scale: float
    runs: int
    slower: float

    @property
    def key(self) -> str:
        """The name of the trials, which is also their seed."""
        return f"{self.family}/{self.scale}/{self.runs}/{self.slower}"


@dataclass(frozen=True)
class Share:
    """The groups with notes, as shares of all."""

    cell: Cell
    named: float
    """Groups in which any run is named."""
    found: float
    """Groups in which only the last run is named."""


def group(cell: Cell, rng: Random) -> list[float]:
    """The average frame rates of a group of runs; the last run is slower."""
    durations = factors(cell.family, cell.runs, cell.scale, rng)
    durations[-1] *= 1 + cell.slower
    return list(RATE / durations)


def measure(cell: Cell, count: int) -> Share:
    """The notes on a number of groups."""

    def work() -> list[float]:
        rng = random("oddruns", cell.key)
        request = {"groups": [group(cell, rng) for _ in range(count)]}
        answers = ours.ask("oddruns", [request])[0]
        last = [cell.runs - 1]
        return [sum(bool(odd) for odd in answers) / count, sum(odd == last for odd in answers) / count]

    version = ours.revision("Analysis", "Statistics")
    return Share(cell, *trial(f"oddruns/{cell.key}", version, work, count=count, rate=RATE))


Shares = dict[Cell, Share]


def goals(found: Shares, count: int) -> str:
    """The share of false notes for each size of the noise."""
    rows = []
    for scale in SCALES:
        shares = [found[Cell(family, scale, runs, 0)].named
                  for family in FAMILIES if family not in OWN_OUTLIERS for runs in RUNS]
        rows.append(false_row(f"false notes on groups of equal runs, noise of {2 * scale:g}%", shares, count))
    return goals_table(rows)


def missed(found: Shares) -> str:
    """A sentence about the cells that miss the goal."""
    cells = [f"{FAMILIES[family].title}, {runs} runs, noise of {2 * scale:g}%: {percent(share.named)}%"
             for scale in SCALES for family in FAMILIES if family not in OWN_OUTLIERS for runs in RUNS
             if (share := found[Cell(family, scale, runs, 0)]).named > FALSE]
    return f"**Over {100 * FALSE:g}% of false notes**: {'; '.join(cells)}." if cells else "The goal is met in all cells."


def power(found: Shares) -> str:
    """A sentence about the power in normal noise of 2%."""
    def ends(slower: float) -> str:
        shares = [found[Cell("normal", 1, runs, slower)].found for runs in RUNS]
        return f"{percent(min(shares))}% to {percent(max(shares))}%"

    return (f"With normal noise of 2%, a run that takes 50% longer is named in {ends(0.5)} of the groups, and one that takes twice as long in "
            f"{ends(1)}.")


def by_family(found: Shares, scale: float) -> str:
    """All groups with one size of the noise."""
    header = ["noise", "runs", "no slow run, %", *(f"one {100 * slower:g}% slower, %" for slower in SLOWER[1:])]
    rows = []
    for family in FAMILIES:
        for runs in RUNS:
            shares = {slower: found[Cell(family, scale, runs, slower)] for slower in SLOWER}
            rows.append([FAMILIES[family].title, f"{runs}", percent(shares[0].named),
                         *(percent(shares[slower].found) for slower in SLOWER[1:])])
    return table(header, rows)


def page(count: int) -> str:
    """The page of results."""
    cells = [Cell(family, scale, runs, slower)
             for scale in SCALES for family in FAMILIES for runs in RUNS for slower in SLOWER]
    with ThreadPoolExecutor(2) as pool:
        found = {share.cell: share for share in pool.map(lambda cell: measure(cell, count), cells)}
    titles = " and ".join(f"“{FAMILIES[family].title}”" for family in OWN_OUTLIERS)
    return f"""# Odd runs

Written by `Benchmarks/oddruns`, with the code of Analysis and Statistics, digest `{ours.revision("Analysis", "Statistics")}`. {count} simulated
groups per cell and {count * len(found):,} in all, drawn from the seed “{MASTER_SEED}”.
{errors(count)}

A group is the runs of one stage and side. Each run is its average frame rate, around {RATE} FPS. The noise of frame times from run to run has the shape of
the family: once with its own size of about 2%, and once with a quarter of that. The titles of the families show the sizes of the 2%.

The first column of shares counts groups in which any run was named although none was made slower. The others count groups in which the slow run, and no
other, was named. The goal is at most {100 * FALSE:g}% of groups with false notes. It does not apply to {titles}, because these have odd
runs by definition.

{goals(found, count)}

{missed(found)}

The rule calls a run odd if it is more than 20 robust deviations away, so that heavy tails cause few false notes. The price is power. {power(found)}

## Noise of about 0.5%

{by_family(found, 0.25)}

## Noise of about 2%

{by_family(found, 1)}
"""
