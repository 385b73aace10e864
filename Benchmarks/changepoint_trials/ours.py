"""Runs Hitchmark's code through the tool in Benchmarks/changepoints-tool."""

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
    """Builds the tool in release mode."""
    command = ["swift", "build", "-c", "release", "--package-path", str(TOOL), "--scratch-path", str(SCRATCH / "tool")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@cache
def revision(*modules: str) -> str:
    """A digest of the tested modules, by default the detector's, so that results of other code are not reused."""
    digest = hashlib.sha256()
    for folder in [*(REPOSITORY / "Sources" / module for module in modules or ("Statistics",)), TOOL / "Sources"]:
        for file in sorted(folder.rglob("*.swift")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def detect(cases: Iterable[Case], after: int | None = None, floor: float | None = 0) -> list[list[dict[str, Any]]]:
    """The findings in each series: one answer, or with `after` one per prefix of at least that many values."""
    requests = ({
        "key": case.key, "values": list(case.values), "siblings": [list(one) for one in case.siblings],
        "floor": floor, "after": after,
    } for case in cases)
    return ask("detect", requests)


def ask(question: str, requests: Iterable[dict[str, Any]]) -> list[Any]:
    """The answers of the tool, one per request."""
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
