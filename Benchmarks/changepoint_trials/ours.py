"""Hitchmark's own code, asked through the tool that is built beside these trials."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from changepoint_trials.noise import Case

REPOSITORY = Path(__file__).resolve().parent.parent.parent
TOOL = REPOSITORY / "Benchmarks" / "changepoints-tool"
SCRATCH = REPOSITORY / ".build" / "changepoints"


def build() -> None:
    """Builds the tool for speed."""
    command = ["swift", "build", "-c", "release", "--package-path", str(TOOL), "--scratch-path", str(SCRATCH / "tool")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@cache
def revision(*modules: str) -> str:
    """A digest of the code that is tried, by default the detector's, so that nothing old passes for new."""
    digest = hashlib.sha256()
    for folder in [*(REPOSITORY / "Sources" / module for module in modules or ("Statistics",)), TOOL / "Sources"]:
        for file in sorted(folder.rglob("*.swift")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def detect(cases: Iterable[Case], after: int | None = None, floor: float | None = 0) -> list[list[dict[str, Any]]]:
    """What is found in each series: one answer, or with `after` one for each beginning from there on."""
    requests = ({
        "key": case.key, "values": list(case.values), "siblings": [list(one) for one in case.siblings],
        "floor": floor, "after": after,
    } for case in cases)
    return ask("detect", requests)


def ask(question: str, requests: Iterable[dict[str, Any]]) -> list[Any]:
    """The tool's answers, one a request."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    tool = SCRATCH / "tool" / "release" / "trials"
    outcome = subprocess.run([tool, question], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in outcome.stdout.splitlines()]


def confirmed(answer: dict[str, Any]) -> list[int]:
    """The positions of confirmed changes."""
    return [change["index"] for change in answer["changes"] if change["isConfirmed"]]


def suspected(answer: dict[str, Any]) -> list[int]:
    """The positions of all changes, suspects included."""
    return [change["index"] for change in answer["changes"]]
