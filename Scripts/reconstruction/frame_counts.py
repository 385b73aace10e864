"""How many frames each run of the thesis has, and how many lie within 20% of its average rate.

Three printed numbers hang on two whole ones: frames ÷ duration is the frame rate, and stable
frames ÷ frames is the stability. Of the counts that print a run's own cells, few print the derived
cells too. These were found once, by integer programming over all runs together, for the widest
margin to the nearest rounding.

No counts at all print every cell when a run's duration is the span of its frames: the choices that
print both the worst case's stability and its closing ratio (269.07%) ask for a span that prints
the closing duration as -17.14%, not -17.12%. The worst case therefore brings its test's own duration
beside the frames, as the thesis measured it, by a clock apart from the frame counter. The two
differ by less than a frame, and the frames alone print all but that one cell.
"""

from __future__ import annotations

from typing import NamedTuple


class FrameCounts(NamedTuple):
    """A run's frames, and how many of them lie within the stability tolerance."""

    frames: int
    stable: int

    @property
    def stability(self) -> float:
        """`fps.stability` where every frame is a frame-rate point."""
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
