"""The results in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from statistics import mean
from typing import Any

from changepoint_trials import duels, labelled, missing, offline, prototype, sequential, times
from changepoint_trials.markdown import table
from changepoint_trials.noise import FAMILIES, MASTER_SEED, SIBLINGS
from changepoint_trials.ours import revision
from changepoint_trials.peers import peers

OURS = "Hitchmark"


def percent(share: float, digits: int = 0) -> str:
    """A share in per cent, without the sign."""
    return f"{100 * share:.{digits}f}"


def cell(shares: Sequence[float]) -> str:
    """False ones to a tenth, found ones whole."""
    return " / ".join([percent(shares[0], 1), *map(percent, shares[1:])])


def recipe() -> str:
    """What was run."""
    packages = ["apache-otava", "asv", "numpy", "ruptures", "scipy", "signal-processing-algorithms"]
    installed = ", ".join(f"{package} {version(package)}" for package in packages)
    return (
        "Made by `Benchmarks/changepoints`; do not edit. The detector's code has the digest"
        f" `{revision()}`. Beside it: {installed}, each with its defaults unless its column says otherwise."
        f" Series are drawn from the seed “{MASTER_SEED}”, the same ones for every detector, around a level of 100"
        f" with multiplicative noise of about 2%. Hitchmark pools autocorrelation over a series and {SIBLINGS}"
        " independent siblings of the same noise, and has a practical floor of 0; the others know neither."
    )


def families(results: dict[tuple[str, int], dict[str, Any]], columns: dict[str, str]) -> str:
    """A row for each family and length."""
    rows = [
        [FAMILIES[family].title, str(n), *(cell(cells[key]) for key in columns)]
        for (family, n), cells in results.items()
    ]
    return table(["noise", "n", *columns.values()], rows)


def averages(results: dict[tuple[str, int], dict[str, Any]], columns: dict[str, str]) -> str:
    """A row for each detector: how often it errs on average and at worst, and what it finds."""
    rows = []
    for key, title in columns.items():
        cells = [by_detector[key] for by_detector in results.values()]
        false = [shares[0] for shares in cells]
        rows.append([
            title, percent(mean(false), 2), percent(max(false), 1),
            *(percent(mean(shares[scenario] for shares in cells)) for scenario in (1, 2, 3)),
        ])
    header = ["", "false, mean", "false, worst", "5% found", "3% found", "5%, six old, found"]
    return table(header, rows)


def pooled(series: int) -> str:
    """A column's title."""
    return "the series alone" if series == 1 else f"{series} series"


def offline_section(
    results: dict[tuple[str, int], dict[str, Any]], few: dict[tuple[str, int], dict[str, Any]], count: int
) -> str:
    """Whole series."""
    others = {peer.key: peer.title for peer in peers()}
    bars = {place: list(bar) for place, bar in prototype.PROTOTYPE.items()}
    for place, cells in results.items():
        cells["prototype"] = [bars[place][0] / 100, *(share / 100 for share in bars[place][1:])]
    failures = prototype.failures({place: cells["confirmed"] for place, cells in results.items()})
    verdict = "\n".join(f"* missed: {failure}" for failure in failures) or "Every cell holds."
    fewer = max(10, round(count / 3))
    return f"""## Whole series

{count} series a cell ({fewer} for MongoDB's, which takes longest). A cell: per cent of the series without a change that
are said to have one / in which a step of 5% in the middle is found within 5 positions / of 3%, within 10 / of 5% six
commits before the newest, within 3.

{averages(results, {"confirmed": OURS + ", confirmed", "suspected": OURS + ", with suspects", **others})}

All cells, beside the others:

{families(results, {"confirmed": OURS, **others})}

All cells, beside the prototype that set the bar (300 series of other seeds), and with suspects:

{families(results, {"confirmed": OURS, "prototype": "prototype", "suspected": "with suspects"})}

How many series autocorrelation is pooled over, confirmed changes only:

{families(few, {str(siblings): pooled(siblings + 1) for siblings in offline.FEW_SIBLINGS})}

The bar: at most {prototype.MOST_FALSE:.0f}% false in every cell and {prototype.MOST_FALSE_ON_AVERAGE:.0f}% on average,
and at most {prototype.MOST_LOST:.0f} points of power less than the prototype. A share of {count} series has a standard error of up
to {100 * (0.25 / count) ** 0.5:.1f} points, and the prototype's has one as well.

{verdict}
"""


