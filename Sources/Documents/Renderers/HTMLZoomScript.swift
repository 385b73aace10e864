extension HTML {
  /// The part of the script that enlarges a part of the time, by dragging, touching or keys.
  ///
  /// The picture in the page stays as it is: a reset restores it.
  static let zoomScript = #"""
    // Charts over time show a part of it: the one that is dragged over, in all charts of the same time.

    // What a part of the time moves, scales or hides: found once per chart, before the first time.
    const partsOf = svg => {
      const chart = chartOf(svg);
      if (chart.parts) return chart.parts;
      const { plots, cursor } = chart;
      const [left, , right] = plots[0][0];
      const bottom = plots[plots.length - 1][0][3];
      const id = `${svg.closest("figure").id}_${svg.classList[1]}_clip`;
      const clip = drawn("clipPath", { id });
      clip.append(drawn("rect", { x: left, y: 0, width: right - left, height: svg.viewBox.baseVal.height }));
      svg.append(clip);
      const parts = chart.parts = { paths: [], texts: [], ticks: [], own: drawn("g", {}) };
      for (const path of svg.querySelectorAll("path")) {
        const box = path.getBBox();
        const middle = box.y + box.height / 2;
        const has = name => path.classList.contains(name);
        if (path === cursor || has("g")) continue;
        if (has("x")) {
          if (box.height > 1 && box.y >= bottom - 1) parts.ticks.push(path);
        } else if (plots.some(([[, top, , end]]) => middle >= top - 1 && middle <= end + 1)) {
          const frame = drawn("g", { "clip-path": `url(#${id})` });
          path.replaceWith(frame);
          frame.append(path);
          parts.paths.push({
            path, data: path.getAttribute("d"), isSymbol: (has("f") && !has("t")) || has("h") || has("p") });
        }
      }
      for (const text of svg.querySelectorAll("text")) {
        const [x, y] = ["x", "y"].map(name => Number(text.getAttribute(name)));
        if (text.dataset.x) parts.texts.push({ text, x, mark: Number(text.dataset.x) });
        else if (Math.abs(y - bottom - 16) < 1) parts.ticks.push(text);
      }
      svg.append(parts.own);
      return parts;
    };
    // Symbols keep their shape: each is moved so that its middle is at its new place.
    const moved = (data, place) => {
      const symbols = data.match(/[Mm][^Mm]*/g) || [];
      return corners(data).map((line, index) => {
        const rest = symbols[index].replace(/^[Mm]\s*-?[\d.]+\s*-?[\d.]+/, "");
        const radius = Number((/a([\d.]+)/.exec(rest) || [0, 0])[1]);
        const all = line.map(([x]) => x);
        const middle = (Math.min(...all) + Math.max(...all)) / 2 + radius;
        return `M${line[0][0] + place(middle) - middle} ${line[0][1]}${rest}`;
      }).join("");
    };
    const roundStep = span => {
      const power = 10 ** Math.floor(Math.log10(span));
      return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= span * 0.999);
    };
    const drawTicks = (chart, own) => {
      const [left, , right] = chart.plots[0][0];
      const bottom = chart.plots[chart.plots.length - 1][0][3];
      const [low, high] = chart.span.map(share => valueAt(chart.plots[0][1], share));
      const step = roundStep((high - low) / Math.max(2, Math.floor((right - left) / 64)));
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      for (let number = Math.ceil(low / step - 1e-9); number * step <= high + step * 1e-9; number += 1) {
        const x = left + (number * step - low) / (high - low) * (right - left);
        const label = drawn("text", { class: "q m", x, y: bottom + 16 });
        label.append(`${(number * step).toFixed(digits)} s`);
        own.append(drawn("path", { class: "x", d: `M${x} ${bottom}v4` }), label);
      }
    };
    // The frames that are shown, as steps in places of the whole chart.
    const steps = (chart, line) => {
      const [[left, , right], across] = chart.plots[0];
      const [[, top, , bottom], , [low, high, isLogarithmic]] = chart.plots.find(([[, top, , bottom]]) =>
        line.box.y >= top - 1 && line.box.y + line.box.height <= bottom + 1);
      const times = chart.span.map(share => valueAt(across, share));
      const x = time => (left + (time - across[0]) / (across[1] - across[0]) * (right - left)).toFixed(4);
      const y = value => {
        const share = isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return (bottom - Math.min(1, Math.max(0, share)) * (bottom - top)).toFixed(1);
      };
      const { starts, ends, lengths } = line.frames;
      const [first, end] = framesBetween(line.frames, ...times);
      let data = "";
      for (let index = first; index < end; index += 1) {
        const follows = index > first && starts[index] === ends[index - 1];
        data += `${follows ? "V" : `M${x(starts[index])} `}${y(lengths[index])}H${x(ends[index])}`;
      }
      return data;
    };
    const draw = svg => {
      const chart = chartOf(svg);
      const { paths, texts, ticks, own } = partsOf(svg);
      const [left, , right] = chart.plots[0][0];
      const place = x => shownPlace(chart, x);
      const isWhole = chart.span[1] - chart.span[0] === 1;
      const scale = 1 / (chart.span[1] - chart.span[0]);
      for (const { path, data, isSymbol } of paths) {
        const line = chart.lines.find(line => line.path === path);
        path.setAttribute("d", isWhole ? data : isSymbol ? moved(data, place)
          : line?.frames ? steps(chart, line) : path.dataset.z || data);
        if (isWhole || isSymbol) { path.removeAttribute("transform"); path.removeAttribute("vector-effect"); continue; }
        path.setAttribute("transform", `matrix(${scale} 0 0 1 ${place(0)} 0)`);
        path.setAttribute("vector-effect", "non-scaling-stroke");
      }
      for (const { text, x, mark } of texts) {
        const now = isWhole ? mark : place(mark);
        text.setAttribute("x", isWhole ? x : x + now - mark);
        text.setAttribute("visibility", now < left - 1 || now > right + 1 ? "hidden" : "visible");
      }
      for (const tick of ticks) tick.setAttribute("visibility", isWhole ? "visible" : "hidden");
      own.replaceChildren();
      if (!isWhole) drawTicks(chart, own);
    };
    const resets = new WeakMap();
    const zoom = (svg, from, to) => {
      const width = Math.min(1, Math.max(to - from, 0.001));
      const start = Math.min(Math.max(from, 0), 1 - width);
      hide();
      for (const other of chartsLike(svg)) {
        const chart = chartOf(other);
        chart.span = [start, width === 1 ? 1 : start + width];
        draw(other);
        const figure = other.closest("figure");
        if (!resets.has(figure)) {
          const button = make("button", { type: "button", class: "reset" }, "Reset zoom");
          button.addEventListener("click", () => zoom(other, 0, 1));
          figure.querySelector("figcaption").append(" ", button);
          resets.set(figure, button);
        }
        resets.get(figure).hidden = width === 1;
      }
      const [low, high] = chartOf(svg).span.map(share => said(valueAt(chartOf(svg).plots[0][1], share), "s"));
      announced.textContent = width === 1 ? "the chart shows the whole time axis again" : `${low} to ${high} is shown`;
    };
    const isZoomable = svg => svg && svg.classList.contains("zoomable");
    let drag = null;
    const selection = drawn("path", { class: "a c0" });
    const endDrag = () => { drag = null; selection.remove(); };
    const within = (event, svg) => {
      const [left, , right] = chartOf(svg).plots[0][0];
      return Math.min(right, Math.max(left, placeOf(event, svg).x));
    };
    document.addEventListener("pointerdown", event => {
      point(event);
      const svg = chartAt(event);
      if (!isZoomable(svg) || event.button || !event.isPrimary) return;
      const [left, , right] = chartOf(svg).plots[0][0];
      const { x } = placeOf(event, svg);
      if (x >= left && x <= right) drag = { svg, x };
    });
    document.addEventListener("pointermove", event => {
      point(event);
      if (!drag || !event.isPrimary) return;
      const { svg, x } = drag;
      const { plots } = chartOf(svg);
      selection.setAttribute("d", `M${x} ${plots[0][0][1]}H${within(event, svg)}V${plots[plots.length - 1][0][3]}H${x}z`);
      svg.append(selection);
    });
    document.addEventListener("pointerup", event => {
      if (!drag || !event.isPrimary) return;
      const { svg, x } = drag;
      const chart = chartOf(svg);
      const [left, , right] = chart.plots[0][0];
      const ends = [x, within(event, svg)].sort((a, b) => a - b);
      endDrag();
      if (ends[1] - ends[0] < 6) return;
      zoom(svg, ...ends.map(end => (wholePlace(chart, end) - left) / (right - left)));
    });
    document.addEventListener("pointercancel", endDrag);
    document.addEventListener("dblclick", event => {
      const svg = chartAt(event);
      if (isZoomable(svg)) zoom(svg, 0, 1);
    });
    // Arrow keys move along a chart, and what is there is announced.
    const announced = make("output", { class: "announced", "aria-live": "polite" });
    document.body.append(announced);
    for (const svg of document.querySelectorAll("svg.chart[data-plots]")) {
      const plot = JSON.parse(svg.dataset.plots)[0];
      if (!plot || !plot[1]) continue;
      const [left, top, right, bottom] = plot[0];
      let x = left;
      svg.setAttribute("tabindex", "0");
      svg.classList.toggle("zoomable", isTime(plot[1]));
      svg.addEventListener("blur", hide);
      svg.addEventListener("keydown", event => {
        const step = { ArrowLeft: -0.01, ArrowRight: 0.01, Home: -1, End: 1 }[event.key];
        const factor = isZoomable(svg) && { "+": 0.5, "=": 0.5, "-": 2, "0": Infinity }[event.key];
        if (event.key === "Escape") return hide();
        if (!step && !factor || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const chart = chartOf(svg);
        const [from, to] = chart.span;
        if (factor) {
          const width = Math.min(1, (to - from) * factor);
          const share = (wholePlace(chart, x) - left) / (right - left);
          zoom(svg, share - width * (x - left) / (right - left), share + width * (right - x) / (right - left));
          x = shownPlace(chart, left + share * (right - left));
          return;
        }
        const next = x + step * (right - left);
        x = Math.min(right, Math.max(left, next));
        // Beyond the edge, the part that is shown moves on.
        if (next !== x && to - from < 1) zoom(svg, from + step * (to - from), to + step * (to - from));
        announced.textContent = show(svg, { x, y: (top + bottom) / 2 }).join(", ");
      });
    }
    document.addEventListener("scroll", () => { readout.hidden = true; }, { passive: true });
    """#
}
