"""Frame-time captures in notebooks.

    import hitchmark

    hitchmark.analyze("run.csv")                # in a notebook: the report with its charts
    hitchmark.analyze("run.csv")["runs"][0]["metrics"]["fps.avg"]
    hitchmark.analyze("run.csv").table()        # a row per run and metric
    hitchmark.compare("before/", "after/")
    hitchmark.frames("run.csv")                 # a row per frame
    hitchmark.query("hitchmark.db", "SELECT * FROM run")

Tables are data frames of pandas, otherwise of polars, otherwise lists of dictionaries; `kind` selects one of them. The
functions start the command `hitchmark` of this package. Options of the command are keywords:
`analyze("run.csv", refresh_rate=120, metrics=["fps.avg"])`.
"""

from __future__ import annotations

import json
import tempfile
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Union

from ._program import Failure, program, run
from ._tables import Kind, from_csv, from_rows

__all__ = ["Analysis", "Comparison", "Failure", "analyze", "compare", "frames", "program", "query", "run"]

PathName = Union[str, "PathLike[str]"]
"""The path of a file or folder."""


class _Answer(dict):
    """The JSON of an answer, which notebooks show as its page."""

    page: str
    """The HTML page."""

    def __init__(self, data: dict[str, Any], page: str) -> None:
        super().__init__(data)
        self.page = page

    def _repr_html_(self) -> str:
        # The page is a document with styles of its own, which a frame keeps apart from those of the notebook.
        return (
            f'<iframe srcdoc="{escape(self.page)}" title="Hitchmark" '
            'style="width: 100%; height: 40em; border: 0; resize: vertical; overflow: auto"></iframe>'
        )


class Analysis(_Answer):
    """The metrics of runs: the JSON of the schema `hitchmark.analysis`."""

    def table(self, kind: Kind | None = None) -> Any:
        """A row per run and metric; a value that is missing has the reason in `withheld`."""
        rows = []
        for entry in self["runs"]:
            for metric, value in entry["metrics"].items():
                rows.append({"source": entry["source"], "metric": metric, "value": value, "withheld": None})
            for metric, reason in entry["withheld"].items():
                rows.append({"source": entry["source"], "metric": metric, "value": None, "withheld": reason})
        return from_rows(rows, kind)


class Comparison(_Answer):
    """Changes from A to B: the JSON of the schema `hitchmark.comparison`."""

    def table(self, kind: Kind | None = None) -> Any:
        """A row per stage and metric, with the change, its interval and the verdict.

        `effect` and its interval are fractions of A where `relative` is true, otherwise differences in `unit`.
        """
        return from_rows([_change(pair, metric) for pair in self["comparisons"] for metric in pair["metrics"]], kind)


def _change(pair: dict[str, Any], metric: dict[str, Any]) -> dict[str, Any]:
    evidence = metric.get("evidence") or {}
    low, high = evidence.get("interval") or (None, None)
    return {
        "stage": pair["stage"],
        "candidate": pair["candidate"]["name"],
        "metric": metric["id"],
        "unit": metric["unit"],
        "a": (metric.get("reference") or {}).get("mean"),
        "b": (metric.get("candidate") or {}).get("mean"),
        "effect": evidence.get("effect"),
        "low": low,
        "high": high,
        "relative": evidence.get("relative"),
        "verdict": metric.get("verdict"),
    }


def analyze(*paths: PathName, **options: Any) -> Analysis:
    """The metrics of captures, or of folders of captures."""
    return Analysis(*_answer("analyze", paths, options))


def compare(a: PathName, b: PathName, *more: PathName, **options: Any) -> Comparison:
    """How B differs from A. A side is a capture, a folder, or a stage or commit of the store (`store="hitchmark.db"`)."""
    return Comparison(*_answer("compare", (a, b, *more), options))


def frames(*paths: PathName, kind: Kind | None = None) -> Any:
    """A row per frame of captures; the columns are those of `hitchmark export frames`, times are nanoseconds."""
    with tempfile.TemporaryDirectory(prefix="hitchmark-") as folder:
        store = str(Path(folder, "runs.db"))
        run("ingest", f"--store={store}", "--", *map(_text, paths))
        table = run("export", "frames", f"--store={store}", "--format=csv")
        return from_csv(table, {"suite", "stage", "run", "kind", "blame"}, kind)


def query(store: PathName, sql: str, kind: Kind | None = None) -> Any:
    """The rows of an SQL query on a store, which the query cannot change."""
    lines = run("sql", f"--store={_text(store)}", "--format=jsonl", "--", sql).splitlines()
    return from_rows([json.loads(line) for line in lines], kind)


def _answer(command: str, paths: tuple[PathName, ...], options: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The JSON and the page of a command that reads captures."""
    with tempfile.TemporaryDirectory(prefix="hitchmark-") as folder:
        run(command, "--format=json,html", f"--output={folder}", *_words(options), "--", *map(_text, paths))
        (data,) = Path(folder).glob("*.json")
        (page,) = Path(folder).glob("*.html")
        return json.loads(data.read_bytes()), page.read_text(encoding="utf-8")


def _text(path: PathName) -> str:
    return fspath(path)


def _words(options: dict[str, Any]) -> list[str]:
    """The words of the command line for keywords: `refresh_rate=120` is `--refresh-rate=120`."""
    words = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        elif value is True:
            words.append(option)
        elif isinstance(value, (list, tuple)):
            words.append(f"{option}={','.join(map(str, value))}")
        else:
            words.append(f"{option}={value}")
    return words
