"""Random numbers seeded by a name, equal in every version of Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Element = TypeVar("Element")

WORD = (1 << 64) - 1


class Dice:
    """SplitMix64. The standard library is not used because its draws may differ between versions."""

    def __init__(self, name: str) -> None:
        """Takes the seed from a name, so that a new run does not change other runs."""
        self._state = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")

    def word(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & WORD
        mixed = ((self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        return mixed ^ (mixed >> 31)

    def fraction(self) -> float:
        """A number from 0 up to but not including 1."""
        return (self.word() >> 11) / (1 << 53)

    def below(self, limit: int) -> int:
        """An integer from 0 up to but not including `limit`."""
        return self.word() * limit >> 64

    def between(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def weighted(self, elements: Sequence[Element], weights: Sequence[float]) -> Element:
        """One of the elements, as likely as its weight says."""
        rest = self.fraction() * sum(weights)
        for element, weight in zip(elements, weights):
            rest -= weight
            if rest < 0:
                return element
        return elements[-1]

    def shuffle(self, elements: list[Element]) -> None:
        """Puts the elements in a random order."""
        for last in range(len(elements) - 1, 0, -1):
            other = self.below(last + 1)
            elements[last], elements[other] = elements[other], elements[last]
