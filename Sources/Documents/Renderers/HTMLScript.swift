extension HTML {
  /// What pages do besides being read: tables that sort and filter, charts that say what is pointed at.
  ///
  /// A page without it lacks nothing but that, so nothing that it needs is in the page before it runs.
  static let script = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    // Comments and indentation are a quarter of the source; every page would contain them.
    .filter { !$0.hasPrefix("//") && !$0.isEmpty }.joined(separator: "\n")

  private static let source = #"""
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

    \#(chartScript)

    \#(zoomScript)
    })();
    """#

  /// The SHA-256 of the script in base 64.
  ///
  /// The page's security policy allows only this script.
  static let scriptDigest = "AZ2EpCnopzFcFQ7gejKtqvB0sAHs+G46fvMuIgYLCtw="

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
    .zoomable { cursor: crosshair; user-select: none; touch-action: pan-y pinch-zoom; }
    .reset { font: inherit; font-size: 0.8rem; font-weight: 400; color: var(--link); background: var(--page);
      border: 1px solid var(--quiet); border-radius: 4px; padding: 0.1rem 0.5rem; cursor: pointer; }
    .announced { position: fixed; clip-path: inset(50%); }
    svg.chart:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    @media print { .filter, .readout, .reset { display: none; } th button::after { content: none; } }
    """
}
