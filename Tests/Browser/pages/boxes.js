// Finds content that overflows or overlaps, from the boxes of the browser's layout.
(() => {
  const slack = 1;
  const complaints = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + slack) {
    complaints.push(`the page is ${root.scrollWidth} px wide on ${innerWidth} px`);
  }

  const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const words = text => text.trim().replace(/\s+/g, " ").slice(0, 40);
  const corners = box => [
    [box.left, box.top], [box.right, box.top], [box.right, box.bottom], [box.left, box.bottom]];
  const bounds = points => ({
    left: Math.min(...points.map(p => p[0])), right: Math.max(...points.map(p => p[0])),
    top: Math.min(...points.map(p => p[1])), bottom: Math.max(...points.map(p => p[1])) });

  // A box clipped to the scroll containers around it; null if nothing is visible.
  const cut = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let outer = element; outer; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowX === "visible") continue;
      const edge = outer.getBoundingClientRect();
      left = Math.max(left, edge.left);
      right = Math.min(right, edge.right);
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom);
    }
    return right - left > slack && bottom - top > slack ? { left, right, top, bottom } : null;
  };

  // The shapes of all texts: one box per line in HTML, a rotated box in a picture.
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, style, script") || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const box = cut(line, element);
      if (!box) continue;
      const clips = element.closest(".scroll") && getComputedStyle(element.closest(".scroll")).overflowX !== "visible";
      if (!clips && (line.right > innerWidth + slack || line.left < -slack)) {
        complaints.push(`“${words(node.data)}” overflows the page`);
      }
      pieces.push({ text: words(node.data), points: corners(box), element });
    }
  }
  for (const svg of document.querySelectorAll("svg")) {
    if (!shown(svg)) continue;
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      const place = text.getScreenCTM();
      const points = corners(DOMRect.fromRect(text.getBBox()))
        .map(([x, y]) => new DOMPoint(x, y).matrixTransform(place)).map(p => [p.x, p.y]);
      const box = bounds(points);
      if (box.left < frame.left - slack || box.right > frame.right + slack
        || box.top < frame.top - slack || box.bottom > frame.bottom + slack) {
        complaints.push(`“${words(text.textContent)}” overflows the picture ${svg.querySelector("title").textContent}`);
      }
      pieces.push({ text: words(text.textContent), points, element: text });
    }
  }

  // Two convex shapes are apart if a line along one of their sides separates them.
  const apart = (a, b) => [a, b].some(shape => shape.some((p, i) => {
    const q = shape[(i + 1) % shape.length];
    const [x, y] = [p[1] - q[1], q[0] - p[0]];
    const length = Math.hypot(x, y) || 1;
    const along = points => points.map(r => (r[0] * x + r[1] * y) / length);
    const [m, n] = [along(a), along(b)];
    return Math.max(...m) <= Math.min(...n) + 2 * slack || Math.max(...n) <= Math.min(...m) + 2 * slack;
  }));
  for (const piece of pieces) piece.box = bounds(piece.points);
  pieces.sort((a, b) => a.box.top - b.box.top);
  const open = [];
  for (const piece of pieces) {
    for (let index = open.length - 1; index >= 0; index--) {
      const other = open[index];
      if (other.box.bottom <= piece.box.top + slack) {
        open.splice(index, 1);
      } else if (other.box.left < piece.box.right && piece.box.left < other.box.right
        && other.element !== piece.element && !apart(piece.points, other.points)) {
        complaints.push(`“${other.text}” and “${piece.text}” overlap`);
      }
    }
    open.push(piece);
  }

  // Paragraphs, pictures and tables must not overlap either.
  const blocks = [...document.querySelectorAll("h1, h2, h3, h4, p, ul, dl, figure, .notice, nav")].filter(shown)
    .map(element => ({ element, box: cut(element.getBoundingClientRect(), element.parentElement) }))
    .filter(block => block.box).sort((a, b) => a.box.top - b.box.top);
  blocks.forEach((block, index) => {
    for (let next = index + 1; next < blocks.length && blocks[next].box.top < block.box.bottom - slack; next++) {
      const [a, b] = [block, blocks[next]];
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      if (a.box.left < b.box.right - slack && b.box.left < a.box.right - slack) {
        complaints.push(`<${a.element.tagName}> “${words(a.element.textContent)}” and `
          + `<${b.element.tagName}> “${words(b.element.textContent)}” overlap`);
      }
    }
  });
  return [...new Set(complaints)];
})()
