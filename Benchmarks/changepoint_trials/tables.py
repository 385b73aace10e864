"""The results as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from statistics import mean
from typing import Any

from changepoint_trials import duels, labeled, missing, offline, prototype, sequential, times
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, MASTER_SEED, SIBLINGS
from changepoint_trials.ours import revision
from changepoint_trials.peers import peers

OURS = "Hitchmark"


def percent(share: float, digits: int = 0) -> str:
    """A share as a percentage, without the percent sign."""
    return f"{100 * share:.{digits}f}"


def cell(shares: Sequence[float]) -> str:
    """The text of a cell: the share of false answers with one decimal, the other shares without."""
    return " / ".join([percent(shares[0], 1), *map(percent, shares[1:])])


def recipe() -> str:
    """A paragraph about the code, the tools and the series of the trials."""
    packages = ["apache-otava", "asv", "numpy", "ruptures", "scipy", "signal-processing-algorithms"]
    installed = ", ".join(f"{package} {version(package)}" for package in packages)
    return (
        "Written by `Benchmarks/changepoints`; do not edit. The detector's code has the digest"
        f" `{revision()}`. The other tools are {installed}, each with its defaults unless its column says otherwise."
        f" All detectors judge the same series, drawn from the seed “{MASTER_SEED}”, with a level of 100 and"
        f" multiplicative noise of about 2%. Hitchmark pools autocorrelation over a series and {SIBLINGS} independent"
        " siblings with the same noise, and has a noise floor of 0. The other tools have neither siblings nor a floor."
    )


def families(results: dict[tuple[str, int], dict[str, Any]], columns: dict[str, str]) -> str:
    """A table with one row per family and length."""
    rows = [
        [FAMILIES[family].title, str(n), *(cell(cells[key]) for key in columns)]
        for (family, n), cells in results.items()
    ]
    return table(["noise", "n", *columns.values()], rows)


def averages(results: dict[tuple[str, int], dict[str, Any]], columns: dict[str, str]) -> str:
    """A table with one row per detector: its false alarms, on average and at worst, and the steps that it finds."""
    rows = []
    for key, title in columns.items():
        cells = [by_detector[key] for by_detector in results.values()]
        false = [shares[0] for shares in cells]
        rows.append([
            title, percent(mean(false), 2), percent(max(false), 1),
            *(percent(mean(shares[scenario] for shares in cells)) for scenario in (1, 2, 3)),
        ])
    header = ["", "false, mean", "false, worst", "5% found", "3% found", "5% six commits old, found"]
    return table(header, rows)


def pooled(series: int) -> str:
    """The title of a column."""
    return "the series alone" if series == 1 else f"{series} series"


def offline_section(
    results: dict[tuple[str, int], dict[str, Any]], few: dict[tuple[str, int], dict[str, Any]], count: int
) -> str:
    """The section on whole series."""
    others = {peer.key: peer.title for peer in peers()}
    bars = {place: list(bar) for place, bar in prototype.PROTOTYPE.items()}
    for place, cells in results.items():
        cells["prototype"] = [bars[place][0] / 100, *(share / 100 for share in bars[place][1:])]
    failures = prototype.failures({place: cells["confirmed"] for place, cells in results.items()})
    verdict = "\n".join(f"* missed: {failure}" for failure in failures) or "Every cell meets the bar."
    fewer = max(10, round(count / 3))
    return f"""## Whole series

