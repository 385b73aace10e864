"""Finds and starts the command of this package."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import sysconfig
from pathlib import Path


class Failure(Exception):
    """The command refused a request; the message says why."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code
        """The exit code."""


@functools.cache
def program() -> str:
    """The path of the command that was installed with this package; never another one in PATH, whose version may differ."""
    package = Path(__file__).resolve().parent
    # Environments, --user and --prefix have bin/ beside lib/python3.N/site-packages/hitchmark; --target beside hitchmark.
    folders = [str(parent / "bin") for parent in list(package.parents)[:4]] + [sysconfig.get_path("scripts")]
    for folder in folders:
        path = Path(folder, "hitchmark")
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    raise FileNotFoundError(f"the command hitchmark is in none of {', '.join(folders)}; install the package again")


def run(*words: str) -> bytes:
    """Runs a command line of hitchmark, such as `run("formats")`, and returns what it prints."""
    ended = subprocess.run([program(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    notes = ended.stderr.decode(errors="replace").strip()
    if ended.returncode != 0:
        raise Failure(notes or f"hitchmark ended with {ended.returncode}", ended.returncode)
    if notes:
        print(notes, file=sys.stderr)
    return ended.stdout
