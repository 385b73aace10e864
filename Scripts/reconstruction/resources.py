"""Draws resource samples with a given mean."""

from __future__ import annotations

from typing import NamedTuple

from reconstruction.dice import Dice

SECOND = 1_000_000_000


class Column(NamedTuple):
    """How one resource is sampled."""

    name: str
    metric: str
    scale: float
    """Printed units in one unit of the metric."""
    decimals: int
    unrest: float
    """Greatest step from sample to sample, as a share of the room to the nearest limit."""


COLUMNS = [
    Column("cpu_percent", "cpu.avg", scale=100, decimals=4, unrest=0.15),
    Column("gpu_percent", "gpu.avg", scale=100, decimals=4, unrest=0.10),
    Column("memory_mb", "memory.avg", scale=1, decimals=3, unrest=0.02),
]

FULL = 100
"""Where a percentage ends."""


def sample_times(span: int) -> list[int]:
    """Every whole second within the frames: the usual pace of a phone's profiler."""
    return list(range(SECOND, span + 1, SECOND))


def samples(column: Column, mean: float, count: int, dice: Dice) -> list[str]:
    """The column's numbers as printed; their mean is the wanted one to the last decimal printed."""
    unit = 10**column.decimals
    wanted = mean * column.scale
    room = min(wanted, FULL - wanted) if column.scale == FULL else wanted
    drawn, offset = [], 0.0
    for _ in range(count):
        offset = 0.6 * offset + (2 * dice.fraction() - 1) * column.unrest * room
        drawn.append(round((wanted + offset) * unit))
    rest = round(wanted * unit * count) - sum(drawn)
    level = [n + rest * (i + 1) // count - rest * i // count for i, n in enumerate(drawn)]
    return [f"{n // unit}.{n % unit:0{column.decimals}d}" for n in level]
