"""Draws resource samples with a given mean."""

from __future__ import annotations

from typing import NamedTuple

from reconstruction.dice import Dice

SECOND = 1_000_000_000


class Column(NamedTuple):
    """A column of resource samples."""

    name: str
    metric: str
    scale: float
    """The factor from the unit of the metric to the printed unit."""
    decimals: int
    unrest: float
    """Largest step from sample to sample, as a share of the distance to the nearest limit."""


COLUMNS = [
    Column("cpu_percent", "cpu.avg", scale=100, decimals=4, unrest=0.15),
    Column("gpu_percent", "gpu.avg", scale=100, decimals=4, unrest=0.10),
    Column("memory_mb", "memory.avg", scale=1, decimals=3, unrest=0.02),
]

FULL = 100
"""The largest percentage."""


def sample_times(span: int) -> list[int]:
    """Every whole second within the span, which is the usual rate of a phone's profiler."""
    return list(range(SECOND, span + 1, SECOND))


def samples(column: Column, mean: float, count: int, dice: Dice) -> list[str]:
    """The printed samples of a column; their mean is `mean`, to the last printed decimal."""
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
