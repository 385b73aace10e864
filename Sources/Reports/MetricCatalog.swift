public import Analysis
public import Documents
internal import Recordings
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
            .table(MetricListing(Anchor("metrics " + group.title), of: group.metrics).table),
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
          .table(MetricListing(Anchor("figures " + tool.id), of: tool.figures).table),
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

/// The values of metrics for made-up runs, which show what each metric sees.
enum ExampleTable {
  static func section(on metrics: [Metric]) -> [Block] {
    let timelines = ExampleTimeline.all
    let summaries = timelines.map { RunSummary(of: $0.recording, catalog: metrics) }
    let rows = metrics.filter { metric in
      metric.polarity != .neither && summaries.allSatisfy { $0[metric.id]?.value.value != nil }
    }
    return [
      .heading(.section, "What each metric sees", anchor: "examples"),
      .text(
        """
        Six runs of 30 s on a display of 60 Hz. D, one long freeze, and E, 29 short ones, have the same hitch time, \
        483 ms. Studies agree that viewers mind one long freeze more, so a metric should call D worse. None sees \
        everything: read an average frame rate, a low percentile, the longest freeze and the hitches together.
        """),
      .list(timelines.map { [.strong($0.id), .text(": \($0.title).")] }),
      .table(
        Table(
          anchor: "example-values", caption: "Values in the example runs",
          corner: "Metric",
          columns: timelines.map { Table.Column($0.id) } + [Table.Column("Worse", .leading)],
          rows: rows.map { row(of: $0, in: summaries) })),
    ]
  }

  private static func row(of metric: Metric, in runs: [RunSummary]) -> Table.Row {
    let cells = runs.map { run in
      run[metric.id].map { Cell.value($0.value, of: metric, metric.printing) } ?? .empty
    }
    return Table.Row(
      metric.id, id: metric.id, cells: cells + [.text(ranking(by: metric, of: runs))])
  }

  /// Which of D and E a metric calls worse; empty if neither.
  private static func ranking(by metric: Metric, of runs: [RunSummary]) -> String {
    func value(_ id: String) -> Double? {
      runs.first { $0.name == id }?[metric.id]?.value.value
    }
    guard let freeze = value("D"), let drops = value("E") else { return "" }
    // Presents are whole nanoseconds, so equal values differ in digits that are not printed.
    let texts = [freeze, drops].map { metric.printing.text(Quantity($0, metric.unit)) }
    if texts[0] == texts[1] { return "" }
    return metric.polarity.improves(freeze - drops)
      ? "E" : "D"
  }
}

/// The report of `hitchmark analyze --as`: metrics as another tool computes and prints them.
public enum ForeignToolReport {
  /// Builds a report with the metrics of another tool: a table with one column per run, the formulas by which the tool
  /// computes its metrics, and remarks.
  ///
  /// There is at least one run, computed with these metrics. `metrics` are the ids of the rows.
  public static func document(
    of runs: [AnalyzedRun], as tool: ForeignTool, metrics: [Metric.ID]
  ) -> Document {
    let summaries = runs.map(\.summary)
    let rows = metrics.compactMap { id in
      summaries.lazy.compactMap { run in run.values.first { $0.metric.id == id }?.metric }.first
    }
    let source = summaries.count == 1 ? summaries[0].origin.source : "\(summaries.count) runs"
    return Document(
      schema: "hitchmark.analysis/1",
      title: "\(source == "-" ? "standard input" : source) as \(tool.name)",
      blocks: [
        .table(table(of: rows, summaries, tool))
      ] + SegmentTable.section(on: summaries, metrics: metrics) + [
        .heading(.section, "Rules", anchor: "rules"),
        .definitions(rows.map(MetricCatalog.definition)),
      ]
        + DataQualityList.section(
          on: summaries.map { (name: summaries.count == 1 ? nil : $0.name, run: $0) }),
      isReport: true)
  }

  private static func table(
    of rows: [Metric], _ runs: [RunSummary], _ tool: ForeignTool
  ) -> Table {
    Table(
      anchor: "figures", caption: "Figures of \(tool.name)", corner: "Figure",
      columns: runs.map { Table.Column(runs.count == 1 ? "Value" : $0.name) },
      rows: rows.map { metric in
        Table.Row(
          metric.title, id: metric.id,
          cells: runs.map { run in
            guard let value = run[metric.id] else { return .empty }
            let cell = Cell.value(value.value, of: metric)
            return value.basis.note.map(cell.noted) ?? cell
          })
      },
      remarks: ParameterWording.sentence(for: rows, runs: runs).map { [$0] } ?? [])
  }
}
