// A feed of 500 messages that scrolls by itself, in the variant of one stage of the thesis.
//
//     feed.html?stage=0.2
//
// A driver calls prepare(), then scroll(), which returns the files of the recorder.

import { FrameRecorder } from "/frame-recorder.js";
import { ConstraintCell, DrawnCell, pictureSide, Pictures, PlainCell, StaticCell } from "./cells.js";
import { makePictures, messages } from "./data.js";

const query = new URLSearchParams(location.search);
const pictureSize = Number(query.get("pictures") ?? 1600);
/** How many messages the feed shows at most, for short recordings. */
const shownMessages = messages.slice(0, Number(query.get("messages") ?? messages.length));

const all = ["reused", "static", "manual", "cached", "sized"];
const stages = {
  "0.1": ["plain", "reused", "cached"],
  "0.2": ["clipped", "blurred"],
  "1": [...all.slice(0, 1), "clipped", "blurred"],
  "2": [...all.slice(0, 2), "clipped", "blurred"],
  "3": [...all.slice(0, 3), "clipped", "blurred"],
  "4": [...all.slice(0, 4), "clipped", "blurred"],
  "5": [...all, "clipped", "blurred"],
  "6.1": [...all, "clipped", "blurred", "rasterized"],
  "6.2": [...all, "clipped"],
  "6.3": all,
  "ASDK": ["plain", "drawn", "reused", "cached"],
};
const stage = new Set(stages[query.get("stage")]);

const scroller = document.getElementById("scroller");
const content = document.getElementById("content");

// MARK: Heights

const ruler = new OffscreenCanvas(1, 1).getContext("2d");
const textWidth = 240;

/** The number of lines of a text that is broken between words. */
function lineCount(text) {
  let [lines, line] = [1, ""];
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && ruler.measureText(longer).width > textWidth) {
      lines++;
      line = word;
    } else {
      line = longer;
    }
  }
  return lines;
}

function calculatedHeight(message) {
  if (stage.has("plain")) return 44;
  return 10 + (message.pictures ? pictureSide(message) : lineCount(message.text) * 17 + 20);
}

const heights = new Map();
const sizingCells = new Map();

/** The height of a cell that is not displayed, laid out by the browser. */
function measuredHeight(message) {
  const kind = kindOf(message);
  if (!sizingCells.has(kind)) {
    const cell = makeCell(kind);
    document.getElementById("sizing").append(cell.view);
    sizingCells.set(kind, cell);
  }
  const cell = sizingCells.get(kind);
  cell.show(message);
  return cell.height;
}

function heightOf(message) {
  if (!stage.has("manual") && !stage.has("cached")) return measuredHeight(message);
  if (!stage.has("cached")) return calculatedHeight(message);
  if (!heights.has(message.id)) heights.set(message.id, calculatedHeight(message));
  return heights.get(message.id);
}

// MARK: The table

let pictures;
const tops = [0];
const displayed = new Map();
const unused = new Map();

function kindOf(message) {
  return stage.has("static") ? `${message.direction} ${message.pictures?.length ?? 0}` : "any";
}

function makeCell(kind) {
  if (stage.has("drawn")) return new DrawnCell();
  if (stage.has("plain")) return new PlainCell();
  return stage.has("static") ? new StaticCell(pictures, kind) : new ConstraintCell(pictures);
}

/** The last row that begins at or above a position. */
function rowAt(y) {
  let [low, high] = [0, shownMessages.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tops[middle] <= y) low = middle; else high = middle - 1;
  }
  return low;
}

function remove(row, cell) {
  displayed.delete(row);
  if (!stage.has("reused")) return cell.view.remove();
  const kind = kindOf(shownMessages[row]);
  if (!unused.has(kind)) unused.set(kind, []);
  unused.get(kind).push(cell);
  cell.view.style.top = "-9999px";
}

function add(row) {
  const kind = kindOf(shownMessages[row]);
  let cell = unused.get(kind)?.pop();
  if (!cell) {
    cell = makeCell(kind);
    content.append(cell.view);
  }
  cell.show(shownMessages[row]);
  displayed.set(row, cell);
  return cell;
}

/** Shows the rows at a position. Like a table view, it gets the heights of all visible rows. */
function update(y) {
  const [first, last] = [rowAt(y), rowAt(y + innerHeight)];
  for (let row = first; row <= last; row++) tops[row + 1] = tops[row] + heightOf(shownMessages[row]);
  for (const [row, cell] of displayed) if (row < first || row > last) remove(row, cell);
  for (let row = first; row <= last; row++) {
    const cell = displayed.get(row) ?? add(row);
    cell.view.style.top = `${tops[row]}px`;
    cell.layOut?.();
  }
}

// MARK: Driving

const nextFrame = () => new Promise(requestAnimationFrame);
const wait = milliseconds => new Promise(end => setTimeout(end, milliseconds));

globalThis.prepare = async () => {
  ruler.font = '14px "DejaVu Sans", sans-serif';
  if (!stage.has("plain")) pictures = new Pictures(await makePictures(pictureSize), stage.has("sized"));
  content.className = [...stage].filter(name => ["clipped", "blurred", "rasterized"].includes(name)).join(" ");
  const sizing = document.createElement("div");
  sizing.id = "sizing";
  content.append(sizing);
  for (const [row, message] of shownMessages.entries()) {
    const height = calculatedHeight(message);
    if (!stage.has("plain") && measuredHeight(message) !== height) {
      throw new Error(`message ${message.id} is ${measuredHeight(message)} points high, calculated as ${height}`);
    }
    tops[row + 1] = tops[row] + height;
  }
  content.style.height = `${tops[shownMessages.length]}px`;
  update(0);
  await wait(500);
  return { height: tops[shownMessages.length], width: innerWidth };
};

/**
 * Scrolls to the end: every 0.4 s a timer scrolls on from the current position, each time by a larger distance.
 *
 * The thesis began with 100 points and added 30 points each time, on a screen of 568 points. Here the distances are
 * proportional to the height of the window.
 */
globalThis.scroll = async () => {
  const recorder = new FrameRecorder();
  const end = content.offsetHeight - innerHeight;
  let [from, to, since, distance] = [0, 0, 0, 100 / 568 * innerHeight];
  const step = () => {
    [from, since] = [scroller.scrollTop, performance.now()];
    to = Math.min(from + distance, end);
    distance += 30 / 568 * innerHeight;
    timer = setTimeout(step, 400);
  };
  recorder.start();
  const mark = performance.mark("recorder");
  let timer;
  step();
  while (scroller.scrollTop < end - 0.5) {
    await nextFrame();
    const y = from + (to - from) * Math.min((performance.now() - since) / 400, 1);
    scroller.scrollTop = y;
    update(y);
  }
  clearTimeout(timer);
  return { files: await recorder.stop(), mark: mark.startTime };
};

/** Shows a position, for a picture. */
globalThis.show = async y => {
  scroller.scrollTop = y;
  update(y);
  await wait(500);
};
