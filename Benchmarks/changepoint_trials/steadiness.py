"""Steady runs, and runs with a slow part or a drift: the shares of false and of right notes on steadiness."""

from __future__ import annotations

import csv
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from changepoint_trials import ours
from changepoint_trials.frames import factors, packed
from changepoint_trials.goals import FALSE, POWER, errors, false_row, goals_table, percent, power_row
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, MASTER_SEED, random
from changepoint_trials.store import trial

SCALES = (5, 1)
"""The noise of frame times, as multiples of a family's noise: 10% and 2%."""
SECONDS = (10, 30)
RATES = (60, 144)
SLOWER = 1.13
"""The frame time of the part, divided by the usual one."""
PART, LONG_PART = 2, 4
"""Durations of the part in seconds."""
DRIFT = 1.10
"""The frame time at the end of a run with a drift, divided by that at the start."""
NOTES = {"start": "warm-up", "end": "slow-end", "middle": "disturbed-part", "drift": "drift"}
"""The note that each kind of run must have."""
RECORDED = ours.REPOSITORY / "runs" / "glmark2"
OFF = 0.13
"""A recorded run must have a note if its first two seconds differ from the rest by at least this fraction."""


@dataclass(frozen=True)
class Cell:
    """The runs of one kind."""

    family: str
    scale: float
    """The noise of frame times, as a multiple of the family's."""
    seconds: int
    rate: int
    kind: str
    """A key of NOTES, or "steady"."""
    part: int
    """The duration of the part in seconds; 0 without a part."""

    @property
    def key(self) -> str:
        """The name of the trials, which is also their seed."""
        return f"{self.family}/{self.scale}/{self.seconds}/{self.rate}/{self.kind}/{self.part}"


