"""The time that a detector takes for one series."""

from __future__ import annotations

import time
from statistics import median

import numpy as np

from changepoint_trials import ours
from changepoint_trials.noise import random
from changepoint_trials.peers import Peer, peers

LENGTHS = (200, 1000, 5000)
ROUNDS = 7
LONGEST_ROUND = 2.0
"""A detector that takes more seconds than this is measured once."""


def series(n: int) -> list[list[float]]:
    """A series without a change, one with a step, and one with a recovery and spikes; noise of 2%."""
    levels = [np.full(n, 100.0) for _ in range(3)]
    levels[1][n // 2 :] *= 1.05
    levels[2][4 * n // 10 : 7 * n // 10] *= 1.03
    values = [level * (1 + 0.02 * random("times", n, i).standard_normal(n)) for i, level in enumerate(levels)]
    values[2][[n // 5, 17 * n // 20]] = 120
    return [list(map(float, one)) for one in values]


def our_times(n: int) -> list[float]:
    """Hitchmark's median seconds, one per series."""
    return [median(times) for times in ours.ask("time", ({"values": one, "rounds": ROUNDS} for one in series(n)))]


def peer_times(peer: Peer, n: int) -> list[float]:
    """A peer's median seconds, one per series. The first round warms up, and is the only one of a slow detector."""
    medians = []
    for values in series(n):
        rounds = [timed(peer, values)]
        if rounds[0] <= LONGEST_ROUND:
            rounds = [timed(peer, values) for _ in range(ROUNDS)]
        medians.append(median(rounds))
    return medians


def timed(peer: Peer, values: list[float]) -> float:
    """Seconds that one call takes."""
    start = time.perf_counter()
    peer.positions(list(values))
    return time.perf_counter() - start


def run() -> dict[str, dict[int, list[float]]]:
    """Seconds of each detector, by length. Not saved, because they depend on the load of the machine."""
    results = {"confirmed": {n: our_times(n) for n in LENGTHS}}
    for peer in peers():
        results[peer.key] = {n: peer_times(peer, n) for n in LENGTHS}
    return results
