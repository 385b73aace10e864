"""The gate, commit by commit: after fixes, with regressions that are never fixed, and without a change."""

from __future__ import annotations

from typing import Any

import numpy as np

from changepoint_trials import ours
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, SIBLINGS, random
from changepoint_trials.store import trial

HISTORIES = 200
COMMITS = 60
FIRST = 20
"""The first commit that is checked."""
NOISE = 0.015
LEVEL = 10.0
STEP = 0.06
STEP_AT = 45
FIX_AT = 53
AFTER = 100
"""The number of commits after a regression that is never fixed."""
NULL_SPANS = {"30–79": (40, 30, 80), "100–199": (10, 100, 200)}
"""Number of series without a change, first checked commit, end: 2,000 and 1,000 checks of each family."""

FIXES = {
    "exact revert": 1.0,
    "fix to 5% better than before": 0.95,
    "partial fix: 3% are left": 1.03,
}


def noisy(levels: np.ndarray, *name: object) -> tuple[list[float], list[float]]:
    """A history with normal noise, and the values that a second session would measure."""
    rng = random("gate", *name)
    first, second = (levels * (1 + NOISE * rng.standard_normal(len(levels))) for _ in range(2))
    return list(first), list(second)


def request(levels: np.ndarray, confirms: bool, *name: object) -> dict[str, Any]:
    """The request for the tool, with one history."""
    values, again = noisy(levels, *name)
    return {"values": values, "again": again if confirms else None, "first": FIRST, "tripWire": 0}


def regression(answer: dict[str, Any]) -> dict[str, Any] | None:
    """The finding about the step; None if the gate lists none."""
    found = [one for one in answer["findings"] if one["cause"] in ("change", "tip") and one["likeliest"] is not None
             and abs(one["likeliest"] - STEP_AT) <= 5 and one["state"] != "improved"]
    return found[0] if found else None


def fix_levels(factor: float) -> np.ndarray:
    """The levels of a history with a step and with a fix eight commits later."""
    positions = np.arange(COMMITS + 20)
    return LEVEL * np.where(positions < STEP_AT, 1.0, np.where(positions < FIX_AT, 1 + STEP, factor))


def after_fix(factor: float, confirms: bool) -> dict[str, Any]:
    """The checks from the fix on: when the gate reports the fix, and its colors afterwards."""
    answers = ours.ask("gate", [request(fix_levels(factor), confirms, "fix", factor, number) for number in range(HISTORIES)])
    wanted = "partly-fixed" if factor > 1.01 else "fixed"
    rows = []
    for history in answers:
        later = history[FIX_AT - FIRST:]
        seen = next((index for index, answer in enumerate(later)
                     if (found := regression(answer)) and found["state"] == wanted), None)
        rest = later[seen:] if seen is not None else []
        rows.append({
            "was_red": any(answer["isRed"] for answer in history[STEP_AT - FIRST: FIX_AT - FIRST]),
            "seen": seen,
            "wrong_later": any(answer["isRed"] != (wanted == "partly-fixed") for answer in rest[:20]),
            "red_after_4": later[4]["isRed"],
            "red_after_10": later[10]["isRed"],
            "now": [found["now"] for answer in rest[:1] if (found := regression(answer))],
        })
    return {"rows": rows}


def never_fixed(confirms: bool) -> list[dict[str, Any]]:
    """When a regression that is never fixed becomes red, and whether it stays red."""
    levels = LEVEL * np.where(np.arange(STEP_AT + AFTER) < STEP_AT, 1.0, 1 + STEP)
    answers = ours.ask("gate", [request(levels, confirms, "never", number) for number in range(HISTORIES)])
    rows = []
    for history in answers:
        red = [answer["isRed"] and regression(answer) is not None for answer in history[STEP_AT - FIRST:]]
        first = red.index(True) if True in red else None
        rows.append({
            "first": first, "last": red[-1],
            "green_between": first is not None and not all(red[first:]),
            "false": sum(answer["isRed"] for answer in history[:STEP_AT - FIRST]),
            "checks": STEP_AT - FIRST,
        })
    return rows


def tripled() -> list[int | None]:
    """The number of commits until a check is red after the frame time tripled, without a second session."""
    levels = LEVEL * np.where(np.arange(COMMITS) < STEP_AT, 1.0, 3.0)
    answers = ours.ask("gate", [request(levels, False, "tripled", number) for number in range(HISTORIES)])
    return [next((index for index, answer in enumerate(history[STEP_AT - FIRST:]) if answer["isRed"]), None)
            for history in answers]


