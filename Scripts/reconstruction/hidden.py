"""Finds unrounded values that print as published in every cell, including the derived ones."""

from __future__ import annotations

from collections.abc import Iterator

from reconstruction.cells import Cell, HalfSpace, Values, cells
from reconstruction.frame_counts import FRAME_COUNTS
from reconstruction.suite import Quantity, Suite

MARGIN = 0.025
"""Smallest distance of a value from the nearest rounding limit, as a share of the rounding."""

SWEEPS = 50_000
"""If the conditions do not hold after this many rounds of projection, they are contradictory."""

TOLERANCE = 1e-9
"""Largest shortfall that is ignored, which is far smaller than any margin."""


class Unsolved(Exception):
    """No values print all cells as published."""


def solve(suite: Suite) -> dict[Quantity, float]:
    """The unrounded value of every quantity; `span` is the time from first to last frame.

    Starts from the printed values, and projects them onto one condition after the other until all hold (Kaczmarz's
    method), so that they change as little as possible.
    """
    values = dict(suite.reported)
    for run, counts in FRAME_COUNTS.items():
        values[Quantity("fps.stability", *run)] = counts.stability
        values[Quantity("span", *run)] = values[Quantity("duration", *run)]
    pending = list(conditions(suite))
    for _ in range(SWEEPS):
        error = max(project(values, condition) for condition in pending)
        error = max(error, *(couple(values, run) for run in FRAME_COUNTS))
        if error < TOLERANCE:
            return values
    raise Unsolved("the conditions contradict each other")


def conditions(suite: Suite) -> Iterator[HalfSpace]:
    """The conditions of the cells on the continuous quantities; those on a duration also apply to the span."""
    worst = suite.description["worst"]
    for cell in cells(suite):
        if cell.metric == "fps.stability":
            continue
        printed = cell.printed(suite.reported)
        yield from cell.half_spaces(printed, MARGIN)
        if cell.metric == "duration" and not spans_cannot_print(cell, worst):
            yield from cell.of("span").half_spaces(printed, MARGIN)
    for quantity in suite.reported:
        if quantity.metric == "duration" and quantity.stage != worst:
            yield from equal(quantity, quantity._replace(metric="span"))


def spans_cannot_print(cell: Cell, worst: str) -> bool:
    """Whether this is the one cell that needs the duration of the test (see frame_counts.py)."""
    return cell.is_relative and cell.reference[0].stage == worst


def equal(first: Quantity, second: Quantity) -> list[HalfSpace]:
    """The condition that two quantities are equal."""
    return [HalfSpace({first: sign, second: -sign}, 0) for sign in (1, -1)]


def project(values: dict[Quantity, float], condition: HalfSpace) -> float:
    """Moves the values to the nearest ones that meet the condition; returns how far off they were."""
    shortfall = condition.shortfall(values)
    if shortfall > 0:
        step = shortfall / sum(weight * weight for weight in condition.weights.values())
        for quantity, weight in condition.weights.items():
            values[quantity] += step * weight
    return shortfall


def couple(values: dict[Quantity, float], run: tuple[str, str]) -> float:
    """Moves the product of a run's span and frame rate closer to the frame count; returns the relative error before."""
    span, rate = Quantity("span", *run), Quantity("fps.avg", *run)
    frames = FRAME_COUNTS[run].frames
    excess = values[span] * values[rate] - frames
    step = excess / (values[span] ** 2 + values[rate] ** 2)
    values[span], values[rate] = values[span] - step * values[rate], values[rate] - step * values[span]
    return abs(excess) / frames
