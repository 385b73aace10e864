"""The command line of the scripts that write one page of simulations."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
ENVIRONMENT = BENCHMARKS.parent / ".build" / "changepoints" / "peers"


def run(description: str, module: str, result: str, things: str, count: int) -> int:
    """Runs a script; returns the exit code.

    `module` has a function `page` that takes a number of things, such as experiments, and returns the page `result`.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"a tenth of the {things}; print the page, write nothing")
    parser.add_argument(f"--{things}", dest="count", type=int, metavar="N", help=f"per cell; {count} by default")
    options = parser.parse_args()
    if Path(sys.prefix) != ENVIRONMENT:
        install()
        os.execv(ENVIRONMENT / "bin" / "python", [str(ENVIRONMENT / "bin" / "python"), *sys.argv])
    # One thread per process: the tool does the work.
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from changepoint_trials import ours

    os.nice(10)
    ours.build()
    page = import_module(f"changepoint_trials.{module}").page(
        options.count or (count // 10 if options.quick else count))
    if options.quick or options.count:
        print(page)
    else:
        path = BENCHMARKS / "results" / result
        path.write_text(page)
        print(path)
    return 0


def install() -> None:
    """Installs the requirements of `Benchmarks/changepoints`, which include NumPy and SciPy."""
    loader = SourceFileLoader("changepoints", str(BENCHMARKS / "changepoints"))
    module = module_from_spec(spec_from_loader("changepoints", loader))
    loader.exec_module(module)
    module.install()
