extension HTML {
  /// The CSS of every page: links to sections, scrolling tables, light and dark, and print.
  static let style = """
    :root {
      color-scheme: light dark;
      \(Palette.light.properties)
      --tint: #f4f6f8; --link: #0b5cad; --warning-tint: #fff6e5;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        \(Palette.dark.properties)
        --tint: #1d2226; --link: #82baff; --warning-tint: #2a2214;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body {
      margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 84rem;
      background: var(--page); color: var(--ink);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      overflow-wrap: break-word;
    }
    main { min-width: 0; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 0.75rem; text-wrap: balance; }
    h1 { font-size: 1.5rem; margin: 0 0 0.5rem; }
    h2 { font-size: 1.15rem; margin-top: 2.5rem; }
    h3 { font-size: 1.05rem; }
    h4 { font-size: 1rem; }
    h1.good::before, h1.bad::before { content: ""; display: inline-block; width: 0.35rem; height: 1.2em;
      margin-right: 0.6rem; vertical-align: -0.25em; background: var(--better); }
    h1.bad::before { background: var(--worse); }
    p, ul, ol, dl { max-width: 48rem; }
    p { margin: 0.75rem 0; }
    .facts { color: var(--quiet); max-width: 76rem; margin: 0.4rem 0; }
    ul, ol { padding-left: 1.35rem; }
    li + li { margin-top: 0.4rem; }
    pre { margin: 0.35rem 0; padding: 0.5rem 0.7rem; background: var(--tint); border-radius: 4px;
      white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
    pre code { padding: 0; background: none; font-size: 0.82rem; }
    .verdict { margin-right: 0.75rem; white-space: nowrap; }
    a { color: var(--link); text-underline-offset: 0.15em; }
    code {
      font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
      background: var(--tint); border-radius: 3px; padding: 0.1em 0.25em; overflow-wrap: anywhere;
    }
    header, nav { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; }
    header { font-size: 0.8rem; margin: 0 0 0.5rem; }
    nav a { text-decoration: none; }
    nav a:hover { text-decoration: underline; }
    footer { margin-top: 2.5rem; color: var(--quiet); font-size: 0.8rem; }
    summary { color: var(--link); cursor: pointer; width: fit-content; padding: 0.2rem 0; }
    .fold { margin-top: 1.5rem; }
    .notice { max-width: 44rem; margin: 1rem 0; padding: 0.1rem 1rem;
      border-left: 4px solid var(--link); background: var(--tint); border-radius: 0 6px 6px 0; }
    .notice.warning { border-color: var(--warning); background: var(--warning-tint); }
    .notice.warning strong { color: var(--warning); }
    dt { font-weight: 600; margin-top: 1rem; }
    dd { margin: 0.15rem 0 0.15rem 1.25rem; }
    figure { margin: 1.25rem 0 1.5rem; }
    .scroll { position: relative; overflow-x: auto; max-width: 100%; width: fit-content; }
    .tall { max-height: min(44rem, 85vh); overflow-y: auto; }
    .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; line-height: 1.4; }
    caption { text-align: left; font-weight: 600; padding: 0 0.75rem 0.5rem 0; }
    caption span { display: inline-block; position: sticky; left: 0;
      max-width: calc(100vw - 2.5rem); }
    th, td { padding: 0.36rem 0.65rem; text-align: left; vertical-align: baseline;
      border-bottom: 1px solid var(--rule); background: var(--page); }
    thead th, thead td { border-bottom: 2px solid var(--quiet); vertical-align: bottom;
      position: sticky; top: 0; z-index: 2; }
    thead tr > :first-child { z-index: 3; }
    th { font-weight: 600; }
    tbody th { font-weight: 400; }
    tr > :first-child { position: sticky; left: 0; z-index: 1; padding-left: 0;
      min-width: 8rem; max-width: min(24rem, 45vw); }
    td { max-width: 26rem; }
    .unbroken { overflow-wrap: anywhere; }
    tbody td { text-align: right; white-space: nowrap; }
    tbody td.words { text-align: left; white-space: normal; min-width: 7.5rem; }
    tbody td.long { min-width: 14rem; }
    thead .number { text-align: right; min-width: 4.5rem; }
    tbody tr:hover > * { background: var(--tint); }
    .marked td:not(.words), .marked .number { padding-right: 1.5rem; }
    td:not(.words) sup, .number sup { position: absolute; }
    sup { font-size: 0.72em; line-height: 1; margin-left: 0.2em; }
    sup a { text-decoration: none; padding: 0.2em; }
    .strong { font-weight: 700; }
    .muted { color: var(--quiet); }
    .better { color: var(--better); }
    .worse { color: var(--worse); }
    /* Drawn, but no part of the text: what is copied is the number alone. */
    td.better::before, .verdict.better::before { content: "✓ "; }
    td.worse::before, .verdict.worse::before { content: "✗ "; }
    .verdict.plain::before { content: "○ "; }
    figcaption { color: var(--quiet); font-size: 0.8rem; margin-top: 0.6rem; max-width: 44rem; }
    figcaption p { margin: 0.25rem 0; }
    figcaption ol { margin: 0.25rem 0; padding-left: 1.3rem; }
    figcaption li:target { color: var(--ink); background: var(--tint); }
    @media screen and (max-width: 40rem) {
      .optional { display: none; }
      th, td { padding: 0.36rem 0.4rem; }
      td { max-width: 14rem; }
      tr > :first-child { max-width: 38vw; min-width: 5rem; }
      tbody td.words { min-width: 5rem; }
    }
    @media (min-width: 40rem) { body { padding: 1.5rem 2rem 4rem; } }
    @media screen and (min-width: 64rem) {
      main > p { max-width: 62rem; }
      main > ul:has(li + li) { max-width: none; columns: 2; column-gap: 3rem; }
      main > ul > li { break-inside: avoid; }
      main > .notice { max-width: 62rem; }
    }
    @page { margin: 1.5cm; }
    @media print {
      :root {
        --page: #fff; --ink: #000; --quiet: #444; --rule: #bbb; --tint: #fff; --link: #000;
        --better: #000; --worse: #000; --warning: #000; --warning-tint: #fff;
      }
      body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.4; }
      nav, details:not(.fold), .optional, h2:has(+ details) { display: none; }
      .fold::details-content { content-visibility: visible; block-size: auto; }
      h1 { font-size: 14pt; }
      h2 { font-size: 11pt; margin-top: 1.1rem; }
      h3, h4 { margin: 0.9rem 0 0.4rem; }
      h2, h3, h4, dt, h2 + p { break-after: avoid; }
      p { margin: 0.4rem 0; }
      dl { columns: 2; max-width: none; }
      dt { margin-top: 0.5rem; }
      dd { margin: 0 0 0 1rem; }
      .notice, dd { break-inside: avoid; }
      figure { margin: 0.6rem 0 0.8rem; }
      figure svg { max-height: 8cm; }
      figcaption { font-size: 7.5pt; margin-top: 0.3rem; break-before: avoid; }
      figcaption p, figcaption ol { margin: 0.1rem 0; }
      .scroll { overflow: visible; max-height: none; width: auto; }
      table { font-size: 7.5pt; line-height: 1.3; }
      caption { padding-bottom: 0.25rem; break-after: avoid; }
      tbody th, td.words { overflow-wrap: anywhere; }
      tbody td { white-space: normal; }
      th, td { padding: 0.12rem 0.35rem; }
      thead .number { min-width: 0; }
      tbody td.words, tbody td.long, tr > :first-child { min-width: 4.5rem; }
      .marked td:not(.words), .marked .number { padding-right: 1rem; }
      thead th, thead td, tr > :first-child { position: static; }
      thead { display: table-header-group; }
      tr { break-inside: avoid; }
      .notice { border: 1px solid #000; }
      footer { margin-top: 1rem; }
    }
    """
}
