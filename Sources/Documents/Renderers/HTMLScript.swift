extension HTML {
  /// What pages do besides being read: tables that sort and filter, charts that say what is pointed at.
  ///
  /// A page without it lacks nothing but that, so nothing that it needs is in the page before it runs.
  static let script = #"""
    (() => {
    "use strict";
    const make = (tag, attributes, ...children) => {
      const element = document.createElement(tag);
      for (const name in attributes) element.setAttribute(name, attributes[name]);
      element.append(...children);
      return element;
    };

    // Tables

    const words = new Intl.Collator(document.documentElement.lang, { numeric: true });
    const numberIn = cell => {
      if (cell.dataset.v) return Number(cell.dataset.v);
      const text = cell.firstChild ? cell.firstChild.textContent.trim().replace("−", "-") : "";
      return /^[+-]?\.?\d/.test(text) ? parseFloat(text) : NaN;
    };
    const order = (column, isNumeric, sign) => (one, other) => {
      const [a, b] = [one.cells[column], other.cells[column]];
      if (!isNumeric) return sign * words.compare(a.textContent, b.textContent);
      const [m, n] = [numberIn(a), numberIn(b)];
      // What has no number stands last, whichever way the others stand.
      return isNaN(m) || isNaN(n) ? isNaN(m) - isNaN(n) : sign * (m - n);
    };
    const makeSortable = table => {
      const body = table.tBodies[0];
      const original = [...body.rows];
      const headers = [...table.tHead.rows[0].cells];
      for (const header of headers) {
        const text = header.firstChild;
        if (!text || !text.textContent.trim()) continue;
        const button = make("button", { type: "button" });
        text.replaceWith(button);
        button.append(text);
        button.addEventListener("click", () => {
          const now = header.getAttribute("aria-sort");
          const next = { ascending: "descending", descending: null }[now];
          const wanted = next === undefined ? "ascending" : next;
          for (const other of headers) other.removeAttribute("aria-sort");
          if (wanted) header.setAttribute("aria-sort", wanted);
          const compare = order(header.cellIndex, header.classList.contains("number"), wanted === "ascending" ? 1 : -1);
          body.append(...(wanted ? [...original].sort(compare) : original));
        });
      }
    };
    const makeFilterable = table => {
      const rows = [...table.tBodies[0].rows];
      const field = make("input", { type: "search", autocomplete: "off" });
      const count = make("output", {});
      field.addEventListener("input", () => {
        const wanted = field.value.toLowerCase().split(/\s+/);
        let left = 0;
        for (const row of rows) {
          const text = row.textContent.toLowerCase();
          row.hidden = !wanted.every(word => text.includes(word));
          left += !row.hidden;
        }
        count.textContent = left < rows.length ? `${left} of ${rows.length} rows` : "";
      });
      table.closest("figure").prepend(make("div", { class: "filter" }, make("label", {}, "Filter rows ", field), count));
    };
    for (const table of document.querySelectorAll("figure table")) {
      const count = table.tBodies[0].rows.length;
      if (count > 1) makeSortable(table);
      if (count > 12) makeFilterable(table);
    }

    // Charts

    const readout = make("div", { class: "readout", "aria-hidden": "true", hidden: "" });
    document.body.append(readout);
    const corners = path => {
      const lines = [];
      let line = [], x = 0, y = 0;
      for (const [, command, rest] of path.getAttribute("d").matchAll(/([Mmlvhza])([^A-Za-z]*)/g)) {
        const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) || []).map(Number);
        if (command === "M") [x, y] = numbers;
        else if (command === "v") y += numbers[0];
        else if (command === "h") x += numbers[0];
        else if (command === "m" || command === "l") { x += numbers[0]; y += numbers[1]; }
        else if (command === "z") { [x, y] = line[0]; }
        if (command === "M" || command === "m") lines.push(line = []);
        line.push([x, y]);
      }
      return lines;
    };
    // The least and the largest place of a line at a place of the other axis.
    const crossing = (lines, x) => {
      let [low, high] = [Infinity, -Infinity];
      const meet = y => { low = Math.min(low, y); high = Math.max(high, y); };
      for (const line of lines) {
        line.forEach(([x1, y1], index) => {
          if (Math.abs(x1 - x) <= 0.5) meet(y1);
          const [x0, y0] = line[index - 1] || [x1, y1];
          if ((x0 - x) * (x1 - x) < 0) meet(y0 + (y1 - y0) * (x - x0) / (x1 - x0));
        });
      }
      return low <= high ? [low, high] : null;
    };
    const valueAt = ([low, high, isLogarithmic], share) =>
      isLogarithmic ? low * (high / low) ** share : low + (high - low) * share;
    const said = (value, unit) =>
      unit === "%" ? `${Number((value * 100).toPrecision(4))}%` : `${Number(value.toPrecision(4))} ${unit || ""}`.trim();
    const prepare = svg => {
      const plots = JSON.parse(svg.dataset.plots || "[]");
      const notes = [...svg.querySelectorAll("path > title")].map(title => {
        const path = title.parentNode;
        const box = path.getBBox();
        const note = { text: title.textContent, x: box.x + box.width / 2, y: box.y + box.height / 2 };
        // The browser's own would stand beside ours.
        title.remove();
        return note;
      });
      const lines = [...svg.querySelectorAll("path[data-n]")].map(path => (
        { name: path.dataset.n, isBar: path.classList.contains("b"), lines: corners(path), box: path.getBBox() }));
      const cursor = document.createElementNS(svg.namespaceURI, "path");
      cursor.setAttribute("class", "x");
      svg.append(cursor);
      return { plots, notes, lines, cursor };
    };
    const prepared = new WeakMap();
    const reading = (chart, x, y) => {
      const near = chart.notes.map(note => ({ note, distance: Math.hypot(note.x - x, note.y - y) }))
        .sort((a, b) => a.distance - b.distance)[0];
      if (near && near.distance < 14) return { texts: [near.note.text] };
      const plot = chart.plots.find(([[left, top, right, bottom]]) =>
        x >= left && x <= right && y >= top && y <= bottom);
      if (!plot || !plot[1]) return null;
      const [[left, top, right, bottom], across, up] = plot;
      const texts = [];
      if (across[3] !== null) {
        texts.push(`${across[4]} ${said(valueAt(across, (x - left) / (right - left)), across[3])}`.trim());
      }
      const found = new Map();
      for (const line of chart.lines) {
        if (!up || line.box.y > bottom + 1 || line.box.y + line.box.height < top - 1) continue;
        const places = crossing(line.lines, x);
        if (!places) continue;
        if (line.isBar) places[1] = places[0];
        const name = line.name || up[4];
        const [low, high] = found.get(name) || places;
        found.set(name, [Math.min(low, places[0]), Math.max(high, places[1])]);
      }
      for (const [name, places] of found) {
        const [high, low] = places.map(place => said(valueAt(up, (bottom - place) / (bottom - top)), up[3]));
        texts.push(`${name}: ${low === high ? high : `${low} to ${high}`}`);
      }
      if (!texts.length) return null;
      return { texts, cursor: `M${x} ${chart.plots[0][0][1]}V${chart.plots[chart.plots.length - 1][0][3]}` };
    };
    const chartOf = svg => {
      if (!prepared.has(svg)) prepared.set(svg, prepare(svg));
      return prepared.get(svg);
    };
    // The other charts of the same time show the same moment.
    const link = (svg, across, share) => {
      for (const other of document.querySelectorAll("svg.chart[data-plots*='\"s\"']")) {
        if (other === svg || !other.clientWidth) continue;
        const { plots, cursor } = chartOf(other);
        const [[left, top, right], axis] = plots[0];
        const isSame = axis && across && axis[3] === "s" && across[3] === "s" && axis[1] === across[1];
        cursor.setAttribute("d", isSame ? `M${left + share * (right - left)} ${top}V${plots[plots.length - 1][0][3]}` : "");
      }
    };
    const hide = () => {
      readout.hidden = true;
      for (const svg of document.querySelectorAll("svg.chart")) {
        if (prepared.has(svg)) prepared.get(svg).cursor.setAttribute("d", "");
      }
    };
    // Shows the values at a place of a chart; returns them.
    const show = (svg, place) => {
      hide();
      const chart = chartOf(svg);
      const found = reading(chart, place.x, place.y);
      if (!found) return [];
      chart.cursor.setAttribute("d", found.cursor || "");
      const plot = chart.plots[0];
      if (found.cursor && plot) link(svg, plot[1], (place.x - plot[0][0]) / (plot[0][2] - plot[0][0]));
      readout.replaceChildren(...found.texts.map(text => make("div", {}, text)));
      readout.hidden = false;
      const at = new DOMPoint(place.x, place.y).matrixTransform(svg.getScreenCTM());
      const [width, height] = [readout.offsetWidth, readout.offsetHeight];
      const room = document.documentElement.clientWidth;
      const beside = at.x + 14 + width < room ? at.x + 14 : at.x - 14 - width;
      const above = Math.min(Math.max(at.y - height / 2, 4), innerHeight - height - 4);
      readout.style.left = `${Math.max(4, Math.min(beside, room - width - 4))}px`;
      readout.style.top = `${above}px`;
      return found.texts;
    };
    const point = event => {
      const svg = event.target.closest && event.target.closest("svg.chart");
      if (!svg) return hide();
      show(svg, new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse()));
    };
    // Arrow keys move along a chart, and what is there is announced.
    const announced = make("output", { class: "announced", "aria-live": "polite" });
    document.body.append(announced);
    for (const svg of document.querySelectorAll("svg.chart[data-plots]")) {
      const plot = JSON.parse(svg.dataset.plots)[0];
      if (!plot || !plot[1]) continue;
      const [left, top, right, bottom] = plot[0];
      let x = left;
      svg.setAttribute("tabindex", "0");
      svg.addEventListener("blur", hide);
      svg.addEventListener("keydown", event => {
        const step = { ArrowLeft: -0.01, ArrowRight: 0.01, Home: -1, End: 1 }[event.key];
        if (event.key === "Escape") return hide();
        if (!step) return;
        event.preventDefault();
        x = Math.min(right, Math.max(left, x + step * (right - left)));
        announced.textContent = show(svg, { x, y: (top + bottom) / 2 }).join(", ");
      });
    }
    document.addEventListener("pointermove", point);
    document.addEventListener("pointerdown", point);
    document.addEventListener("scroll", () => { readout.hidden = true; }, { passive: true });
    })();
    """#

  /// The SHA-256 of the script in base 64.
  ///
  /// The page's security policy allows only this script.
  static let scriptDigest = "nhZt5VcCq5lkfxlbkZ1YtotJrTmVhKGvTpgsame5v8o="

  /// The CSS of elements that the script adds to the page.
  static let scriptStyle = """
    th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; margin: 0;
      text-align: inherit; cursor: pointer; }
    th button:hover { text-decoration: underline; }
    th button:focus-visible, .filter input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    th button::after { content: "↕"; position: absolute; right: 0.05rem; bottom: 0.55em; font-size: 0.7em;
      font-weight: 400; color: var(--quiet); visibility: hidden; }
    th:hover button::after, th button:focus-visible::after { visibility: visible; }
    th[aria-sort] button::after { visibility: visible; color: var(--link); }
    th[aria-sort="ascending"] button::after { content: "▲"; }
    th[aria-sort="descending"] button::after { content: "▼"; }
    .filter { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; margin: 0 0 0.5rem;
      font-size: 0.88rem; color: var(--quiet); }
    .filter input { font: inherit; color: var(--ink); background: var(--page); border: 1px solid var(--quiet);
      border-radius: 4px; padding: 0.2rem 0.4rem; width: 12rem; max-width: 100%; }
    .readout { position: fixed; z-index: 9; pointer-events: none; max-width: 20rem; padding: 0.3rem 0.55rem;
      border: 1px solid var(--quiet); border-radius: 4px; background: var(--page); color: var(--ink);
      font-size: 0.8rem; line-height: 1.4; font-variant-numeric: tabular-nums; }
    .readout[hidden] { display: none; }
    .announced { position: fixed; clip-path: inset(50%); }
    svg.chart:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    @media print { .filter, .readout { display: none; } th button::after { content: none; } }
    """
}
