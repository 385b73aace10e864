"""Makes the pages to check: the reports of runs/, of a suite with hostile names, and of a long run."""

import json
import os
import pathlib
import random
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Each name is markup, a formula or a control sequence in some output format, or hard to lay out.
NAMES = [
    "<script>alert(1)</script>", "a | b || c", "\\input{/etc/passwd}", "=1+1", "@SUM(A1:A9)",
    "evil\u202etxt.exe \u001b[31mred\u0007", "[x](javascript:alert(1)) ![y](http://example.org/z.png)",
    "\"' onmouseover=\"alert(2)", "&lt;b&gt; 100% $x^2$ #1 {y} ~~z~~ `c` **d** _e_", "日本語 👩‍🚀 é",
    "A title that is much longer than any column, tick or legend has space for, and goes on and on without an end",
    "Averylongwordthatcannotbebrokenanywhereandthatnoonewouldwriteifitwerenotforthistest" * 2,
]


class Material:
    """Makes the pages with one build of the tool, in one folder."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, pathlib.Path(folder)
        self.store = self.folder / "pages.db"

    def make(self):
        """Writes all pages, and returns their folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        pages = self.folder / "pages"
        self._ask("ingest", "runs/")
        for suite in sorted(path.parent.name for path in (ROOT / "runs").glob("*/suite.json")):
            order = ROOT / "runs" / suite / "commits.txt"
            if order.exists():
                self._ask("trend", "--suite", suite, "--order", order, "--format", "md,html", "--output", pages / suite)
            else:
                self._ask("report", suite, "--format", "md,html,latex", "--output", pages / suite)
        self._answers(pages)
        self._harmful(pages)
        self._long(pages)
        self._slow(pages)
        self._ask("report", "--site", pages / "site", "--order", ROOT / "runs" / "trend-demo" / "commits.txt")
        return pages

    @staticmethod
    def is_looked_at(page):
        """Returns whether to check a page: of the hundreds of pages of the site, only one of each kind."""
        if "site" not in page.parts:
            return True
        place = page.parts[page.parts.index("site") + 1:]
        return place in {("index.html",), ("glmark2", "index.html"), ("trend-demo", "index.html"),
                         ("trend-demo", "stage-list", "index.html"), ("harmful", "stage-s6", "index.html"),
                         ("harmful", "stage-s6", "run1.html")}

    def _ask(self, command, *arguments, stored=True, status=0):
        where = ["--store", self.store] if stored else []
        ended = subprocess.run([self.tool, command, *arguments, *where], stdout=subprocess.DEVNULL, cwd=ROOT)
        if ended.returncode != status:
            raise SystemExit(f"check-pages: hitchmark {command} ended with {ended.returncode}; expected {status}")

    def _answers(self, pages):
        """Makes a comparison, a check that fails, a check that passes, and an analysis of two traces."""
        self._ask("compare", "glmark2/0.2", "glmark2/0.1", "--format", "md,html,latex", "--output", pages / "compare")
        lines = (ROOT / "runs" / "trend-demo" / "commits.txt").read_text(encoding="utf-8").splitlines()
        commits = [line for line in lines if not line.startswith("#")]
        for name, count, status in [("failed", 60, 1), ("passed", 35, 0)]:
            order = self.folder / f"{name}.txt"
            order.write_text("\n".join(commits[:count]) + "\n", encoding="utf-8")
            self._ask("check", "--suite", "trend-demo", "--order", order, "--format", "md,html",
                      "--output", pages / name, status=status)
        self._ask("analyze", "runs/glmark2/0.2/1", "runs/glmark2/0.1/1", "--format", "md,html",
                  "--output", pages / "two", stored=False)

    def _harmful(self, pages):
        suite = self.folder / "runs" / "harmful"
        stages = [{"id": f"s{number}", "title": name, "note": name, "baseline": "s0"}
                  for number, name in enumerate(NAMES)]
        del stages[0]["baseline"]
        # The names also appear as cases, variants and curves, and below as devices, labels and threads.
        for number, name in enumerate(NAMES[:3]):
            stages += [{"id": f"c{number}", "case": name, "variant": NAMES[number % 2]},
                       {"id": f"v{number}", "variant": name, "at": number}]
        (suite).mkdir(parents=True)
        (suite / "suite.json").write_text(json.dumps({
            "title": NAMES[0], "about": " ".join(NAMES), "worst": "s0", "best": "s1", "end_result": "s2",
            "parameters": {"refresh_rate_hz": 60}, "stages": stages,
            "measures": {"own": {"title": NAMES[0], "unit": "ms", "better": "lower", "budget": "refresh"}},
            "metrics": ["fps.avg", "fps.stability", "own"], "sweep": {"title": NAMES[1], "unit": "views"}}),
            encoding="utf-8")
        dice = random.Random(4)
        for number, name in enumerate(NAMES):
            for run in ["run1", "run2"]:
                place = suite / f"s{number}" / run
                place.mkdir(parents=True)
                write_frames(place / "frames.csv", 300, dice, 15 + number)
                (place / "run.json").write_text(json.dumps({
                    "commit": name, "device": {"name": name, "os": name}, "labels": {"note": name},
                    "threads": {"list": [{"name": f"{index} {other}", "main": index == 0, "cpu_ms": 10 + index + number}
                                         for index, other in enumerate(NAMES)]}}), encoding="utf-8")
        for number in range(3):
            for kind in "cv":
                place = suite / f"{kind}{number}" / "run1"
                place.mkdir(parents=True)
                (place / "run.json").write_text(json.dumps({"scalars": {"own": 10 + 2 * number}}), encoding="utf-8")
        self._ask("ingest", self.folder / "runs")
        self._ask("report", "harmful", "--format", "md,html,latex", "--output", pages / "harmful")

    def _slow(self, pages):
        """Makes an explanation of late frames whose causes have hostile names."""
        for side, share in [("before", 0.05), ("after", 0.2)]:
            for run in range(4):
                folder = self.folder / "slow" / side
                folder.mkdir(parents=True, exist_ok=True)
                write_slices(folder / f"{run}.json", random.Random(share + run), share)
        sides = [self.folder / "slow" / side for side in ("before", "after")]
        self._ask("why", *sides, "--refresh-rate", "60", "--format", "md,html,latex", "--output", pages / "why", stored=False)

    def _long(self, pages):
        trace = self.folder / "long.csv"
        write_frames(trace, 20_000, random.Random(20), 8.3)
        self._ask("analyze", trace, "--refresh-rate", "120", "--format", "md,html", "--output", pages / "long",
                  stored=False)


