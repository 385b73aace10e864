"""The cells of the thesis' tables: their values, their printed text, and the values that a text allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from reconstruction.suite import Quantity, Suite

Values = Mapping[Quantity, float]

FRACTIONS = {"fps.stability", "cpu.avg", "gpu.avg"}
"""Metrics that are stored as fractions and printed as percentages."""


def spreadsheet_rounded(value: float, decimals: int) -> Decimal:
    """Rounds as a spreadsheet does: 15 significant digits first, then halves away from zero."""
    fifteen_digits = Decimal(f"{value:.14e}")
    return fifteen_digits.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


@dataclass(frozen=True)
class HalfSpace:
    """The values for which a weighted sum of quantities is at least `bound`."""

    weights: dict[Quantity, float]
    bound: float

    def shortfall(self, values: Values) -> float:
        """How far the sum is below the bound; 0 or negative if the condition holds."""
        return self.bound - sum(weight * values[q] for q, weight in self.weights.items())


@dataclass(frozen=True)
class Cell:
    """A number of a table: a mean of runs, minus the mean of the reference if there is one, or relative to it."""

    name: str
    runs: list[Quantity]
    reference: list[Quantity]
    is_relative: bool = False

    @property
    def metric(self) -> str:
        """The metric of all quantities of the cell."""
        return self.runs[0].metric

    def of(self, metric: str) -> Cell:
        """This cell for another metric."""
        runs, reference = ([q._replace(metric=metric) for q in qs] for qs in (self.runs, self.reference))
        return replace(self, runs=runs, reference=reference)

    def value(self, values: Values) -> float:
        """The unrounded number."""
        own = mean(values, self.runs)
        if not self.reference:
            return own
        reference = mean(values, self.reference)
        return (own - reference) / reference if self.is_relative else own - reference

    @property
    def is_percentage(self) -> bool:
        """Whether the cell prints a percentage with two decimals; otherwise it prints a number with one."""
        return self.is_relative or self.metric in FRACTIONS

    def printed(self, values: Values) -> Decimal:
        """The number as printed, without the percent sign."""
        value = self.value(values)
        return spreadsheet_rounded(value * 100, 2) if self.is_percentage else spreadsheet_rounded(value, 1)

    def allowed(self, printed: Decimal, margin: float) -> tuple[float, float]:
        """The lowest and the highest value that print as `printed`, with a `margin` at both ends.

        The margin is a share of the rounding.
        """
        half = Decimal("0.005") if self.is_percentage else Decimal("0.05")
        scale = 100 if self.is_percentage else 1
        reach = float(half) * (1 - margin)
        return (float(printed) - reach) / scale, (float(printed) + reach) / scale

    def half_spaces(self, printed: Decimal, margin: float) -> list[HalfSpace]:
        """The bounds of `allowed`, as linear conditions on the runs."""
        low, high = self.allowed(printed, margin)
        return [self._at_least(low, sign=1), self._at_least(high, sign=-1)]

    def _at_least(self, limit: float, sign: int) -> HalfSpace:
        """The condition `sign · value ≥ sign · limit`; a relative change is multiplied by its reference."""
        weights = {q: sign / len(self.runs) for q in self.runs}
        factor = 1 + limit if self.is_relative else 1
        weights.update({q: -sign * factor / len(self.reference) for q in self.reference})
        return HalfSpace(weights, 0 if self.is_relative else sign * limit)


def mean(values: Values, quantities: list[Quantity]) -> float:
    """The arithmetic mean, which is the value of a stage."""
    return sum(values[q] for q in quantities) / len(quantities)


def cells(suite: Suite) -> Iterator[Cell]:
    """Every cell of the suite's tables: one table per stage, then the two closing comparisons."""
    for metric in suite.description["metrics"]:
        for stage in suite.stages:
            yield from stage_cells(suite, metric, stage["id"], stage.get("baseline"))
        for reference in ("worst", "best"):
            yield from closing_cells(suite, metric, suite.description[reference])


def stage_cells(suite: Suite, metric: str, stage: str, baseline: str | None) -> Iterator[Cell]:
    """The values of the runs, their average, and the change from the baseline."""
    runs = suite.of_stage(metric, stage)
    for quantity in runs:
        yield Cell(f"{metric} of {stage} #{quantity.run}", [quantity], [])
    yield Cell(f"{metric} of {stage}, average", runs, [])
    if baseline:
        yield Cell(f"{metric} of {stage} against {baseline}", runs, suite.of_stage(metric, baseline))


def closing_cells(suite: Suite, metric: str, against: str) -> Iterator[Cell]:
    """Reference, end result, change, and change in percent."""
    end = suite.description["end_result"]
    runs, reference = suite.of_stage(metric, end), suite.of_stage(metric, against)
    yield Cell(f"{metric} of {against}, closing", reference, [])
    yield Cell(f"{metric} of {end}, closing against {against}", runs, [])
    yield Cell(f"{metric} of {end} against {against}, closing", runs, reference)
    yield Cell(f"{metric} of {end} against {against}, in percent", runs, reference, is_relative=True)
