// Records the frames of a web page as Hitchmark's own files: frames.csv, resources.csv, markers.csv and run.json.
//
//     import { FrameRecorder, save } from "./frame-recorder.js";
//     const recorder = new FrameRecorder({ labels: { build: "release" } });
//     recorder.start();
//     const end = recorder.mark("open menu");  // … end();
//     const files = await recorder.stop();     // { "frames.csv": "timestamp_ms\n…", … }
//     save(files);                             // downloads run.tar
//
// A frame is a callback of requestAnimationFrame. Long animation frames and slow interactions become markers. The size
// of the JavaScript heap is sampled once per second if the browser reports it. docs/recorders.md explains the options.

const rowsPerPart = 2000;  // A browser sends at most 64 KiB after a page is closed.

/** Rows of a CSV file. Above `capacity`, the oldest ones are discarded. */
class Table {
  #rows = [];
  #count = 0;
  #taken = 0;
  lost = 0;
  bytesTaken = 0;

  constructor(header, capacity, write) { Object.assign(this, { header, capacity, write }); }

  get pending() { return this.#count - this.#taken; }

  add(row) {
    if (this.pending === this.capacity) { this.#taken++; this.lost++; }
    this.#rows[this.#count++ % this.capacity] = row;
  }

  /** The text of the rows since the last call; the first text begins with the header. */
  take() {
    let text = this.bytesTaken === 0 ? this.header + "\n" : "";
    while (this.pending > 0) text += this.write(this.#rows[this.#taken++ % this.capacity]) + "\n";
    this.bytesTaken += new TextEncoder().encode(text).length;
    return text;
  }
}

export class FrameRecorder {
  #options;
  #tables;
  #scalars = {};
  #observers = [];
  #request = null;
  #lastSample = -Infinity;
  #visibleSince = null;
  #posted = Promise.resolve();
  #failedPosts = 0;

  /**
   * - capacity: the largest number of frames; older ones are discarded. The default is an hour at 60 Hz, in 2 MB.
   * - url: where to post the files, in parts during the recording, so that a closed or crashed page loses little.
   * - name: the name of the run; labels: texts for run.json.
   * - clock: milliseconds to add to performance.now() in all files, to match the clock of another trace.
   */
  constructor({ capacity = 216_000, url = null, name = "run", labels = {}, clock = 0 } = {}) {
    this.#options = { url, name, labels };
    const time = value => (value + clock).toFixed(3);
    const quoted = text => `"${text.replaceAll('"', "'").replaceAll(/\s+/g, " ")}"`;
    this.#tables = {
      "frames.csv": new Table("timestamp_ms", capacity, time),
      "resources.csv": new Table(
        "timestamp_ms,js_heap_bytes", 36_000, ([at, bytes]) => `${time(at)},${bytes}`),
      "markers.csv": new Table(
        "timestamp_ms,end_ms,name,activity", 10_000,
        ([start, end, name, activity]) => `${time(start)},${time(end)},${quoted(name)},${activity}`),
    };
  }

  start() {
    if (this.#request !== null) return;
    this.#observe("long-animation-frame", {}, ["long_frames", "count"], ["blocking_time", "ms"], entry => {
      this.#addMarker(entry.startTime, entry.startTime + entry.duration, "long animation frame");
      this.#scalars.long_frames.value++;
      this.#scalars.blocking_time.value += entry.blockingDuration;
    });
    this.#observe("event", { durationThreshold: 16 }, ["slowest_interaction", "ms"], entry => {
      if (!entry.interactionId) return;
      this.#addMarker(entry.startTime, entry.startTime + entry.duration, `event ${entry.name}`);
      this.#scalars.slowest_interaction.value = Math.max(this.#scalars.slowest_interaction.value, entry.duration);
    });
    document.addEventListener("visibilitychange", this.#visibilityChanged);
    if (document.visibilityState === "visible") this.#visibleSince = performance.now();
    this.#request = requestAnimationFrame(this.#frame);
  }

  /** Starts a marker, and returns the function that ends it. */
  mark(name) {
    const start = performance.now();
    return () => this.#addMarker(start, performance.now(), String(name));
  }

