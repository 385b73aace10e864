"""Saves the results of single trials, so that an interrupted run continues where it stopped."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from changepoint_trials.noise import MASTER_SEED
from changepoint_trials.ours import SCRATCH

FOLDER = SCRATCH / "results"


def trial(name: str, version: str, work: Callable[[], Any], **settings: Any) -> Any:
    """The result of some work. Reads a saved result if its name, version and settings are the same."""
    depends = json.dumps([name, version, MASTER_SEED, settings], sort_keys=True)
    path = FOLDER / f"{name.replace('/', '-')}-{hashlib.sha256(depends.encode()).hexdigest()[:12]}.json"
    if path.exists():
        return json.loads(path.read_text())
    start = time.monotonic()
    result = work()
    FOLDER.mkdir(parents=True, exist_ok=True)
    partial = Path(f"{path}.partial")
    partial.write_text(json.dumps(result))
    partial.rename(path)
    print(f"{name}: {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)
    return result