def write_frames(path, count, dice, median):
    """Writes a PresentMon capture of `count` frames, about 1% of them late; `median` is in milliseconds."""
    lines = ["Application,ProcessID,SwapChainAddress,PresentMode,TimeInSeconds,MsBetweenPresents"]
    time = 0.0
    for _ in range(count):
        length = dice.lognormvariate(0, 0.12) * median * (3 if dice.random() < 0.01 else 1)
        time += length
        lines.append(f"game.exe,1,0x1,Hardware: Independent Flip,{time / 1000:.6f},{length:.4f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def tool():
    """Returns the path of the tool: HITCHMARK, or the newest build."""
    named = os.environ.get("HITCHMARK")
    builds = [ROOT / ".build" / kind / "hitchmark" for kind in ("release", "debug")]
    built = sorted((path for path in builds if path.exists()), key=lambda path: -path.stat().st_mtime)
    if not named and not built:
        raise SystemExit("check-pages: there is no build of hitchmark; run swift build first")
    return str(pathlib.Path(named).resolve() if named else built[0])


def write_slices(path, dice, share):
    """Writes a Chrome trace of 300 frames; in a share of them, a function takes 20 to 60 ms."""
    events = [{"name": "thread_name", "ph": "M", "pid": 12, "tid": 1, "args": {"name": "CrRendererMain"}}]
    time = 1_000_000
    for _ in range(300):
        slow = dice.randint(20_000, 60_000) if dice.random() < share else 0
        time += 16_667 * (1 + -(-slow // 16_667) if slow else 1)
        events.append({"name": "DrawFrame", "cat": "cc", "ph": "i", "ts": time, "pid": 12, "tid": 2, "args": {"layerTreeId": 1}})
        events.append({"name": "Layout", "cat": "x", "ph": "X", "ts": time - slow - 9_000, "dur": 4_000, "pid": 12, "tid": 1})
        if slow:
            name = NAMES[dice.randrange(len(NAMES))]
            events.append({"name": name, "cat": "x", "ph": "X", "ts": time - slow - 2_000, "dur": slow, "pid": 12, "tid": 1})
    path.write_text(json.dumps({"traceEvents": events}), encoding="utf-8")
