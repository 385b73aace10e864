extension HTML {
  /// The part of the script that shows the values at which the reader points.
  static let chartScript = #"""
    // Charts

    const readout = make("div", { class: "readout", "aria-hidden": "true", hidden: "" });
    document.body.append(readout);
    const corners = data => {
      const lines = [];
      let line = [], x = 0, y = 0;
      for (const [, command, rest] of data.matchAll(/([Mmlvhza])([^A-Za-z]*)/g)) {
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
    // Frames one after the other: their starts and ends in seconds, and their lengths in milliseconds.
    const framesIn = data => {
      const [starts, ends, lengths] = [[], [], []];
      for (const line of data.split("|")) {
        let [place, ...steps] = line.split(" ").map(Number);
        for (const step of steps) {
          starts.push(place / 1e5);
          ends.push((place += step) / 1e5);
          lengths.push(step / 100);
        }
      }
      return { starts, ends, lengths };
    };
    // The range of the frames that are shown between two times.
    const framesBetween = ({ starts, ends }, from, to) => {
      const first = (times, isPast) => {
        let [low, high] = [0, times.length];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (isPast(times[middle])) high = middle;
          else low = middle + 1;
        }
        return low;
      };
      return [first(ends, end => end > from), first(starts, start => start > to)];
    };
    // The least and the largest place of a line at a place of the other axis.
    const crossing = (lines, x, reach) => {
      let [low, high] = [Infinity, -Infinity];
      const meet = y => { low = Math.min(low, y); high = Math.max(high, y); };
      for (const line of lines) {
        line.forEach(([x1, y1], index) => {
          if (Math.abs(x1 - x) <= reach) meet(y1);
          const [x0, y0] = line[index - 1] || [x1, y1];
          if ((x0 - x) * (x1 - x) < 0) meet(y0 + (y1 - y0) * (x - x0) / (x1 - x0));
        });
      }
      return low <= high ? [low, high] : null;
    };
    const valueAt = ([low, high, isLogarithmic], share) =>
      isLogarithmic ? low * (high / low) ** share : low + (high - low) * share;
    const said = (value, unit) => {
      const text = String(Number((unit === "%" ? value * 100 : value).toPrecision(4))).replace("-", "−");
      return unit === "%" ? `${text}%` : `${text} ${unit || ""}`.trim();
    };
    const drawn = (tag, attributes) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const name in attributes) element.setAttribute(name, attributes[name]);
      return element;
    };
    const prepare = svg => {
      const plots = JSON.parse(svg.dataset.plots || "[]");
      const notes = [...svg.querySelectorAll("path > title")].map(title => {
        const path = title.parentNode;
        const box = path.getBBox();
        const note = { text: title.textContent, x: box.x + box.width / 2, y: box.y + box.height / 2 };
        // Otherwise the browser would show its own text as well.
        title.remove();
        return note;
      });
      const named = picture => [...picture.querySelectorAll("path[data-n]")];
      // Only the widest picture of a chart has the frames.
      const wide = svg.parentNode.querySelector("svg.chart");
      const lines = named(svg).map((path, index) => {
        const frames = named(wide)[index]?.dataset.f;
        return {
          path, name: path.dataset.n, isBar: path.classList.contains("b"), box: path.getBBox(),
          frames: frames && framesIn(frames), lines: frames ? [] : corners(path.dataset.z || path.getAttribute("d")) };
      });
      const cursor = drawn("path", { class: "x" });
      svg.append(cursor);
      return { plots, notes, lines, cursor, span: [0, 1] };
    };
    // Places of a chart whose part `span` of the axis fills its width, from and to places of the whole chart.
    const wholePlace = ({ plots: [[[left, , right]]], span: [from, to] }, x) =>
      left + from * (right - left) + (x - left) * (to - from);
    const shownPlace = ({ plots: [[[left, , right]]], span: [from, to] }, x) =>
      left + (x - left - from * (right - left)) / (to - from);
    // The frames of a line within half a pixel of a place, in words; an empty text between frames.
    const framesAt = (chart, [across, up], frames, x) => {
      const [left, , right] = chart.plots[0][0];
      const [from, to] = [x - 0.5, x + 0.5].map(place => valueAt(across, (wholePlace(chart, place) - left) / (right - left)));
      const [first, end] = framesBetween(frames, from, to);
      if (first >= end) return "";
      const lengths = frames.lengths.slice(first, end);
      const [low, high] = [Math.min(...lengths), Math.max(...lengths)].map(length => said(length, up[3]));
      return low === high ? low : `${low} to ${high}, ${end - first} frames`;
    };
    const prepared = new WeakMap();
    const reading = (chart, x, y) => {
      const place = chart.plots.length ? x => shownPlace(chart, x) : x => x;
      const near = chart.notes.map(note => ({ note, distance: Math.hypot(place(note.x) - x, note.y - y) }))
        .sort((a, b) => a.distance - b.distance)[0];
      if (near && near.distance < 14) return { texts: [near.note.text] };
      const plot = chart.plots.find(([[left, top, right, bottom]]) =>
        x >= left && x <= right && y >= top && y <= bottom);
      if (!plot || !plot[1]) return null;
      const [[left, top, right, bottom], across, up] = plot;
      const texts = [];
      const whole = wholePlace(chart, x);
      if (across[3] !== null) {
        texts.push(`${across[4]} ${said(valueAt(across, (whole - left) / (right - left)), across[3])}`.trim());
      }
      const found = new Map();
      const reach = (chart.span[1] - chart.span[0]) / 2;
      for (const line of chart.lines) {
        if (!up || line.box.y > bottom + 1 || line.box.y + line.box.height < top - 1) continue;
        if (line.frames) {
          const text = framesAt(chart, [across, up], line.frames, x);
          if (text) texts.push(`${line.name || up[4]}: ${text}`);
          continue;
        }
        const places = crossing(line.lines, whole, reach);
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
    // The visible charts of the same time as a chart, and the chart itself.
    const isTime = axis => axis && axis[3] === "s";
    const chartsLike = svg => {
      const across = chartOf(svg).plots[0][1];
      return [...document.querySelectorAll("svg.chart[data-plots*='\"s\"']")].filter(other => {
        const axis = other.clientWidth && chartOf(other).plots[0][1];
        return other === svg || (isTime(axis) && isTime(across) && axis[1] === across[1]);
      });
    };
    // The other charts of the same time show the same moment.
    const link = (svg, share) => {
      for (const other of chartsLike(svg)) {
        if (other === svg) continue;
        const chart = chartOf(other);
        const [left, top, right] = chart.plots[0][0];
        const x = shownPlace(chart, left + share * (right - left));
        const isShown = x >= left && x <= right;
        chart.cursor.setAttribute("d", isShown ? `M${x} ${top}V${chart.plots[chart.plots.length - 1][0][3]}` : "");
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
      if (found.cursor && plot) link(svg, (wholePlace(chart, place.x) - plot[0][0]) / (plot[0][2] - plot[0][0]));
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
    const placeOf = (event, svg) =>
      new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const chartAt = event => event.target.closest && event.target.closest("svg.chart");
    const point = event => {
      const svg = chartAt(event);
      if (!svg) return hide();
      show(svg, placeOf(event, svg));
    };
    """#
}
