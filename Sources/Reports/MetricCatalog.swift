public import Analysis
public import Documents
internal import Units

/// The reference of metrics: the output of `hitchmark metrics`, and `docs/metrics.md`.
public enum MetricCatalog {
  /// The reference of all metrics and their formulas: an overview table and one definition per metric.
  ///
  /// `families` are examples of metrics that runs define.
  public static func document(
    of metrics: [Metric] = Metric.all, families: [Metric] = Metric.families
  ) -> Document {
    Document(
      schema: "hitchmark.metrics/1",
      title: "Metrics",
      blocks: [
        .text(
          """
          This page lists every metric that Hitchmark computes, with its formula. Ids and formulas are stable: a \
          formula that changes gets a higher revision, and stored values are then computed again.
          """),
        .heading(.section, "Input", anchor: "input"),
      ] + input + [
        .heading(.section, "Overview", anchor: "overview"),
        .table(overview(of: metrics + families)),
      ] + ExampleTable.section(on: metrics) + [
        .heading(.section, "Definitions", anchor: "definitions"),
        .definitions((metrics + families).map(definition)),
      ] + foreign)
  }

  /// The figures of `--as`, tool by tool.
  private static var foreign: [Block] {
    let about = """
      With --as, Hitchmark prints the figures of another tool: by its rules, with its names and digits, of \
      the frames that it counts. --metrics accepts the ids of these figures. Hitchmark reproduces known \
      errors of a tool; the descriptions below mention them.
      """
    return [.heading(.section, "Figures of other tools", anchor: "tools"), .text(about)]
      + ForeignTool.all.flatMap { tool -> [Block] in
        [
          .heading(.subsection, "\(tool.name): --as \(tool.id)", anchor: Anchor("tool " + tool.id)),
          .text(
            "\(tool.name) counts the frames that --frames \(tool.frames.rawValue) selects."
              + (tool.pooling == nil
                ? ""
                : " The iterations of a benchmark are one run; with analyze, --stream names one of them.")
          ),
          .definitions(tool.figures.map(definition)),
        ]
      }
  }

  /// The short list of metrics for a terminal: a table with ids, units, and whether higher or lower values are better.
  public static func overviewDocument(of metrics: [Metric]) -> Document {
    Document(
      schema: "hitchmark.metrics/1", title: "Metrics", blocks: [.table(overview(of: metrics))])
  }

  /// A document with the definitions of some metrics.
  public static func explanation(of metrics: [Metric]) -> Document {
    Document(
      schema: "hitchmark.metrics/1", title: "Metrics",
      blocks: [.definitions(metrics.map(definition))])
  }

  /// The definition of a metric, also for the glossaries of reports.
  static func definition(of metric: Metric) -> Definition {
    let unit = metric.unit == .fraction ? "fraction, printed as a percentage" : metric.unit.id
    var facts = "Title in tables: “\(metric.title)”; unit: \(unit); \(metric.polarity.words)"
    if metric.revision > 1 { facts += ", revision \(metric.revision) of the formula" }
    var lines: [[Inline]] = [
      [.text(metric.help)],
      [.text("Formula: "), .code(metric.formula)],
      [.text(facts + ".")],
    ]
    // Nearly all metrics depend on the choice of frames, which the list of the input describes once.
    let parameters = metric.parameters.filter { $0 != .frames }
    if !parameters.isEmpty {
      let inputs = parameters.map { "\(ParameterWording.meaning(of: $0)) (\($0.rawValue))" }
      let mainParameters = Array(inputs.prefix(3)).listed
      let first = "The value of this metric depends on \(mainParameters)."
      let rest = Array(inputs.dropFirst(3)).listed
      lines.append([.text(rest.isEmpty ? first : "\(first) It also depends on \(rest).")])
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
    .list([
      Inline.marked(
        """
        A frame timeline is a strictly increasing sequence of presents `t[0] … t[n]` in nanoseconds. The frame \
        times are `ft[i] = t[i] − t[i−1]`, the number of frames is `n`, and the duration is `t[n] − t[0]`.
        """),
      Inline.marked(
        """
        Metrics of frames count the displayed frames of the application (`--frames displayed`). With `--frames \
        presented` they count dropped frames too, and with `--frames all` also generated and repeated frames.
        """),
      Inline.marked(
        """
        Idle gaps count as time, unless the run declares activity intervals: then the duration is the sum of the \
        intervals, and no frame time spans a gap.
        """),
      Inline.marked(
        """
        A frame-rate point p[k] is the frame rate of one full window, `(t[0] + k·w, t[0] + (k+1)·w]`, by default \
        with `w = 1 s`. A frame belongs to the window in which it ends, and the last, partial window is dropped. \
        With `--points frame` every frame is a window; `--points fpscounter` closes a window with the first frame \
        a second or more after its opening.
        """),
      [.text("Quantiles are Hyndman and Fan's type 7, unless a metric says otherwise.")],
    ])
  ]
}

extension Metric.Polarity {
  fileprivate var words: String {
    switch self {
    case .lowerIsBetter: "less is better"
    case .higherIsBetter: "more is better"
    case .neither: "neither more nor less is better"
    }
  }

  fileprivate var shortWord: String {
    switch self {
    case .lowerIsBetter: "less"
    case .higherIsBetter: "more"
    case .neither: "–"
    }
  }
}
