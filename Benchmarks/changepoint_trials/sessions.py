"""Comparisons of separate sessions, with and without a history: how often `hitchmark compare` reports a change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from changepoint_trials import ours
from changepoint_trials.noise import random
from changepoint_trials.store import trial

EFFECT = 0.05
DRIFT = 2
"""Standard deviation of the drift over all runs of a session, divided by that within sessions."""
EARLIER = 16
"""Earlier sessions, each with as many runs as those of the sides."""


@dataclass(frozen=True)
class Design:
    """An experiment and its bars."""

    title: str
    sessions: int
    runs: int
    within: float
    ratio: float
    """Standard deviation between sessions, divided by that within sessions."""
    history: str
    most_false: float | None
    least_power: float | None
    order: str = ""
    """The order of the runs of one session that drifts, such as aabb; empty without times and drift."""
    knows_times: bool = True
    """Whether `compare` knows the order."""

    @property
    def key(self) -> str:
        """The name of the trials, which is also their seed."""
        order = f"/{self.order}/{self.knows_times}" if self.order else ""
        return f"{self.sessions}x{self.runs}/{self.within}/{self.ratio}/{self.history}{order}"


def designs() -> list[Design]:
    """The experiments, one per row of the table."""
    three = [Design("3 sessions × 5 runs per side", 3, 5, 0.01, ratio, "none", 5, power)
             for ratio, power in ((0, 95), (1, 90), (2, 55))]
    commits = [Design("1 × 10, 16 earlier commits", 1, 10, 0.01, ratio, "commits", 6, power)
               for ratio, power in ((0, 95), (1, 85), (2, 45))]
    stages = [Design("1 × 10, 16 earlier sessions of another stage", 1, 10, 0.01, ratio, "stages", 6, None)
              for ratio in (0, 1, 2)]
    return [
        *three,
        Design("20 sessions × 3 runs per side", 20, 3, 0.01, 1, "none", 5, 99),
        *commits,
        *stages,
        *(Design("1 × 10, no history", 1, 10, within, ratio, "none", 5, None)
          for within, ratio in ((0.01, 0), (0.01, 1), (0.01, 2), (0.04, 2))),
        *(Design(title, 1, 10, 0.01, DRIFT, "none", most, None, order, knows)
          for title, order, knows, most in (
              ("one named session that drifts, A before B", "a" * 10 + "b" * 10, True, 5),
              ("the same, without times", "a" * 10 + "b" * 10, False, None),
              ("one named session that drifts, A and B in turn", "ab" * 10, True, 5),
              ("the same, A B B A", "abba" * 5, True, 5))),
    ]


def request(design: Design, effect: float, index: int) -> dict[str, object]:
    """Draws one experiment, as a request for the tool."""
    rng = random("sessions", design.key, effect, index)
    if design.order:
        return drifting(design, effect, rng)

    def session(level: float) -> list[float]:
        shared = 1 + design.ratio * design.within * rng.standard_normal()
        return list(level * shared * (1 + design.within * rng.standard_normal(design.runs)))

    def side(level: float) -> list[list[float]]:
        return [session(level) for _ in range(design.sessions)]

    earlier_level = 100 if design.history == "commits" else 40
    return {
        "reference": side(100), "candidate": side(100 * (1 + effect)), "history": design.history,
        "earlier": [session(earlier_level) for _ in range(EARLIER)] if design.history != "none" else [],
    }


def drifting(design: Design, effect: float, rng: np.random.Generator) -> dict[str, object]:
    """Draws the runs of one session whose level drifts steadily."""
    slope = design.ratio * design.within * rng.standard_normal()
    sides: list[list[float]] = [[], []]
    order = ["ab".index(side) for side in design.order]
    for place, side in enumerate(order):
        level = 100 * (1 + effect * side) * (1 + slope * place / (len(order) - 1))
        sides[side].append(level * (1 + design.within * rng.standard_normal()))
    return {
        "reference": [sides[0]], "candidate": [sides[1]], "history": "none", "earlier": [], "isOneSession": True,
        **({"order": order} if design.knows_times else {}),
    }


def share(design: Design, effect: float, count: int) -> dict[str, object]:
    """The share of experiments with a reported change, and the modes that judged them."""
    def work() -> dict[str, object]:
        answers = ours.ask("sides", (request(design, effect, index) for index in range(count)))
        found = float(np.mean([answer["verdict"] in ("regressed", "improved") for answer in answers]))
        suspect = float(np.mean([answer["verdict"] == "suspect" for answer in answers]))
        return {"share": found, "suspect": suspect, "modes": sorted({answer["mode"] for answer in answers})}

    name = f"sessions/{design.key}/{effect}"
    return trial(name, ours.revision("Statistics", "Analysis"), work, count=count)


def run(count: int) -> list[tuple[Design, dict[str, object], dict[str, object]]]:
    """The results of every design, without a change and with one."""
    return [(design, share(design, 0, count), share(design, EFFECT, count)) for design in designs()]


def page(count: int) -> str:
    """The page of results."""
    lines = []
    for design, none, some in run(count):
        power = "–" if design.least_power is None else f"≥ {design.least_power}"
        false = "–" if design.most_false is None else f"≤ {design.most_false}"
        lines.append(
            f"| {design.title} | {100 * design.within:.0f} | {design.ratio} | {', '.join(none['modes'])} "
            f"| {100 * none['share']:.1f} | {false} | {100 * none['suspect']:.1f} "
            f"| {100 * some['share']:.1f} | {power} | {100 * some['suspect']:.1f} |")
    return f"""# Comparisons of separate sessions

Written by `Benchmarks/changepoints --sessions`, with the code of `hitchmark compare`. {count} simulated experiments per cell. The runs of a
session share an effect: s_b is its standard deviation, s_w that of the runs within a session. A change counts if the verdict is
“regressed” or “improved”, in either direction. The standard error of a share of 5% is {100 * (0.05 * 0.95 / count) ** 0.5:.1f} points.

| design | s_w, % | s_b ÷ s_w | mode | false changes, % | bar | false suspects, % | found at {100 * EFFECT:.0f}%, % | bar | suspect at {100 * EFFECT:.0f}%, % |
| :-- | --: | --: | :-- | --: | --: | --: | --: | --: | --: |
""" + "\n".join(lines) + """

* Earlier commits in git's order predict the level of the reference as well as its noise. Sessions of another stage show
  only the noise, so that the reference's own session counts in full: at s_b ÷ s_w = 2 no method can find more.
* Without a history, nothing shows how much sessions differ. The fixed rule assumes at most twice the noise of the runs, at a level of
  0.01, and requires a change of at least 10%. Smaller clear differences are suspect: “maybe”, with the advice to alternate. The more
  sessions differ, the more suspects are false, which is why they are not called likely and fail no check.
* In a session that drifts, the total drift has a standard deviation of s_b. If `compare` knows no times, it believes the session's name.
"""
