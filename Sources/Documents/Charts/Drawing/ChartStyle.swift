/// The style of charts.
///
/// Colors come from the surrounding page.
enum ChartStyle {
  /// The CSS rules for elements within `.chart`.
  static let rules =
    colors + """

      .chart { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
      .chart text { fill: var(--ink); }
      .chart .t0 { font-size: 14px; font-weight: 600; }
      .chart .s { fill: currentColor; font-weight: 600; }
      .chart .q { fill: var(--quiet); }
      .chart .k { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
      .chart .m { text-anchor: middle; }
      .chart .e { text-anchor: end; }
      .chart path { fill: none; stroke: none; }
      .chart .l, .chart .r { stroke: currentColor; stroke-width: 1.5px; }
      .chart .l { stroke-linejoin: round; stroke-linecap: round; }
      .chart .v { stroke-opacity: 0.65; }
      .chart .dim.l { stroke-width: 1px; }
      .chart .p { stroke: currentColor; stroke-width: 3.5px; stroke-linecap: round; }
      .chart .r { stroke-width: 1px; stroke-dasharray: 4 3; }
      .chart .good.r, .chart .bad.r { stroke-dasharray: none; }
      .chart .f { fill: currentColor; }
      .chart .h { fill: var(--page); stroke: currentColor; stroke-width: 1.5px; }
      .chart .a { fill: currentColor; fill-opacity: 0.12; }
      .chart .w0, .chart .w1, .chart .w2, .chart .w3 { color: var(--c0); }
      .chart .a.w1 { fill-opacity: 0.35; }
      .chart .a.w2 { fill-opacity: 0.65; }
      .chart .a.w3 { fill-opacity: 1; }
      .chart .u { fill: var(--page); }
      .chart .b { fill: currentColor; fill-opacity: 0.55; }
      .chart .g { stroke: var(--rule); stroke-width: 1px; }
      .chart .x { stroke: var(--quiet); stroke-width: 1px; }
      .chart .d1 { stroke-dasharray: 7 4; }
      .chart .d2 { stroke-dasharray: 1 4; stroke-width: 2px; }
      .chart .d3 { stroke-dasharray: 9 4 1 4; }
      .chart .d4 { stroke-dasharray: 14 4; }
      .chart .d5 { stroke-dasharray: 4 3 1 3 1 3; }
      """

  private static let colors: String = {
    let roles = [
      ("ink", "ink"), ("dim", "quiet"), ("good", "better"), ("bad", "worse"), ("warn", "warning"),
    ]
    let series = (0..<Palette.seriesCount).map { ("c\($0)", "c\($0)") }
    return (roles + series).map { ".chart .\($0.0) { color: var(--\($0.1)); }" }
      .joined(separator: "\n")
  }()

  /// The colors of a picture in its own file.
  enum Theme: Sendable, CaseIterable {
    /// Light.
    case light
    /// Dark.
    case dark
    /// The viewer's preference.
    case automatic

    /// The CSS of such a picture.
    var sheet: String {
      "\(properties)\n\(ChartStyle.rules)"
    }

    private var properties: String {
      switch self {
      case .light: ".chart { \(Palette.light.properties) }"
      case .dark: ".chart { \(Palette.dark.properties) }"
      case .automatic:
        """
        .chart { \(Palette.light.properties) }
        @media screen and (prefers-color-scheme: dark) { .chart { \(Palette.dark.properties) } }
        .page { fill: var(--page); }
        """
      }
    }
  }
}
