"""Finds the digits behind the printed ones, so that every derived cell comes out too."""

from __future__ import annotations

from collections.abc import Iterator

from reconstruction.cells import Cell, HalfSpace, Values, cells
from reconstruction.frame_counts import FRAME_COUNTS
from reconstruction.suite import Quantity, Suite

MARGIN = 0.025
"""Share of a cell's rounding kept between its value and the nearest other text."""

SWEEPS = 50_000
"""Rounds of projection after which the conditions count as contradictory."""

TOLERANCE = 1e-9
"""Shortfall that counts as none: a ten-thousandth of what the margin leaves of the tightest cell."""


class Unsolved(Exception):
    """No hidden digits print the cells."""


def solve(suite: Suite) -> dict[Quantity, float]:
    """The unrounded value of every quantity; `span` is the time from first to last frame.

    Starts from the printed values and moves each no further than the cells ask, by projecting onto
    one condition after the other until all hold (Kaczmarz's method).
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
    """What the cells ask of the continuous quantities, of a duration and of the span alike."""
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
    """Whether this is the one cell that takes the test's own duration (see frame_counts.py)."""
    return cell.is_relative and cell.reference[0].stage == worst


def equal(first: Quantity, second: Quantity) -> list[HalfSpace]:
    """That two quantities are the same."""
    return [HalfSpace({first: sign, second: -sign}, 0) for sign in (1, -1)]


def project(values: dict[Quantity, float], condition: HalfSpace) -> float:
    """Moves the values to the nearest that meet the condition; says how far off they were."""
    shortfall = condition.shortfall(values)
    if shortfall > 0:
        step = shortfall / sum(weight * weight for weight in condition.weights.values())
        for quantity, weight in condition.weights.items():
            values[quantity] += step * weight
    return shortfall


def couple(values: dict[Quantity, float], run: tuple[str, str]) -> float:
    """Moves a run's span and frame rate to where their product is the frame count."""
    span, rate = Quantity("span", *run), Quantity("fps.avg", *run)
    frames = FRAME_COUNTS[run].frames
    excess = values[span] * values[rate] - frames
    step = excess / (values[span] ** 2 + values[rate] ** 2)
    values[span], values[rate] = values[span] - step * values[rate], values[rate] - step * values[span]
    return abs(excess) / frames