def false_red(family: str, span: str) -> dict[str, Any]:
    """The number of red checks of series without a change, with the trip-wire and without."""
    series, first, commits = NULL_SPANS[span]
    draw = FAMILIES[family].noise
    cases = []
    for number in range(series):
        rng = random("gate", "null", family, span, number)
        cases.append([list(LEVEL * (1 + draw(commits, rng))) for _ in range(1 + SIBLINGS)])
    counts = []
    for share in (None, 0):
        answers = ours.ask("gate", [
            {"values": case[0], "siblings": case[1:], "again": None, "first": first, "tripWire": share}
            for case in cases])
        counts.append([[answer["isRed"] for answer in history] for history in answers])
    off, on = (np.array(one) for one in counts)
    return {"checks": int(on.size), "off": int(off.sum()), "on": int(on.sum()), "added": int((on & ~off).sum())}


def run() -> dict[str, Any]:
    """All results."""
    revision = ours.revision("Analysis", "Statistics")
    return {
        "fixes": {
            f"{name}, {'measured again' if confirms else 'one session'}": trial(
                f"gate/fix/{factor}/{confirms}", revision, lambda: after_fix(factor, confirms), count=HISTORIES)["rows"]
            for name, factor in FIXES.items() for confirms in (False, True)
        },
        "never": {
            title: trial(f"gate/never/{confirms}", revision, lambda: never_fixed(confirms), count=HISTORIES)
            for title, confirms in (("one session", False), ("measured again", True))
        },
        "tripled": trial("gate/tripled", revision, tripled, count=HISTORIES),
        "null": {
            family: {
                span: trial(f"gate/null/{family}/{span}", revision, lambda: false_red(family, span), span=settings)
                for span, settings in NULL_SPANS.items()
            }
            for family in FAMILIES
        },
    }


def section(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    def share(rows: list[dict[str, Any]], key: str) -> str:
        return f"{sum(bool(row[key]) for row in rows)} of {len(rows)}"

    def delay(times: list[int | None]) -> str:
        known = sorted(time for time in times if time is not None)
        if not known:
            return "never"
        return f"{known[0]}–{known[-1]}, median {known[len(known) // 2]}" + (
            f"; never in {len(times) - len(known)}" if len(known) < len(times) else "")

    fixes = [[name, share(rows, "was_red"), delay([row["seen"] for row in rows]), share(rows, "wrong_later"),
              share(rows, "red_after_4"), share(rows, "red_after_10")] for name, rows in results["fixes"].items()]
    never = [[name, delay([row["first"] for row in rows]), share(rows, "green_between"), share(rows, "last"),
              f"{sum(row['false'] for row in rows)} of {sum(row['checks'] for row in rows)}"]
             for name, rows in results["never"].items()]
    null = [[FAMILIES[family].title, *(str(rows[span][key]) for span in NULL_SPANS for key in ("off", "on", "added"))]
            for family, rows in results["null"].items()]
    spans = [f"{span}{words}" for span in NULL_SPANS for words in (": without", ": with", ": added")]
    tripled = results["tripled"]
    at_once = sum(time == 0 for time in tripled)
    return "\n\n".join([
        "## The life of a finding",
        f"{HISTORIES} histories per row: normal noise of {100 * NOISE:g}%, {100 * STEP:+g}% at commit {STEP_AT}, noise"
        f" floor 1%, checked at every commit. “Measured again” adds a second session whenever the gate asks for one.",
        "### After a fix",
        f"The fix comes {FIX_AT - STEP_AT} commits after the regression. “Seen” counts the commits from the fix to the"
        " check that calls the finding fixed, or partly fixed if 3% are left. “Wrong later” counts histories with a"
        " wrong color at that check or one of the 19 after it: red after a full fix, green after a partial one.",
        table(["history", "red before the fix", "seen", "wrong later", "red after 4 commits", "red after 10 commits"], fixes),
        f"### A regression that is never fixed, for {AFTER} commits",
        "“Green between” counts histories with a green check after the first red one. The last column counts red checks"
        " before the regression.",
        table(["flow", "commits until red", "green between", "red and listed at the end", "false red"], never),
        "### A frame time that tripled",
        f"A plain check of the commit, measured once, is red in {at_once} of {len(tripled)} histories.",
        "### Red without a change",
        "Red checks of series without a change: of 2,000 checks at commits 30–79 of 40 series, and of 1,000 checks at"
        f" commits 100–199 of 10 series, without and with the trip-wire. Autocorrelation is pooled over {SIBLINGS} sibling"
        " stages. “Added” counts the checks that only the trip-wire makes red; the bar is 1 in 1,000. A finding stays open until it is fixed, so one"
        " false finding can make many checks red.",
        table(["noise", *spans], null),
    ]) + "\n"
