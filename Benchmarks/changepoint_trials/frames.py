"""Simulated frame times with the nine kinds of noise, packed for the tool."""

from __future__ import annotations

import base64
from functools import cache

import numpy as np

from changepoint_trials.noise import FAMILIES, Random, random

LEAST = 0.05
"""Smallest factor: heavy tails reach below 0, but frame times are positive."""


@cache
def mean(family: str) -> float:
    """The mean of a family's noise, from a long history."""
    return float(np.mean(FAMILIES[family].noise(1_000_000, random("frames", "mean", family))))


def noise(family: str, count: int, rng: Random) -> np.ndarray:
    """A family's noise minus its mean, so that wider noise does not change the average."""
    return FAMILIES[family].noise(count, rng) - mean(family)


def factors(family: str, count: int, scale: float, rng: Random) -> np.ndarray:
    """Factors around 1, with the family's noise multiplied by `scale`."""
    return np.maximum(1 + scale * noise(family, count, rng), LEAST)


def packed(milliseconds: np.ndarray) -> str:
    """Frame times in the encoding that the tool reads: nanoseconds as 32-bit integers, in Base64."""
    return base64.b64encode(np.round(milliseconds * 1e6).astype("<u4").tobytes()).decode()