def course(cell: Cell) -> np.ndarray:
    """The usual frame times of a run in milliseconds, without noise."""
    usual = 1000 / cell.rate
    if cell.kind == "drift":
        frames = round(1000 * cell.seconds / (usual * (1 + DRIFT) / 2))
        return usual * np.linspace(1, DRIFT, frames)
    part = np.full(round(1000 * cell.part / (usual * SLOWER)), usual * SLOWER)
    rest = np.full(round(1000 * (cell.seconds - cell.part) / usual), usual)
    before = {"start": 0, "middle": len(rest) // 2}.get(cell.kind, len(rest))
    return np.concatenate([rest[:before], part, rest[before:]])


def run(cell: Cell, rng: np.random.Generator) -> str:
    """A run with noise, packed for the tool."""
    usual = course(cell)
    return packed(usual * factors(cell.family, len(usual), cell.scale, rng))


@dataclass(frozen=True)
class Share:
    """The notes on the runs of a cell, as shares of all runs."""

    cell: Cell
    notes: dict[str, float]
    wrong: float
    """The share of runs with a note of another kind than the run should have."""

    @property
    def found(self) -> float:
        """The share of runs with the note that they must have."""
        return self.notes[NOTES[self.cell.kind]]


def measure(cell: Cell, count: int) -> Share:
    """The notes on a number of runs."""

    def work() -> list[list[str]]:
        rng = random("steadiness", cell.key)
        answers = ours.ask("steadiness", ({"runs": [run(cell, rng)]} for _ in range(count)))
        return [sorted(set(answer[0])) for answer in answers]

    found = trial(f"steadiness/{cell.key}", ours.revision("Analysis", "Statistics"), work, count=count)
    right = NOTES.get(cell.kind)
    return Share(
        cell, {note: float(np.mean([note in notes for notes in found])) for note in NOTES.values()},
        float(np.mean([bool(set(notes) - {right}) for notes in found])))


def cells() -> list[Cell]:
    """All kinds of runs. Longer parts occur only in long runs."""
    kinds = [("steady", 0), ("start", PART), ("end", PART), ("middle", PART), ("drift", 0)]
    longer = [("start", LONG_PART), ("end", LONG_PART), ("middle", LONG_PART)]
    return [
        Cell(family, scale, seconds, rate, *kind)
        for scale in SCALES for family in FAMILIES for seconds in SECONDS for rate in RATES
        for kind in [*kinds, *(longer if seconds == max(SECONDS) else [])]
    ]


Shares = dict[Cell, Share]


TITLES = {"start": "slow start", "end": "slow end", "middle": "slow middle"}


def unsteady(found: Shares, scale: float) -> dict[str, list[Share]]:
    """The cells of each goal for power, by the goal's title."""

    def shares(kind: str, part: int, seconds: int) -> list[Share]:
        wanted = (scale, kind, part, seconds)
        return [share for cell, share in found.items() if (cell.scale, cell.kind, cell.part, cell.seconds) == wanted]

    parts = {
        f"{title} of {part} s in {seconds} s": shares(kind, part, seconds)
        for kind, title in TITLES.items() for seconds, part in ((10, PART), (30, PART), (30, LONG_PART))
    }
    drifts = {
        f"drift of {100 * (DRIFT - 1):.0f}% in {seconds} s": shares("drift", 0, seconds) for seconds in SECONDS}
    return parts | drifts


def goals(found: Shares, scale: float, count: int) -> str:
    """The table of goals, and whether they were met."""
    steady = [share for cell, share in found.items() if (cell.scale, cell.kind) == (scale, "steady")]
    rows = [false_row(f"false `{note}` in steady runs", [share.notes[note] for share in steady], count)
            for note in NOTES.values()]
    rows += [power_row(title, [share.found for share in shares], count)
             for title, shares in unsteady(found, scale).items()]
    return goals_table(rows)


def by_family(shares: list[Share]) -> str:
    """The results of some cells, by family."""
    groups: dict[str, list[str]] = {}
    for share in shares:
        groups.setdefault(share.cell.family, []).append(f"{percent(share.found)}% at {share.cell.rate} FPS")
    return "; ".join(f"{FAMILIES[family].title}: {' and '.join(texts)}" for family, texts in groups.items())


def missed(found: Shares, scale: float) -> str:
    """A list of the goals that were missed, with the cells that missed them."""
    items = []
    for title, shares in unsteady(found, scale).items():
        short = [share for share in shares if share.found < POWER]
        if len(short) == len(shares):
            items.append(f"* **{title}**: in every cell; the best has {percent(max(share.found for share in short))}%.")
        elif short:
            items.append(f"* **{title}**: {by_family(short)}.")
    for cell, share in found.items():
        items += [
            f"* **false `{note}`**: {FAMILIES[cell.family].title}, {cell.seconds} s, {cell.rate} FPS: {percent(share.notes[note])}%."
            for note in NOTES.values()
            if (cell.scale, cell.kind) == (scale, "steady") and share.notes[note] > FALSE
        ]
    return "Goals missed:\n\n" + "\n".join(items) if items else "All goals are met."


def lines(found: Shares, scale: float) -> list[list[str]]:
    """The rows of the table of all runs."""
    rows = []
    for family in FAMILIES:
        for seconds in SECONDS:
            for rate in RATES:
                def share(kind: str, part: int) -> Share | None:
                    return found.get(Cell(family, scale, seconds, rate, kind, part))

                steady = share("steady", 0)
                parts = [share(kind, part) for part in (PART, LONG_PART) for kind in TITLES] + [share("drift", 0)]
                wrong = max(one.wrong for one in parts if one)
                rows.append([
                    FAMILIES[family].title, f"{seconds} s, {rate} FPS",
                    *(percent(steady.notes[note]) for note in NOTES.values()),
                    *(percent(one.found) if one else "–" for one in parts), percent(wrong),
                ])
    return rows


HEADER = [
    "noise", "run", "false warm-up, %", "false slow-end, %", "false disturbed-part, %", "false drift, %",
    *(f"{title}, {part} s, %" for part in (PART, LONG_PART) for title in ("start", "end", "middle")), "drift, %",
    "another note, %",
]


# Recorded runs


@dataclass(frozen=True)
class Recorded:
    """A recorded run, and how much its first two seconds differ from the rest."""

    name: str
    mean: float
    """The mean frame time of the first two seconds, divided by that of the rest."""
    median: float
    """The ratio of the medians."""
    notes: list[str]

    @property
    def distance(self) -> float:
        """The ratio of the means as a distance from 1."""
        return abs(self.mean - 1)

    @property
    def is_off(self) -> bool:
        """Whether the means or the medians differ enough."""
        return max(self.distance, abs(self.median - 1)) >= OFF


def frame_times(path: Path) -> np.ndarray:
    """The frame times of a MangoHud log, in milliseconds."""
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    header = next(index for index, row in enumerate(rows) if "frametime" in row)
    column = rows[header].index("frametime")
    return np.array([float(row[column]) for row in rows[header + 1:] if len(row) > column]) / 1000


def recorded() -> list[Recorded]:
    """All recorded runs."""
    paths = sorted(RECORDED.glob("*/*/mangohud.csv"))
    runs = [frame_times(path) for path in paths]
    answers = ours.ask("steadiness", [{"runs": [packed(one) for one in runs]}])[0]
    found = []
    for path, one, notes in zip(paths, runs, answers):
        is_first = np.cumsum(one) <= 2000
        found.append(Recorded(
            f"{path.parent.parent.name}/{path.parent.name}", float(one[is_first].mean() / one[~is_first].mean()),
            float(np.median(one[is_first]) / np.median(one[~is_first])), notes))
    return found


def recorded_page() -> str:
    """The section on recorded runs."""
    runs = recorded()
    off = [one for one in runs if one.is_off]
    by_mean = [one for one in off if one.distance >= OFF]
    has_note = [one for one in off if "warm-up" in one.notes]
    rows = [[one.name, signed(one.mean - 1), signed(one.median - 1), ", ".join(one.notes) or "none"]
            for one in off]
    others = [one for one in runs if not one.is_off and "warm-up" in one.notes]
    return f"""The runs of `runs/glmark2` are {len(runs)} recordings of 15 s. The mean frame time of the first two seconds is at least {100 * OFF:.0f}% off that of the rest in
{len(by_mean)} of them: {", ".join(one.name for one in by_mean)}. Of these, {sum("warm-up" in one.notes for one in by_mean)} have the note `warm-up`. By the mean or the median, {len(off)} runs are off, and
{len(has_note)} of them have the note. {words(others)}

{table(["run", "mean of the first 2 s, %", "median of the first 2 s, %", "notes"], rows)}"""


def signed(share: float) -> str:
    """A change in percent with its sign."""
    return f"{100 * share:+.1f}".replace("-", "−")


def words(others: list[Recorded]) -> str:
    """A sentence about the other runs with the note."""
    if not others:
        return "No other run has it."
    return f"{len(others)} other {'run has' if len(others) == 1 else 'runs have'} it too: {', '.join(one.name for one in others)}."


def page(count: int) -> str:
    """The page of results."""
    with ThreadPoolExecutor(2) as pool:
        found = {share.cell: share for share in pool.map(lambda cell: measure(cell, count), cells())}
    gain = 100 * (30 / (30 - PART + PART / SLOWER) - 1)
    return f"""# Warm-up, slow end, disturbed part and drift

Written by `Benchmarks/steadiness`, with the code of Analysis and Statistics, digest `{ours.revision("Analysis", "Statistics")}`. {count} simulated
runs per cell and {count * len(found):,} in all, drawn from the seed “{MASTER_SEED}”.
{errors(count)}

The noise of frame times has the shape of the family: once with its own size of about 2%, and once with five times that, about 10% of the frame
time. The titles of the families show the sizes of the 2%. Autocorrelated noise depends on the frame before. A drift raises the frame time evenly
by {100 * (DRIFT - 1):.0f}% from the first frame to the last.

**A part of {PART} s in a run of 30 s is not found, by rule.** A note requires that the average frame rate differs by at least 1% without the part. Without
this part, it differs by only {gain:.1f}%, unless noise adds to it. So the goal of {100 * POWER:g}% is missed there. Parts of {LONG_PART} s show what the checks find in runs of 30 s
if the part matters enough; the same bar is applied to them.

**A drift is found only if the eighths of the run rise without exception.** A drift of {100 * (DRIFT - 1):.0f}% raises the frame time by {100 * (DRIFT - 1) / 8:.2f}% from each eighth to the
next, so the median of an eighth must be known better than that. Noise of 10%, autocorrelated
frames and frames with one of two frame times (“two kinds of machine”) often prevent this.

“Slow” parts take {100 * (SLOWER - 1):.0f}% longer per frame. The note that counts is `warm-up` for a slow start, `slow-end` for a slow end and
`disturbed-part` for a slow middle.

## Goals, frame times with noise of about 2%

{goals(found, 1, count)}

{missed(found, 1)}

## Goals, frame times with noise of about 10%

{goals(found, 5, count)}

{missed(found, 5)}

## Recorded runs

{recorded_page()}

## All runs, frame times with noise of about 2%

The first four columns of shares show the notes on steady runs. The others show how often the right note was given, and the last one the largest
share of runs with any other note, over the runs that have a part or a drift.

{table(HEADER, lines(found, 1), words=2)}

## All runs, frame times with noise of about 10%

{table(HEADER, lines(found, 5), words=2)}
"""
