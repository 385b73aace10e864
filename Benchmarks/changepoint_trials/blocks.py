"""Experiments in blocks that are judged after each block: errors, power, blocks and coverage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from changepoint_trials import ours
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, MASTER_SEED, random
from changepoint_trials.store import trial

SIZES = (1.5, 1.0, 0.6)
"""Promised effects, in standard deviations of the difference within a block."""

EFFECTS = (0.0, 1.0, 1.5, 2.0, 3.0)
"""True effects, as multiples of the promised effect."""

MOST_BLOCKS = {0.0: 0.95, 1.0: 0.87, 2.0: 0.57, 3.0: 0.46}
"""The largest mean number of blocks by the true effect, as a share of the fixed design, for plans of at least ten blocks. The best
possible rule needs 93% without a change and 76% at the promised one, found by dynamic programming."""

SESSION_BLOCKS = 4
SESSION_NOISE = 0.04
"""Standard deviation of the effect that all runs of a session share: twice the noise of a run."""

Random = np.random.Generator


@dataclass(frozen=True)
class Cell:
    """The results of the experiments of one kind: shares, and the mean number of blocks."""

    changed: float
    unchanged: float
    blocks: float
    covered: float


@dataclass(frozen=True)
class Plan:
    """An experiment as planned by `--plan`."""

    family: str
    sessions: bool
    size: float
    effect: float
    """As a natural logarithm."""
    blocks: int
    fixed: int

    @property
    def key(self) -> str:
        """The name of the trials, which is also their seed."""
        return f"{self.family}/{'sessions' if self.sessions else 'one'}/{self.size}"


def runs(family: str, sessions: bool, blocks: int, rng: Random) -> tuple[np.ndarray, np.ndarray]:
    """Two sides of blocks without a change, as factors; each block is measured in a random order."""
    # Heavy tails reach below 0 once in millions of runs, and a logarithm needs a positive value.
    noise = np.maximum(1 + FAMILIES[family].noise(2 * blocks, rng).reshape(blocks, 2), 0.05)
    if sessions:
        count = -(-blocks // SESSION_BLOCKS)
        shared = 1 + SESSION_NOISE * rng.standard_normal(count)
        noise *= np.repeat(shared, SESSION_BLOCKS)[:blocks, None]
    first = rng.integers(0, 2, blocks)
    rows = np.arange(blocks)
    return noise[rows, first], noise[rows, 1 - first]


def deviation(family: str) -> float:
    """The standard deviation of the difference of logarithms within a block, from a long history."""
    one, other = runs(family, False, 200_000, random("blocks", "deviation", family))
    return float(np.std(np.log(other) - np.log(one)))


def plans() -> list[Plan]:
    """All families of noise and all sizes, without and with sessions."""
    wanted = [(family, size, size * deviation(family)) for family in FAMILIES for size in SIZES]
    answers = ours.ask("plan-blocks", ({"effect": effect, "deviation": effect / size} for _, size, effect in wanted))
    return [
        Plan(family, sessions, size, effect, blocks, fixed)
        for sessions in (False, True)
        for (family, size, effect), (blocks, fixed) in zip(wanted, answers)
    ]


def cell(plan: Plan, multiple: float, floor: float, count: int) -> Cell:
    """Runs experiments. The true effect `multiple` and the `floor` are multiples of the promised effect."""

    def work() -> list[float]:
        rng = random("blocks", plan.key, multiple, floor)
        truth = multiple * plan.effect
        sides = [runs(plan.family, plan.sessions, plan.blocks, rng) for _ in range(count)]
        request = {
            "blocks": plan.blocks, "floor": float(np.expm1(floor * plan.effect)),
            "reference": [list(100 * one) for one, _ in sides],
            "candidate": [list(100 * np.exp(truth) * other) for _, other in sides],
        }
        answers = ours.ask("blocks", [request])[0]
        return [
            float(np.mean([answer["answer"] == "changed" for answer in answers])),
            float(np.mean([answer["answer"] == "unchanged" for answer in answers])),
            float(np.mean([answer["blocks"] for answer in answers])),
            float(np.mean([answer["lower"] <= truth <= answer["upper"] for answer in answers])),
        ]

    name = f"blocks/{plan.key}/{multiple}/{floor}"
    return Cell(*trial(name, ours.revision(), work, count=count, blocks=plan.blocks))


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


@dataclass(frozen=True)
class Row:
    """The results of one plan."""

    plan: Plan
    without_floor: Cell
    cells: dict[float, Cell]

    @property
    def false_changed(self) -> float:
        """The share of false changes; with a floor of 0, none is hidden by an early stop as unchanged."""
        return max(self.without_floor.changed, self.cells[0.0].changed)

    @property
    def coverage(self) -> float:
        """The lowest coverage over all effects."""
        return min(cell.covered for cell in [self.without_floor, *self.cells.values()])

    def saved(self, multiple: float) -> float:
        """The mean number of blocks, as a share of that of the fixed design."""
        return self.cells[multiple].blocks / self.plan.fixed

    def line(self) -> list[str]:
        """The row of the table."""
        return [
            FAMILIES[self.plan.family].title, f"{self.plan.size}", f"{self.plan.blocks}", f"{self.plan.fixed}",
            percent(self.false_changed), percent(self.cells[1.0].unchanged), percent(self.cells[1.0].changed),
            percent(self.cells[0.0].unchanged), percent(self.coverage), *(f"{100 * self.saved(m):.0f}" for m in EFFECTS),
        ]


def rows(count: int) -> list[Row]:
    """The results of all plans."""
    return [
        Row(plan, cell(plan, 0.0, 0.0, count), {multiple: cell(plan, multiple, 1.0, count) for multiple in EFFECTS})
        for plan in plans()
    ]


def verdicts(all_rows: list[Row], count: int) -> str:
    """The table of bars, and whether they were met."""
    error = 2 * (0.05 * 0.95 / count) ** 0.5
    long = [row for row in all_rows if row.plan.blocks >= 10]
    mean = {multiple: float(np.mean([row.saved(multiple) for row in long])) for multiple in EFFECTS}

    def judge(title: str, bar: str, worst: str, missed: int) -> list[str]:
        return [title, bar, worst, "all" if missed == 0 else f"{len(all_rows) - missed} of {len(all_rows)}"]

    false_changed = [row.false_changed for row in all_rows]
    false_unchanged = [row.cells[1.0].unchanged for row in all_rows]
    power = [row.cells[1.0].changed for row in all_rows]
    coverage = [row.coverage for row in all_rows]
    lines = [
        judge("“changed” without a change", "≤ 5%", f"{percent(max(false_changed))}%",
              sum(share > 0.05 + error for share in false_changed)),
        judge("“unchanged” with a change of the noise floor", "≤ 5%", f"{percent(max(false_unchanged))}%",
              sum(share > 0.05 + error for share in false_unchanged)),
        judge("power at the promised effect", "≥ 80%", f"{percent(min(power))}%",
              sum(share < 0.80 - 1.8 * error for share in power)),
        judge("coverage of the interval", "≥ 94%", f"{percent(min(coverage))}%",
              sum(share < 0.94 - error for share in coverage)),
        *([f"mean blocks of plans of 10 and more at {multiple:g} × the promised effect, of a fixed design", f"≤ {100 * most:.0f}%",
           f"{100 * max(row.saved(multiple) for row in long):.0f}%, mean {100 * mean[multiple]:.0f}%",
           f"the mean {'meets' if mean[multiple] <= most else 'misses'} it"] for multiple, most in MOST_BLOCKS.items()),
    ]
    return table(["bar", "required", "worst", "rows that meet it"], lines)


def page(count: int) -> str:
    """The page of results."""
    all_rows = rows(count)
    header = [
        "noise", "size, σ", "blocks", "fixed", "false changed, %", "false unchanged, %", "power, %", "unchanged at 0, %",
        "coverage, %", *(f"blocks at {multiple:g}×, %" for multiple in EFFECTS),
    ]
    error = 100 * (0.05 * 0.95 / count) ** 0.5
    return f"""# Comparisons that stop early

Written by `Benchmarks/sequential`, with the code of Statistics, digest `{ours.revision()}`. {count} simulated experiments per cell, drawn
from the seed “{MASTER_SEED}”. The standard error of a share of 5% is {error:.1f} points. A row meets a bar if it is within two standard errors of it.

Each experiment measures two sides in blocks, in random order within a block, and stops at the first look that decides. The promised effect is
“size” standard deviations of a block's difference, and the noise floor has the same size. “Blocks” is the largest number of blocks, as
`hitchmark run --plan` gives it. “Fixed” is the number that a paired t test needs for the same effect with 80%. The last columns show
the mean number of blocks in percent of “fixed”, at several true effects.

{verdicts(all_rows, count)}

## All blocks in one session

{table(header, (row.line() for row in all_rows if not row.plan.sessions))}

## Sessions of {SESSION_BLOCKS} blocks

All runs of a session share an effect of {100 * SESSION_NOISE:.0f}%, one standard deviation, on both sides.

{table(header, (row.line() for row in all_rows if row.plan.sessions))}
"""
