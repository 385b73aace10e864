"""Checks a page in a browser: no console messages, no requests, no overlaps, accessible, usable without scripts."""

import pathlib
import re

from . import zooming

HERE = pathlib.Path(__file__).parent
WIDTHS = {360: 740, 1280: 900, 1920: 1080}
# The width of A4 minus margins of 1.5 cm, in CSS pixels.
PAPER = 680
# The maximum number of printed sheets; suites with ten stages need at most 12.
MOST_SHEETS = {"glmark2-report": 12, "thesis-report": 10, "thesis-reconstructed-report": 12}


def views():
    """Yields each view of a page: its name, and the arguments of `browser.open`."""
    for width, height in WIDTHS.items():
        for scheme in ["light", "dark"]:
            yield f"{width}-{scheme}", dict(width=width, height=height, scheme=scheme)
    yield "print", dict(width=PAPER, height=1000, medium="print")
    yield "360-no-script", dict(width=360, height=740, runs_scripts=False)
    yield "1280-no-script", dict(width=1280, height=900, runs_scripts=False)


class Looks:
    """Checks pages in one browser."""

    def __init__(self, browser, axe, screenshots=None):
        self.browser, self.screenshots = browser, screenshots
        self.axe = pathlib.Path(axe).read_text(encoding="utf-8")
        self.boxes = (HERE / "boxes.js").read_text(encoding="utf-8")
        self.sorting = (HERE / "sorting.js").read_text(encoding="utf-8")

    def complaints(self, page, name):
        """Returns the complaints about a page in all views, at most eight per view and check of the layout."""
        found = []
        for view, how in views():
            found += [f"{name} ({view}): {text}" for text in self._view(page, f"{name}-{view}", how)[:8]]
        found += [f"{name}: {text}" for text in self._sorting(page)]
        for width in [360, 1280]:
            found += [f"{name}: {text}" for text in zooming.complaints(self.browser, page, width, WIDTHS[width])]
        return found

    def _view(self, page, name, how):
        browser = self.browser
        browser.open(page, **how)
        # Our scripts run outside of the page, so they also work if scripts of the page are disabled.
        found = browser.run(self.boxes, in_page=False)
        runs_scripts = how.get("runs_scripts", True)
        if runs_scripts and how.get("medium") != "print":
            found += self._axe()
        if not runs_scripts and browser.run("document.querySelectorAll('th button').length", in_page=False):
            found.append("buttons do nothing without scripts")
        found += [f"console message: {text}" for text in browser.said()]
        found += [f"requests {url}" for url in browser.requests()]
        if self.screenshots:
            browser.screenshot(self.screenshots / f"{name}.png")
        if how.get("medium") == "print":
            found += self._printed(name)
        return found

    def _printed(self, name):
        pdf = self.browser.pdf()
        if self.screenshots:
            (self.screenshots / f"{name}.pdf").write_bytes(pdf)
        count = len(re.findall(rb"/Type\s*/Page\b", pdf))
        most = MOST_SHEETS.get(name.removesuffix("-print"), count)
        return [f"prints on {count} sheets of paper, more than {most}"] if count > most else []

    def _axe(self):
        self.browser.run(self.axe + "\n;0")
        violations = self.browser.run(
            "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => "
            "[v.id, v.help, v.nodes.length, v.nodes[0].target.join(' '), v.nodes[0].failureSummary]))")
        return [f"axe: {rule}: {help}, {count} times, first {target}: {summary}"
                for rule, help, count, target, summary in violations]

    def _sorting(self, page):
        self.browser.open(page, width=1280, height=900)
        result = self.browser.run(self.sorting)
        tables = self.browser.run(
            "[...document.querySelectorAll('table')].filter(t => t.tBodies[0].rows.length > 1).length")
        silent = ["no table can be sorted"] if tables and not result["pressed"] else []
        return result["complaints"] + silent + [f"console message: {text}" for text in self.browser.said()]