def missing_section(results: dict[tuple[int, str], dict[str, Any]], count: int) -> str:
    """Gaps."""
    columns = {"confirmed": OURS, **{peer.key: peer.title for peer in peers()}}
    rows = [
        [FAMILIES[family].title, str(n), missing.GAPS[gaps],
         *(f"{percent(cells[key][0], 1)} / {percent(cells[key][1])}" for key in columns)]
        for (family, n, gaps), cells in results.items()
    ]
    return f"""## Commits that were not measured

{count} series a cell. A cell: per cent of the series without a change that are said to have one / in which a step of 5%
in the middle is found within {missing.WITHIN} measured commits. Otava repeats the last value; asv, Hitchmark, and here the others, leave gaps
out.

{table(["noise", "n", "gaps", *columns.values()], rows)}
"""


def sequential_section(results: dict[str, dict[str, Any]], count: int) -> str:
    """At every commit."""
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

One value a commit, {sequential.COMMITS} commits, judged again at each from commit {sequential.FIRST} on; only changes for the worse count. {count}
series for the rules that look at the newest value, {max(10, count // 6)} for the others.

False alarms in 100 commits of one series:

{table(header, false)}

A step of 5% at commit {sequential.STEP_AT}: per cent of the series with an alarm within {delays} commits. The first two rules
alarm at any value that is high, so theirs are in part luck:

{table(header, found)}
"""


def duels_section(results: dict[tuple[int, float, float], dict[str, float]], count: int) -> str:
    """Two sides."""
    rows = [
        [str(runs), percent(between), percent(effect), *(percent(shares[key], 1) for key in duels.COLUMNS)]
        for (runs, between, effect), shares in results.items()
    ]
    return f"""## Two sides, and sessions that differ

{count} pairs a row; runs of a session scatter by {percent(duels.WITHIN)}%, and sessions by the second column. Per cent of the pairs in which a
change is seen at p ≤ {duels.LEVEL}: false alarms where the effect is 0. Both sides are measured in a session each, but for the
interleaved ones, where they share one. The history are {duels.HISTORY} earlier sessions of as many runs. Hitchmark's separate mode
is the whole verdict of `hitchmark compare`, which asks for a change of at least 10%.

{table(["runs a side", "sessions, %", "effect, %", *duels.COLUMNS.values()], rows, words=0)}
"""


def labelled_section(results: list[tuple[labelled.Labelled, dict[str, list[int]]]]) -> str:
    """Real series."""
    if not results:
        return "## Real series\n\nSkipped: `../shared` is not there, and the series are not part of the repository.\n"
    columns = {"confirmed": OURS, "suspected": "with suspects", **{peer.key: peer.title for peer in peers()}}
    rows, sums = [], {key: [0, 0, 0] for key in columns}
    for one, found in results:
        cells = []
        for key in columns:
            if one.marks is None:
                cells.append(f"– / – / {len(found[key])}")
                continue
            counts = labelled.matched(found[key], one.marks)
            sums[key] = [total + more for total, more in zip(sums[key], counts)]
            cells.append(" / ".join(map(str, counts)))
        rows.append([one.name, str(len(one.values)), "–" if one.marks is None else str(len(one.marks)), *cells])
    rows.append(["**marked series**", "", "", *(" / ".join(map(str, sums[key])) for key in columns)])
    return f"""## Real series

Found / missed / not marked. A finding within {labelled.WITHIN} points of a mark finds it, each mark once. What is not marked may
be real: Mozilla's marks are the alerts that its own detector is tested for, those of TCPD stand where at least three of
five people put one, Otava's where its documentation shows one; nobody marked the others. No siblings are known, so Hitchmark estimates
each series' autocorrelation from that series alone.

{table(["series", "points", "marks", *columns.values()], rows)}
"""


def times_page(results: dict[str, dict[int, list[float]]], versions: str) -> str:
    """How long detectors take."""
    titles = {"confirmed": OURS, **{peer.key: peer.title for peer in peers()}}
    rows = [
        [title, *(" / ".join(milliseconds(seconds) for seconds in results[key][n]) for n in times.LENGTHS)]
        for key, title in titles.items()
    ]
    return f"""# Times of change-point detectors

Made by `Benchmarks/changepoints --times`; do not edit. {versions} Milliseconds for one series without a change / with a
step of 5% / with a recovery and two spikes: medians of {times.ROUNDS} calls within one process, on one core.

{table(["", *(f"n = {n:,}" for n in times.LENGTHS)], rows)}
"""


def milliseconds(seconds: float) -> str:
    """To two digits or so."""
    value = seconds * 1000
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"
