"""Young histories: the gate from the first commit on, with a step after a few commits, and without a change."""

from __future__ import annotations

from typing import Any

import numpy as np

from changepoint_trials import ours
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, SIBLINGS, random
from changepoint_trials.store import trial

LEVEL = 10.0
STARTS = (2, 4, 5, 7, 8, 10, 12, 15, 20, 25, 30, 40)
"""The numbers of commits before the step."""
SLOW = 10
"""The number of commits after the step."""
HISTORIES = 50
"""The number of histories per start and per cell."""
STEPS = {
    "+10%, noise 0.3%": (0.10, 0.003), "+10%, noise 1%": (0.10, 0.01), "+5%, noise 1%": (0.05, 0.01),
    "+10%, noise 2%": (0.10, 0.02),
}
"""A step and the standard deviation between sessions; each session has three runs, which vary as much."""
COMMITS = 100
SERIES = 200
"""The number of series without a change per family, and the number of their commits."""


def history(start: int, step: float, noise: float, rng: np.random.Generator) -> dict[str, Any]:
    """A request with a step after some commits, checked at each commit from the step on."""
    commits = start + SLOW
    levels = LEVEL * np.where(np.arange(commits) < start, 1.0, 1 + step) * (1 + noise * rng.standard_normal(commits))
    runs = np.sort(levels[:, None] * (1 + noise * rng.standard_normal((commits, 3))), axis=1)
    return {"values": list(runs[:, 0]), "more": [list(row[1:]) for row in runs], "first": start, "tripWire": 0}


def step(answer: dict[str, Any], start: int) -> dict[str, Any] | None:
    """The worst finding about a regression."""
    found = [one for one in answer["findings"] if one["cause"] in ("change", "tip")
             and one["state"] in ("open", "partly-fixed", "suspect")]
    return found[0] if found else None


def observe(checks: list[dict[str, Any]], start: int) -> dict[str, Any]:
    """What the checks of one history said."""
    red = [check["isRed"] for check in checks]
    found = [step(check, start) for check in checks]
    named = [one for one in found if one]
    blamed = [(one["likeliest"], one["good"] < start <= one["bad"]) for one in named]
    return {
        "red": red.index(True) if True in red else None,
        "named": next((index for index, one in enumerate(found) if one), None),
        "green_after_red": sum(1 for before, now in zip(red, red[1:]) if before and not now),
        "blames": len(blamed),
        "right": sum(1 for likeliest, _ in blamed if likeliest == start),
        "earlier_outside": sum(1 for likeliest, inside in blamed if likeliest < start and not inside),
        "ids": len({one["id"] for one in named}),
    }


def steps(name: str) -> dict[str, list[dict[str, Any]]]:
    """The observations of all histories of a kind, by the number of commits before the step."""
    size, noise = STEPS[name]
    rows: dict[str, list[dict[str, Any]]] = {}
    for start in STARTS:
        requests = [history(start, size, noise, random("young", name, start, number)) for number in range(HISTORIES)]
        rows[str(start)] = [observe(checks, start) for checks in ours.ask("gate", requests)]
    return rows


def false_red(family: str) -> dict[str, Any]:
    """How many series without a change are ever red, by whether autocorrelation is pooled over siblings."""
    draw = FAMILIES[family].noise
    siblings = SIBLINGS if family.startswith("ar") else 0
    requests = []
    for number in range(SERIES // (4 if siblings else 1)):
        rng = random("young", "null", family, number)
        series = [list(LEVEL * (1 + draw(COMMITS, rng))) for _ in range(1 + siblings)]
        requests.append({"values": series[0], "siblings": series[1:], "first": 1, "tripWire": 0})
    answers = ours.ask("gate", requests)
    return {
        "series": len(requests),
        "red": sum(any(check["isRed"] for check in checks) for checks in answers),
        "suspect": sum(any(one["state"] == "suspect" for one in check["findings"]) for checks in answers for check in checks),
        "checks": sum(len(checks) for checks in answers),
        "withdrawn": sum(1 for checks in answers for before, now in zip(checks, checks[1:])
                         if before["isRed"] and not now["isRed"] and not any(one["state"] == "fixed" for one in now["findings"])),
    }


def run() -> dict[str, Any]:
    """All results."""
    revision = ours.revision("Analysis", "Statistics")
    return {
        "steps": {name: trial(f"young/{name}", revision, lambda: steps(name), count=HISTORIES) for name in STEPS},
        "null": {family: trial(f"young/null/{family}", revision, lambda: false_red(family), count=SERIES) for family in FAMILIES},
    }


def section(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    def reds(rows: list[dict[str, Any]], within: int) -> int:
        return round(100 * sum(row["red"] is not None and row["red"] <= within for row in rows) / len(rows))

    def cell(rows: list[dict[str, Any]]) -> str:
        return "/".join(str(reds(rows, within)) for within in (0, 1, 2, 4, 9))

    red = [[start, *(cell(results["steps"][name][start]) for name in STEPS)] for start in map(str, STARTS)]
    blame = []
    for name in STEPS:
        rows = [row for start in map(str, STARTS) if int(start) >= 5 for row in results["steps"][name][start]]
        blames = sum(row["blames"] for row in rows)
        blame.append([
            name, f"{100 * sum(row['named'] == 0 for row in rows) / len(rows):.0f}%",
            f"{100 * sum(row['right'] for row in rows) / blames:.1f}% of {blames}",
            str(sum(row["earlier_outside"] for row in rows)), str(sum(row["green_after_red"] for row in rows)),
            f"{sum(row['ids'] > 1 for row in rows)} of {len(rows)}",
        ])
    null = [[FAMILIES[family].title, f"{row['red']} of {row['series']}", f"{100 * row['suspect'] / row['checks']:.1f}%",
             str(row["withdrawn"])] for family, row in results["null"].items()]
    return "\n\n".join([
        "## Young histories",
        f"{HISTORIES} histories per row and step, with three runs per session. The noise is that of sessions, and runs within them vary as"
        " much. Every commit is checked, from the first slow one on.",
        "### Time to red",
        "The percentage of histories that are red at the first slow commit, and at most 1, 2, 4 and 9 commits later, by the number of commits"
        " before the step. With fewer than seven, nothing can be proved until later commits make a level of their own.",
        table(["commits before", *STEPS], red),
        "### Blame and steadiness",
        "Histories with five or more commits before the step. “Right” counts findings that name the first slow commit; “outside”, those"
        " that name an earlier one although it is not in the printed range; “green”, green checks after a red one; “ids”, histories in"
        " which the step had more than one id.",
        table(["step", "named at its first commit", "right", "outside", "green", "ids"], blame),
        "### Red without a change",
        f"Series of {COMMITS} commits without a change, checked at every commit from the second on: how many were ever red, the percentage of checks"
        " with a suspect, and how often red turned green without a fix. Two spikes in a row that agree look like a step, and so do two"
        " slow runs: a rule that asks for three sessions would be wrong less often here, and later everywhere else.",
        table(["noise", "ever red", "suspect", "withdrawn"], null),
    ]) + "\n"
