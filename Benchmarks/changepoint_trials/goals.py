"""The goals of trials, and the rows that show whether they were met."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from changepoint_trials.markdown import table

FALSE = 0.02
"""The largest share of false answers."""
POWER = 0.80
"""The smallest share of effects that are found."""


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


def error(bar: float, count: int) -> float:
    """The standard error of a share that just meets a goal."""
    return (bar * (1 - bar) / count) ** 0.5


def false_row(title: str, shares: list[float], count: int) -> list[str]:
    """A row for shares of false answers."""
    off = sum(share > FALSE + 2 * error(FALSE, count) for share in shares)
    return row(title, f"≤ {100 * FALSE:g}%", shares, max(shares), sum(share <= FALSE for share in shares), off)


def power_row(title: str, shares: list[float], count: int) -> list[str]:
    """A row for shares of effects that were found."""
    off = sum(share < POWER - 2 * error(POWER, count) for share in shares)
    return row(title, f"≥ {100 * POWER:g}%", shares, min(shares), sum(share >= POWER for share in shares), off)


def row(title: str, wanted: str, shares: list[float], worst: float, met: int, off: int) -> list[str]:
    """A row of the table."""
    return [title, wanted, f"{percent(float(np.mean(shares)))}%", f"{percent(worst)}%", f"{met} of {len(shares)}", f"{off}"]


def goals_table(rows: Iterable[list[str]]) -> str:
    """The table of goals."""
    header = ["goal", "required", "mean", "worst", "cells that meet it", "cells missing it by over two standard errors"]
    return table(header, rows)


def errors(count: int) -> str:
    """A sentence about the standard errors."""
    return (f"The standard error of a share of {100 * FALSE:g}% is {100 * error(FALSE, count):.1f} points, "
            f"and that of a share of {100 * POWER:g}% is {100 * error(POWER, count):.1f} points.")
