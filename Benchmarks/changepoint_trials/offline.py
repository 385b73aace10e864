"""Whole series: the share of series with a false alarm, and the share of steps that are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from changepoint_trials import ours
from changepoint_trials.noise import FAMILIES, SIBLINGS, Case, case
from changepoint_trials.peers import Peer, peers
from changepoint_trials.store import trial

LENGTHS = (20, 50, 100, 200)
FEW_SIBLINGS = (0, 1, 3, SIBLINGS)
FEW_SIBLINGS_FAMILIES = ("normal", "ar5")


@dataclass(frozen=True)
class Scenario:
    """The step of a series, and the largest distance of a finding from it. The key is a part of the seed."""

    key: str
    step: float
    at: Callable[[int], int]
    within: int

    def holds(self, positions: Iterable[int], n: int) -> bool:
        """Whether the step was found, or anything if there is no step."""
        if not self.step:
            return bool(list(positions))
        return any(abs(position - self.at(n)) <= self.within for position in positions)


SCENARIOS = (
    Scenario("none", 0.0, lambda n: 0, 0),
    Scenario("5% in the middle", 0.05, lambda n: n // 2, 5),
    Scenario("3% in the middle", 0.03, lambda n: n // 2, 10),
    Scenario("5% six before the newest", 0.05, lambda n: n - 6, 3),
)

Cell = list[float]
"""For each scenario, the share of series in which the step, or without a step anything, was found."""


def cases(family: str, n: int, scenario: Scenario, count: int) -> list[Case]:
    """The series of a cell, the same for every detector."""
    return [case(family, n, scenario.step, scenario.at(n), scenario.key, number) for number in range(count)]


def our_cells(family: str, n: int, count: int, siblings: int = SIBLINGS) -> dict[str, Cell]:
    """Hitchmark's shares: with confirmed changes only, and with suspects too."""
    def work() -> dict[str, Cell]:
        cells: dict[str, Cell] = {"confirmed": [], "suspected": []}
        for scenario in SCENARIOS:
            series = (one.among(siblings) for one in cases(family, n, scenario, count))
            answers = [answer[0] for answer in ours.detect(series)]
            for name, positions in (("confirmed", ours.confirmed), ("suspected", ours.suspected)):
                cells[name].append(sum(scenario.holds(positions(answer), n) for answer in answers) / count)
        return cells

    return trial(f"offline/ours/{family}/{n}", ours.revision(), work, count=count, siblings=siblings)


def peer_cell(peer: Peer, family: str, n: int, count: int) -> Cell:
    """The shares of another tool."""
    tried = max(10, round(count * peer.share))

    def work() -> Cell:
        return [
            sum(scenario.holds(peer.positions(list(one.values)), n) for one in cases(family, n, scenario, tried))
            / tried
            for scenario in SCENARIOS
        ]

    return trial(f"offline/{peer.key}/{family}/{n}", peer.version, work, count=tried)


def few_siblings(count: int) -> dict[tuple[str, int], dict[str, Cell]]:
    """Hitchmark's shares of confirmed changes if autocorrelation is pooled over few series."""
    return {
        (family, n): {str(few): our_cells(family, n, count, few)["confirmed"] for few in FEW_SIBLINGS}
        for family in FEW_SIBLINGS_FAMILIES for n in LENGTHS
    }


def run(count: int) -> dict[tuple[str, int], dict[str, Cell]]:
    """Every cell of every detector."""
    results = {}
    for family in FAMILIES:
        for n in LENGTHS:
            results[family, n] = our_cells(family, n, count)
            for peer in peers():
                results[family, n][peer.key] = peer_cell(peer, family, n, count)
    return results
