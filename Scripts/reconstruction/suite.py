"""Reads a suite of reported values from its folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple


class Quantity(NamedTuple):
    """One metric of one run: a variable of the reconstruction."""

    metric: str
    stage: str
    run: str


@dataclass(frozen=True)
class Suite:
    """The description of a suite, and the values that its runs report."""

    description: dict[str, Any]
    devices: dict[tuple[str, str], dict[str, Any]]
    reported: dict[Quantity, float]

    @property
    def stages(self) -> list[dict[str, str]]:
        """The stages in the order of the report."""
        return self.description["stages"]

    @property
    def runs(self) -> list[tuple[str, str]]:
        """Stage and run names, in the order of the report."""
        return list(self.devices)

    def of_stage(self, metric: str, stage: str) -> list[Quantity]:
        """The quantities whose mean is the stage's value."""
        return [q for q in self.reported if q.metric == metric and q.stage == stage]


def load(folder: Path) -> Suite:
    """Reads `suite.json` and every run's `run.json` below it."""
    description = json.loads((folder / "suite.json").read_text(encoding="utf-8"))
    devices: dict[tuple[str, str], dict[str, Any]] = {}
    reported: dict[Quantity, float] = {}
    for stage in (stage["id"] for stage in description["stages"]):
        for path in sorted((folder / stage).glob("*/run.json")):
            run = json.loads(path.read_text(encoding="utf-8"))
            devices[stage, path.parent.name] = run["device"]
            for metric, value in run["reported"].items():
                reported[Quantity(metric, stage, path.parent.name)] = value
    return Suite(description, devices, reported)
