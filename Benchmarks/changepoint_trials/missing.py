"""Series with gaps: half of the commits were not measured, at random or in intervals."""

from __future__ import annotations

import numpy as np

from changepoint_trials import ours
from changepoint_trials.noise import Case, case, random
from changepoint_trials.peers import Peer, peers
from changepoint_trials.store import trial

FAMILIES = ("normal", "spikes")
LENGTHS = (100, 200)
GAPS = {"none": "no gaps", "random": "half missing, at random", "stretches": "half missing, in intervals of about ten"}
STEPS = (0.0, 0.05)
WITHIN = 5
"""Largest distance of a finding from the step, in measured commits."""


def measured(gaps: str, n: int, number: int) -> np.ndarray:
    """Whether each commit was measured."""
    rng = random("gaps", gaps, n, number)
    if gaps == "none":
        return np.ones(n, bool)
    if gaps == "random":
        return rng.random(n) < 0.5
    changes = rng.random(n) < 0.1
    return (np.cumsum(changes) + rng.integers(2)) % 2 == 0


def series(family: str, n: int, gaps: str, step: float, number: int) -> tuple[Case, np.ndarray]:
    """A series with its siblings, and whether each of its commits was measured."""
    return case(family, n, step, n // 2, "missing", gaps, step, number), measured(gaps, n, number)


def holds(positions: list[int], step: float, there: np.ndarray) -> bool:
    """Whether the step was found, or anything if there is no step. `positions` count measured commits."""
    middle = int(there[: len(there) // 2].sum())
    return any(abs(position - middle) <= WITHIN for position in positions) if step else bool(positions)


def our_cell(family: str, n: int, gaps: str, count: int) -> list[float]:
    """Hitchmark's share for each step; its input has the measured commits only."""
    def work() -> list[float]:
        shares = []
        for step in STEPS:
            drawn = [series(family, n, gaps, step, number) for number in range(count)]
            answers = ours.detect(
                Case(one.key, one.values[there], [other[there] for other in one.siblings]) for one, there in drawn)
            shares.append(np.mean([
                holds(ours.confirmed(answer[0]), step, there) for answer, (_, there) in zip(answers, drawn)]))
        return [float(share) for share in shares]

    return trial(f"missing/ours/{family}/{n}/{gaps}", ours.revision(), work, count=count)


def peer_cell(peer: Peer, family: str, n: int, gaps: str, count: int) -> list[float]:
    """A peer's share for each step; its input marks missing values, which it handles in its own way."""
    tried = max(10, round(count * peer.share))

    def found(step: float, number: int) -> bool:
        one, there = series(family, n, gaps, step, number)
        values = [float(value) if is_there else None for value, is_there in zip(one.values, there)]
        places = np.cumsum(there)
        positions = [int(places[position - 1]) if position else 0 for position in peer.positions(values)]
        return holds(positions, step, there)

    def work() -> list[float]:
        return [sum(found(step, number) for number in range(tried)) / tried for step in STEPS]

    return trial(f"missing/{peer.key}/{family}/{n}/{gaps}", peer.version, work, count=tried)


def run(count: int) -> dict[tuple[str, int, str], dict[str, list[float]]]:
    """Every cell of every detector."""
    return {
        (family, n, gaps): {
            "confirmed": our_cell(family, n, gaps, count),
            **{peer.key: peer_cell(peer, family, n, gaps, count) for peer in peers()},
        }
        for family in FAMILIES for n in LENGTHS for gaps in GAPS
    }
