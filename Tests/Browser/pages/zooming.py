"""Zooms into a chart over time with the mouse, a finger and keys, and then resets it."""

import re
import time

# The state of the first visible chart over time: points to drag between, labels, shapes, and texts around it.
STATE = """(() => {
  const svg = [...document.querySelectorAll("svg.zoomable")].find(svg => svg.clientWidth);
  if (!svg) return null;
  const box = svg.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight) svg.scrollIntoView({block: "center"});
  const [[left, top, right, bottom], axis] = JSON.parse(svg.dataset.plots)[0];
  const matrix = svg.getScreenCTM();
  const at = (x, y) => { const p = new DOMPoint(x, y).matrixTransform(matrix); return [p.x, p.y]; };
  const same = [...document.querySelectorAll("svg.zoomable")].filter(other => other.clientWidth &&
    JSON.parse(other.dataset.plots)[0][1][1] === axis[1]);
  const shown = chart => [...chart.querySelectorAll("path, text")]
    .filter(part => part.getAttribute("visibility") !== "hidden" && part.getAttribute("d") !== "" &&
      part.getAttribute("class") !== "x")
    .map(part => [part.getAttribute("d"), part.getAttribute("transform"), part.getAttribute("x"),
      part.textContent].join("|"));
  const labels = [...svg.querySelectorAll("text.q.m")].filter(text => text.getAttribute("visibility") !== "hidden")
    .map(text => text.textContent);
  const frame = svg.closest("figure").getBoundingClientRect();
  const sticking = [...svg.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    return text.getAttribute("visibility") !== "hidden" && (box.left < frame.left - 1 || box.right > frame.right + 1);
  }).map(text => text.textContent);
  return {
    from: at(left + (right - left) * 0.25, (top + bottom) / 2), to: at(left + (right - left) * 0.5, (top + bottom) / 2),
    end: axis[1], labels, sticking, parts: same.map(shown), count: same.length,
    button: !!document.querySelector("button.reset:not([hidden])"),
    readout: document.querySelector(".readout").hidden ? "" : document.querySelector(".readout").textContent,
    announced: document.querySelector(".announced").textContent,
  };
})()"""


# The lengths of the frames behind the first visible chart over time, as the readout says them; None without frames.
FRAMES = """(() => {
  const svg = [...document.querySelectorAll("svg.zoomable")].find(svg => svg.clientWidth);
  const lengths = [...svg.closest("figure").querySelectorAll("path[data-f]")].flatMap(path =>
    path.dataset.f.split("|").flatMap(line => line.split(" ").slice(1).map(Number)));
  return lengths.length ? lengths.map(length => Number((length / 100).toPrecision(4))) : null;
})()"""


def readout_at(browser, place):
    """Returns the text that appears when the mouse points at a position; empty if none appears.

    Points again while there is no text, because scrolling hides the text, and a busy browser scrolls late.
    """
    for _ in range(20):
        mouse(browser, "mouseMoved", [place[0] - 3, place[1]])
        mouse(browser, "mouseMoved", place)
        readout = browser.run(STATE)["readout"]
        if readout:
            return readout
        time.sleep(0.1)
    return ""


def mouse(browser, kind, place, clicks=0):
    button = "left" if kind != "mouseMoved" or clicks else "none"
    browser.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=button,
                 buttons=1 if clicks else 0, clickCount=clicks, pointerType="mouse")


def drag(browser, start, end):
    mouse(browser, "mouseMoved", start)
    mouse(browser, "mousePressed", start, 1)
    for step in range(1, 6):
        mouse(browser, "mouseMoved", [a + (b - a) * step / 5 for a, b in zip(start, end)], 1)
    mouse(browser, "mouseReleased", end, 1)


def swipe(browser, start, end):
    def touch(kind, *places):
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in places])
    touch("touchStart", start)
    for step in range(1, 6):
        touch("touchMove", [a + (b - a) * step / 5 for a, b in zip(start, end)])
    touch("touchEnd")


def key(browser, name):
    browser.run('[...document.querySelectorAll("svg.zoomable")].find(svg => svg.clientWidth)'
                f'.dispatchEvent(new KeyboardEvent("keydown", {{key: "{name}", bubbles: true, cancelable: true}}))')


def complaints(browser, page, width, height):
    """Returns the complaints about zooming on a page; empty if the page has no chart over time."""
    browser.open(page, width=width, height=height)
    # A reader opens the folds first: a chart in a closed one takes no pointer.
    browser.run('document.querySelectorAll("details").forEach(fold => { fold.open = true; })')
    before = browser.run(STATE)
    if before is None:
        return []
    found = []

    def check(condition, text):
        if not condition:
            found.append(f"zoom at {width}: {text}")

    def reset(how):
        after = browser.run(STATE)
        check(after["parts"] == before["parts"], f"{how} does not restore the charts")
        check(not after["button"], f"{how} does not hide the button")

    (swipe if width < 500 else drag)(browser, before["from"], before["to"])
    state = browser.run(STATE)
    check(state["button"], "dragging does not zoom")
    check(all(one != other for one, other in zip(state["parts"], before["parts"])),
          "a chart does not zoom with the others")
    times = [float(label.split()[0]) for label in state["labels"] if label.endswith(" s")]
    check(len(times) > 1 and all(0.2 * before["end"] < time < 0.55 * before["end"] for time in times),
          f"the labels are {state['labels']}")
    check(not state["sticking"], f"labels stick out: {state['sticking']}")
    # The pointer is at a quarter of the zoomed interval, which is from 1/4 to 1/2 of the time: at 0.3125.
    readout = readout_at(browser, state["from"])
    check(width < 500 or readout.startswith(f"Time {0.3125 * before['end']:.3g}"[:7]), f"the readout is “{readout}”")
    frames = browser.run(FRAMES)
    said = {float(number) for number in re.findall(r"([\d.]+) ms(?!/)", readout)}
    check(not frames or said <= set(frames), f"the readout “{readout}” has a length that no frame has")
    for clicks in [1, 2]:
        mouse(browser, "mousePressed", state["from"], clicks)
        mouse(browser, "mouseReleased", state["from"], clicks)
    mouse(browser, "mouseMoved", [1, 1])
    reset("a double click")
    for name in "++":
        key(browser, name)
    check(browser.run(STATE)["announced"].endswith(" is shown"), "keys announce nothing")
    key(browser, "0")
    reset("the key 0")
    key(browser, "+")
    browser.run('document.querySelector("button.reset:not([hidden])").click()')
    reset("the button")
    return found + [f"zoom: console message: {text}" for text in browser.said()]
