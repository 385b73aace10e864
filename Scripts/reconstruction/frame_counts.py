"""The number of frames of each run of the thesis, and the number within 20% of its average frame rate.

Three printed numbers depend on these two counts: frames ÷ duration is the frame rate, and stable frames ÷ frames is
the stability. Many counts print the cells of their own run correctly, but few print the derived cells correctly too.
The counts below were found once by integer programming over all runs, with the largest margin to the nearest rounding
limit.

If the duration of a run is the span of its frames, no counts print every cell: counts that print both the stability of
the worst case and its closing ratio (269.07%) need a span that prints the closing duration as -17.14% instead of
-17.12%. So the run of the worst case also states the duration of the test, which the thesis measured with a clock of
its own. The duration differs from the span by less than a frame, and only that one cell needs it.
"""

from __future__ import annotations

from typing import NamedTuple


class FrameCounts(NamedTuple):
    """The number of frames of a run, and how many of them are within the stability tolerance."""

    frames: int
    stable: int

    @property
    def stability(self) -> float:
        """`fps.stability`, with one frame-rate point per frame."""
        return self.stable / self.frames


FRAME_COUNTS = {
    ("0.1", "1"): FrameCounts(3968, 3968),
    ("0.1", "2"): FrameCounts(4009, 4009),
    ("0.2", "1"): FrameCounts(2744, 675),
    ("0.2", "2"): FrameCounts(2743, 620),
    ("1", "1"): FrameCounts(3230, 872),
    ("1", "2"): FrameCounts(3236, 809),
    ("2", "1"): FrameCounts(3616, 1204),
    ("2", "2"): FrameCounts(3705, 1167),
    ("3", "1"): FrameCounts(4031, 1673),
    ("3", "2"): FrameCounts(3943, 1510),
    ("4", "1"): FrameCounts(4343, 2306),
    ("4", "2"): FrameCounts(4180, 1697),
    ("5", "1"): FrameCounts(4431, 3576),
    ("5", "2"): FrameCounts(4377, 3239),
    ("6.1", "1"): FrameCounts(4114, 1773),
    ("6.1", "2"): FrameCounts(4182, 2183),
    ("6.2", "1"): FrameCounts(4689, 4089),
    ("6.2", "2"): FrameCounts(4640, 4037),
    ("ASDK", "1"): FrameCounts(4761, 4666),
    ("ASDK", "2"): FrameCounts(4631, 4492),
}