{count} series per cell ({fewer} for MongoDB's detector, which is the slowest). A cell shows four percentages of series: without a
change but with a false alarm / with a step of 5% in the middle that is found within 5 positions / with a step of 3% in the
middle, within 10 positions / with a step of 5% six commits before the newest, within 3 positions.

{averages(results, {"confirmed": OURS + ", confirmed", "suspected": OURS + ", with suspects", **others})}

All cells, Hitchmark and the other tools:

{families(results, {"confirmed": OURS, **others})}

All cells, Hitchmark, the prototype that set the bar (300 series of other seeds), and Hitchmark with suspects:

{families(results, {"confirmed": OURS, "prototype": "prototype", "suspected": "with suspects"})}

Confirmed changes, by the number of series over which autocorrelation is pooled:

{families(few, {str(siblings): pooled(siblings + 1) for siblings in offline.FEW_SIBLINGS})}

The bar: at most {prototype.MOST_FALSE:.0f}% false in every cell and {prototype.MOST_FALSE_ON_AVERAGE:.0f}% on average,
and at most {prototype.MOST_LOST:.0f} points of power less than the prototype. A share of {count} series has a standard error of up
to {100 * (0.25 / count) ** 0.5:.1f} points, and so has the prototype's.

{verdict}
"""


def missing_section(results: dict[tuple[int, str], dict[str, Any]], count: int) -> str:
    """The section on series with gaps."""
    columns = {"confirmed": OURS, **{peer.key: peer.title for peer in peers()}}
    rows = [
        [FAMILIES[family].title, str(n), missing.GAPS[gaps],
         *(f"{percent(cells[key][0], 1)} / {percent(cells[key][1])}" for key in columns)]
        for (family, n, gaps), cells in results.items()
    ]
    return f"""## Commits that were not measured

{count} series per cell. A cell shows two percentages of series: without a change but with a false alarm / with a step of 5% in the
middle that is found within {missing.WITHIN} measured commits. For a missing commit, Otava repeats the last value. asv and Hitchmark leave the commit
out, and in this trial so do the others.

{table(["noise", "n", "gaps", *columns.values()], rows)}
"""


def sequential_section(results: dict[str, dict[str, Any]], count: int) -> str:
    """The section on judging at every commit."""
    titles = {
        **{key: title for key, (title, _) in sequential.SNAPSHOTS.items()},
        "otava": "Otava", "confirmed": OURS + ", confirmed",
    }
    header = ["", *(FAMILIES[family].title for family in sequential.FAMILIES)]
    false = [[title, *(f"{results[f][key]['false']:.2f}" for f in sequential.FAMILIES)] for key, title in titles.items()]
    found = [
        [title, *("/".join(map(percent, results[f][key]["found"])) for f in sequential.FAMILIES)]
        for key, title in titles.items()
    ]
    delays = "/".join(map(str, sequential.DELAYS))
    return f"""## At every commit

A series has {sequential.COMMITS} commits with one value each, and is judged again at each commit from commit {sequential.FIRST} on. Only regressions count. Rules for
the newest value judge {count} series, the others {max(10, count // 6)}.

False alarms per 100 commits of one series:

{table(header, false)}

A step of 5% at commit {sequential.STEP_AT}: percentage of the series with an alarm within {delays} commits. The first two rules
alarm at any high value, so some of their alarms are luck:

{table(header, found)}
"""


def duels_section(results: dict[tuple[int, float, float], dict[str, float]], count: int) -> str:
    """The section on comparisons of two sides."""
    rows = [
        [str(runs), percent(between), percent(effect), *(percent(shares[key], 1) for key in duels.COLUMNS)]
        for (runs, between, effect), shares in results.items()
    ]
    return f"""## Two sides with differing sessions

{count} pairs per row. The standard deviation of runs within a session is {percent(duels.WITHIN)}%, and the second column has that of sessions. The
tools' columns show the percentage of pairs in which a change is found at p ≤ {duels.LEVEL}: a false alarm if the effect is 0. Each side has
its own session, except that interleaved sides share one. The history consists of {duels.HISTORY} earlier sessions with as many runs each. Hitchmark's
separate mode is the verdict of `hitchmark compare`, which requires a change of at least 10%.

{table(["runs per side", "sessions, %", "effect, %", *duels.COLUMNS.values()], rows, words=0)}
"""


def labeled_section(results: list[tuple[labeled.Labeled, dict[str, list[int]]]]) -> str:
    """The section on real series."""
    if not results:
        return "## Real series\n\nSkipped: the series are in `../shared`, which is not part of the repository and does not exist here.\n"
    columns = {"confirmed": OURS, "suspected": "with suspects", **{peer.key: peer.title for peer in peers()}}
    rows, sums = [], {key: [0, 0, 0] for key in columns}
    for one, found in results:
        cells = []
        for key in columns:
            if one.marks is None:
                cells.append(f"– / – / {len(found[key])}")
                continue
            counts = labeled.matched(found[key], one.marks)
            sums[key] = [total + more for total, more in zip(sums[key], counts)]
            cells.append(" / ".join(map(str, counts)))
        rows.append([one.name, str(len(one.values)), "–" if one.marks is None else str(len(one.marks)), *cells])
    rows.append(["**marked series**", "", "", *(" / ".join(map(str, sums[key])) for key in columns)])
    return f"""## Real series

A cell shows found marks / missed marks / findings without a mark. A finding within {labeled.WITHIN} points of a mark finds it, and each mark counts
once. A finding without a mark may be a real change. Mozilla's marks are the alerts that the tests of its own detector expect, TCPD's are
the positions that at least three of five annotators marked, and Otava's are the changes in its documentation. The other series have no
marks. The series have no siblings, so Hitchmark estimates the autocorrelation of each series from that series alone.

{table(["series", "points", "marks", *columns.values()], rows)}
"""


def times_page(results: dict[str, dict[int, list[float]]], versions: str) -> str:
    """The page on the times of detectors."""
    titles = {"confirmed": OURS, **{peer.key: peer.title for peer in peers()}}
    rows = [
        [title, *(" / ".join(milliseconds(seconds) for seconds in results[key][n]) for n in times.LENGTHS)]
        for key, title in titles.items()
    ]
    return f"""# Times of change-point detectors

Written by `Benchmarks/changepoints --times`; do not edit. {versions} Milliseconds for one series without a change / with a
step of 5% / with a recovery and two spikes: medians of {times.ROUNDS} calls within one process, on one core.

{table(["", *(f"n = {n:,}" for n in times.LENGTHS)], rows)}
"""


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, with about two digits."""
    value = seconds * 1000
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"
