"""Draws frame times that add up to a given span, with a given number in the stability band."""

from __future__ import annotations

from dataclasses import dataclass

from reconstruction.dice import Dice
from reconstruction.frame_counts import FrameCounts

QUARTER = 1e9 / 240
"""A quarter of a 60 Hz refresh in nanoseconds: the grid that frame times are drawn from.

Whole refreshes are more likely, as on the device, but not enough: between 37.5 and 50 FPS no whole number of refreshes
is within 20% of the average, and the thesis reports up to half of its points there.
"""

REFRESH = 4
"""The number of quarters in a refresh, which is also the shortest frame."""

LONGEST = 4 * REFRESH
"""The longest ordinary frame."""

HITCHES = [6 * REFRESH, 9 * REFRESH, 12 * REFRESH]
"""Frame times of the rare long hitches: one in a hundred of the frames outside the band."""

GUARD = 0.003
"""Smallest distance of frame times from the ends of the band, as a fraction."""

JITTER = 10_000
"""Greatest deviation of a timestamp from the grid, in nanoseconds."""


@dataclass
class Group:
    """Frames that share a choice of frame times, in quarters of a refresh."""

    levels: list[int]
    count: int

    def weights(self, tilt: float) -> list[float]:
        """The weight of each level; a greater tilt makes longer frames more likely."""
        powers = [1.0]
        for _ in range(LONGEST):
            powers.append(powers[-1] * tilt)
        return [powers[level] * (8 if level % REFRESH == 0 else 1) for level in self.levels]

    def expected(self, tilt: float) -> float:
        """The expected sum of the group's frame times, in quarters."""
        if not self.count:
            return 0
        weights = self.weights(tilt)
        return self.count * sum(w * level for w, level in zip(weights, self.levels)) / sum(weights)


def timestamps(span: int, counts: FrameCounts, dice: Dice) -> list[int]:
    """Presentation times in nanoseconds, from 0 to `span`."""
    durations = spread(drawn_durations(span, counts, dice), span)
    times = [0]
    for duration in durations:
        times.append(times[-1] + duration)
    inner = [time + dice.between(-JITTER, JITTER) for time in times[1:-1]]
    return [0, *inner, span]


def drawn_durations(span: int, counts: FrameCounts, dice: Dice) -> list[int]:
    """Frame times in quarters of a refresh, in random order, whose sum differs from the span by less than a quarter."""
    groups = band_groups(1e9 * counts.frames / span, counts)
    outside = groups[1]
    hitches = [HITCHES[dice.below(len(HITCHES))] for _ in range(outside.count // 100)]
    outside.count -= len(hitches)
    wanted = round(span / QUARTER) - sum(hitches)
    tilt = tilt_for(groups, wanted)
    drawn = [(g, dice.weighted(g.levels, g.weights(tilt))) for g in groups for _ in range(g.count)]
    durations = hitches + corrected(drawn, wanted, dice)
    dice.shuffle(durations)
    return durations


def band_groups(rate: float, counts: FrameCounts) -> tuple[Group, Group]:
    """The frames within 20% of the average rate, and those outside."""
    shortest, longest = 1e9 / (1.2 * rate) / QUARTER, 1e9 / (0.8 * rate) / QUARTER
    ordinary = range(REFRESH, LONGEST + 1)
    inside = [q for q in ordinary if shortest * (1 + GUARD) <= q <= longest * (1 - GUARD)]
    outside = [q for q in ordinary if q <= shortest * (1 - GUARD) or q >= longest * (1 + GUARD)]
    return Group(inside, counts.stable), Group(outside, counts.frames - counts.stable)


def tilt_for(groups: tuple[Group, ...], wanted: int) -> float:
    """The tilt at which the expected sum of the groups is `wanted`, found by bisection."""
    low, high = 0.01, 100.0
    for _ in range(80):
        middle = (low + high) / 2
        if sum(g.expected(middle) for g in groups) < wanted:
            low = middle
        else:
            high = middle
    return low


def corrected(drawn: list[tuple[Group, int]], wanted: int, dice: Dice) -> list[int]:
    """The drawn levels; random ones are moved one level up or down until the sum is `wanted`."""
    levels = [level for _, level in drawn]
    if all(len(group.levels) == 1 for group, _ in drawn):
        return levels
    missing = wanted - sum(levels)
    while missing:
        index = dice.below(len(levels))
        choices = drawn[index][0].levels
        place = choices.index(levels[index]) + (1 if missing > 0 else -1)
        if 0 <= place < len(choices) and abs(missing - choices[place] + levels[index]) < abs(missing):
            missing -= choices[place] - levels[index]
            levels[index] = choices[place]
    return levels


def spread(levels: list[int], span: int) -> list[int]:
    """The levels in nanoseconds; the rest of the span is distributed evenly."""
    durations = [round(level * QUARTER) for level in levels]
    rest, count = span - sum(durations), len(durations)
    return [d + rest * (i + 1) // count - rest * i // count for i, d in enumerate(durations)]
