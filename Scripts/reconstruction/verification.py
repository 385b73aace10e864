"""Recomputes the tables from the written traces, with the formulas of docs/metrics.md."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from reconstruction.cells import Cell, cells
from reconstruction.resources import COLUMNS
from reconstruction.suite import Quantity, Suite


def verify(suite: Suite, traces: Path) -> bool:
    """Compares every cell with the one of the reported values, prints the result, and returns whether all are equal."""
    values = {q: v for run in suite.runs for q, v in measured(traces, run).items()}
    table = list(cells(suite))
    wrong = [cell for cell in table if cell.printed(values) != cell.printed(suite.reported)]
    for cell in wrong:
        print(f"{cell.name}: {cell.printed(values)} from the trace, {cell.printed(suite.reported)} reported")
    tightest = min(table, key=lambda cell: clearance(suite, cell, values))
    print(f"{len(table) - len(wrong)} of {len(table)} cells print as reported")
    print(f"nearest to a rounding limit: {tightest.name}, by {clearance(suite, tightest, values):.1e} of its value")
    return not wrong


def clearance(suite: Suite, cell: Cell, values: dict[Quantity, float]) -> float:
    """The distance of a cell from the nearest rounding limit, relative to its value."""
    value = cell.value(values)
    low, high = cell.allowed(cell.printed(suite.reported), margin=0)
    return min(value - low, high - value) / max(abs(value), high - low)


def measured(traces: Path, run: tuple[str, str]) -> dict[Quantity, float]:
    """The metrics of a run, computed from its files."""
    folder = traces.joinpath(*run)
    description = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    times = [int(row["timestamp_ns"]) for row in rows(folder / "frames.csv")]
    resources = rows(folder / "resources.csv")
    frames, span = len(times) - 1, (times[-1] - times[0]) / 1e9
    rate = frames / span
    points = [1e9 / (later - earlier) for earlier, later in zip(times, times[1:])]
    found = {
        "duration": description.get("duration_s", span),
        "fps.avg": rate,
        "fps.stability": sum(abs(point - rate) <= 0.2 * rate for point in points) / frames,
    }
    for column in COLUMNS:
        numbers = [float(row[column.name]) / column.scale for row in resources]
        found[column.metric] = sum(numbers) / len(numbers)
    return {Quantity(metric, *run): value for metric, value in found.items()}


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file by column name."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