  /** Stops, and returns the files by name; none if they are posted. */
  async stop() {
    if (this.#request === null) return {};
    cancelAnimationFrame(this.#request);
    this.#request = null;
    document.removeEventListener("visibilitychange", this.#visibilityChanged);
    for (const { observer, take } of this.#observers.splice(0)) {
      observer.takeRecords().forEach(take);
      observer.disconnect();
    }
    this.#endVisible();
    this.flush();
    await this.#posted;
    if (this.#options.url) return {};
    const filled = Object.entries(this.#tables).filter(([, table]) => table.pending > 0);
    return { ...Object.fromEntries(filled.map(([file, table]) => [file, table.take()])), "run.json": this.#description() };
  }

  /** Posts the rows since the last call; does nothing without a URL. */
  flush() {
    if (!this.#options.url) return;
    for (const [file, table] of Object.entries(this.#tables)) {
      if (table.pending > 0) this.#post(file, table.bytesTaken, table.take());
    }
    this.#post("run.json", 0, this.#description());
  }

  #frame = time => {
    this.#request = requestAnimationFrame(this.#frame);
    this.#tables["frames.csv"].add(time);
    if (time - this.#lastSample >= 1000) {
      this.#lastSample = time;
      if (performance.memory) this.#tables["resources.csv"].add([time, performance.memory.usedJSHeapSize]);
    }
    if (this.#options.url && this.#tables["frames.csv"].pending === rowsPerPart) setTimeout(() => this.flush());
  };

  // A hidden page gets no frames. Only the time between these markers counts.
  #visibilityChanged = () => {
    if (document.visibilityState === "visible") return void (this.#visibleSince ??= performance.now());
    this.#endVisible();
    this.flush();
  };

  #endVisible() {
    if (this.#visibleSince !== null) this.#addMarker(this.#visibleSince, performance.now(), "visible", 1);
    this.#visibleSince = null;
  }

  #addMarker(start, end, name, activity = "") { this.#tables["markers.csv"].add([start, end, name, activity]); }

  #observe(type, options, ...scalarsAndTake) {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    const take = scalarsAndTake.pop();
    for (const [name, unit] of scalarsAndTake) this.#scalars[name] ??= { value: 0, unit, better: "lower" };
    const observer = new PerformanceObserver(list => list.getEntries().forEach(take));
    observer.observe({ type, ...options });
    this.#observers.push({ observer, take });
  }

  #description() {
    const labels = { ...this.#options.labels, page: location.origin + location.pathname, browser: navigator.userAgent };
    for (const [file, table] of Object.entries(this.#tables)) {
      if (table.lost > 0) labels[`discarded from ${file}`] = `${table.lost} oldest rows`;
    }
    if (this.#failedPosts > 0) labels["parts not posted"] = String(this.#failedPosts);
    const device = { os: navigator.userAgentData?.platform || navigator.platform || "unknown" };
    return JSON.stringify({ date: new Date().toISOString(), device, labels, scalars: this.#scalars }, null, 2) + "\n";
  }

  // `from` is the position of the text in the file, so that parts may arrive in any order.
  #post(file, from, body) {
    const query = new URLSearchParams({ run: this.#options.name, file, from });
    const failed = () => { this.#failedPosts++; };
    const answer = fetch(`${this.#options.url}?${query}`, { method: "POST", body, keepalive: true });
    this.#posted = Promise.all([this.#posted, answer.then(({ ok }) => ok || failed(), failed)]);
  }
}

/** Downloads files as one archive, which `tar xf run.tar` unpacks into a folder. */
export function save(files, name = "run") {
  const octal = (number, digits) => Math.floor(number).toString(8).padStart(digits, "0");
  const parts = Object.entries(files).flatMap(([file, text]) => {
    const [body, header] = [new TextEncoder().encode(text), new Uint8Array(512)];
    const put = (at, value) => header.set(new TextEncoder().encode(value), at);
    put(0, `${name}/${file}`);
    put(100, `0000644\x000000000\x000000000\0${octal(body.length, 11)} ${octal(Date.now() / 1000, 11)} ${" ".repeat(8)}0`);
    put(257, "ustar\x0000");
    put(148, octal(header.reduce((sum, byte) => sum + byte), 6) + "\0 ");
    return [header, body, new Uint8Array(-body.length & 511)];
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([...parts, new Uint8Array(1024)], { type: "application/x-tar" }));
  link.download = `${name}.tar`;
  link.click();
}

/** Starts a recording, or ends it and downloads the files: for a bookmarklet. */
export async function toggle(options) {
  const recorder = globalThis.hitchmarkRecorder;
  globalThis.hitchmarkRecorder = recorder ? undefined : new FrameRecorder(options);
  if (recorder) return save(await recorder.stop());
  globalThis.hitchmarkRecorder.start();
}
