"""Simulated frame times with the nine kinds of noise, packed for the tool."""

from __future__ import annotations

import base64
from functools import cache

import numpy as np

from changepoint_trials.noise import FAMILIES, Random, random

LEAST = 0.05
"""Heavy tails reach below 0, and a frame time is positive."""


@cache
def mean(family: str) -> float:
    """The mean of a family's noise, from a long history."""
    return float(np.mean(FAMILIES[family].noise(1_000_000, random("frames", "mean", family))))


def noise(family: str, count: int, rng: Random) -> np.ndarray:
    """A family's noise without its mean, so that wider noise leaves the average where it is."""
    return FAMILIES[family].noise(count, rng) - mean(family)


def factors(family: str, count: int, scale: float, rng: Random) -> np.ndarray:
    """Noise around 1, a number of times as large as the family's."""
    return np.maximum(1 + scale * noise(family, count, rng), LEAST)


def packed(milliseconds: np.ndarray) -> str:
    """Frame times as the tool reads them: nanoseconds as 32-bit integers, in Base64."""
    return base64.b64encode(np.round(milliseconds * 1e6).astype("<u4").tobytes()).decode()
