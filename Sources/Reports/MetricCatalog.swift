public import Analysis
public import Documents
internal import Units

/// The reference of metrics: the output of `hitchmark metrics`, and `docs/metrics.md`.
public enum MetricCatalog {
  /// The reference of all metrics: a table per group, with meaning and formula.
  ///
  /// `families` are examples of metrics that runs define.
  public static func document(
    of groups: [Metric.Group] = Metric.groups, families: [Metric] = Metric.families
  ) -> Document {
    let own = Metric.Group("Metrics that runs define", families)
    return Document(
      schema: "hitchmark.metrics/2",
      title: "Metrics",
      blocks: [
        .paragraph(
          Inline.marked(
            """
            Every metric with its formula. Ids and formulas are stable: a formula that changes gets a higher revision, \
            and stored values are then computed again. `hitchmark metrics ID` explains one metric, and names the \
            parameters on which it depends.
            """)),
        .heading(.section, "Symbols", anchor: "input"),
      ] + input
        + (groups + [own]).flatMap { group -> [Block] in
          [
            .heading(.section, group.title, anchor: Anchor("group " + group.title)),
            .table(MetricTable(Anchor("metrics " + group.title), of: group.metrics).table),
          ]
        }
        + ExampleTable.section(on: groups.flatMap(\.metrics)) + foreign)
  }

  /// The figures of `--as`, tool by tool.
  private static var foreign: [Block] {
    let about = """
      With `--as TOOL`, Hitchmark prints the figures of another tool: by its rules, with its names and digits, and of \
      the frames that it counts. Known errors of the tool are reproduced. `--metrics` accepts the ids of these figures too.
      """
    return [
      .heading(.section, "Figures of other tools", anchor: "tools"),
      .paragraph(Inline.marked(about)),
    ]
      + ForeignTool.all.flatMap { tool -> [Block] in
        let pooling =
          tool.pooling == nil
          ? "" : " The iterations of a benchmark are one run; `--stream` selects a single one."
        return [
          .heading(.subsection, "\(tool.name): --as \(tool.id)", anchor: Anchor("tool " + tool.id)),
          .paragraph(Inline.marked("Of \(tool.frames.words).\(pooling)")),
          .table(MetricTable(Anchor("figures " + tool.id), of: tool.figures).table),
        ]
      }
  }

  /// The short list of metrics for a terminal: a table with ids, units, and whether higher or lower values are better.
  public static func overviewDocument(of metrics: [Metric]) -> Document {
    Document(
      schema: "hitchmark.metrics/1", title: "Metrics", blocks: [.table(overview(of: metrics))])
  }

  /// A document with the definitions of the metrics that the caller selects.
  public static func explanation(of metrics: [Metric]) -> Document {
    Document(
      schema: "hitchmark.metrics/1", title: "Metrics",
      blocks: [.definitions(metrics.map(definition))])
  }

  /// The definition of a metric, also for the glossaries of reports.
  static func definition(of metric: Metric) -> Definition {
    let unit = metric.unit == .fraction ? "a fraction, printed as a percentage" : metric.unit.id
    var facts = [metric.title, unit, metric.polarity.words]
    if metric.revision > 1 { facts.append("revision \(metric.revision)") }
    var lines: [[Inline]] = [
      [.text(metric.help)],
      [.text("Formula: "), .code(metric.formula)],
      [.text(facts.joined(separator: " · "))],
    ]
    // Nearly all metrics depend on the choice of frames, which the list of symbols describes once.
    let parameters = metric.parameters.filter { $0 != .frames }
    if !parameters.isEmpty {
      let named = parameters.map { "\($0.rawValue) (\(ParameterWording.meaning(of: $0)))" }
      lines.append([.text("Depends on \(named.listed).")])
    }
    if let caveat = metric.caveat { lines.append([.text("Note: \(caveat).")]) }
    lines.append([.text("Source: \(metric.source)")])
    return Definition(term: metric.id, anchor: Anchor("metric " + metric.id), lines: lines)
  }

  private static func overview(of metrics: [Metric]) -> Table {
    Table(
      anchor: "metrics", caption: "The catalog", corner: "Id",
      columns: [
        Table.Column("Title", .leading), Table.Column("Unit", .leading),
        Table.Column("Better", .leading),
      ],
      rows: metrics.map { metric in
        Table.Row(
          metric.id,
          cells: [.text(metric.title), .text(metric.unit.id), .text(metric.polarity.shortWord)])
      })
  }

  private static let input: [Block] = [
    .list(
      [
        """
        The times of presents `t[0] … t[n]`, in nanoseconds, increase strictly. `ft[i] = t[i] − t[i−1]` are the frame \
        times, `n` is the number of frames, and the duration is `t[n] − t[0]`. Gaps without frames count, unless the \
        run declares activities: then their lengths are the duration, and no frame time spans a gap between them.
        """,
        """
        Frames are the displayed ones of the application; with `--frames presented` also dropped ones, and with `--frames all` \
        also generated and repeated ones.
        """,
        """
        `p[k]` is the frame rate of one full window, `(t[0] + k·w, t[0] + (k+1)·w]`, with `w` of 1 s or as `--points` \
        says. A frame belongs to the window in which it ends; the last, partial window is dropped. With `--points frame` \
        each frame is a window, and with `--points fpscounter` a window ends with the first frame that ends a second \
        or more after it began.
        """,
        """
        `v` is the time between two refreshes. The refresh rate comes from `--refresh-rate`, from the run or its suite, or \
        from the times at which frames were displayed. The input lag is `--input-lag`.
        """,
        "`avg` is `fps.avg`. Quantiles are those of Hyndman and Fan's type 7, unless the formula says otherwise.",
        """
        Samples of sensors are those between the first and the last present of the run, or of each activity; all if \
        there are no presents. 1 MB is a million bytes. A fraction is printed as a percentage.
        """,
      ].map(Inline.marked))
  ]
}

extension Metric.Polarity {
  fileprivate var words: String {
    switch self {
    case .lowerIsBetter: "less is better"
    case .higherIsBetter: "more is better"
    case .neither: "neither direction is better"
    }
  }

  /// The better direction in a table.
  var shortWord: String {
    switch self {
    case .lowerIsBetter: "less"
    case .higherIsBetter: "more"
    case .neither: "–"
    }
  }
}

extension FrameSelection {
  fileprivate var words: String {
    switch self {
    case .displayed: "the displayed frames of the application"
    case .presented: "the displayed and the dropped frames of the application"
    case .all: "all frames, including generated and repeated frames"
    }
  }
}
