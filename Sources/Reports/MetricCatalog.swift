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
      With --as, Hitchmark prints the figures of another tool: by the tool's rules, with its names and digits, of the \
      frames that the tool counts. The option --metrics accepts the ids of other tools' figures, such as mangohud.cpu. \
      Hitchmark reproduces known errors of the other tool, and the definitions of the figures mention these errors.
      """
    return [.heading(.section, "Figures of other tools", anchor: "tools"), .text(about)]
      + ForeignTool.all.flatMap { tool -> [Block] in
        [
          .heading(.subsection, "\(tool.name): --as \(tool.id)", anchor: Anchor("tool " + tool.id)),
          .text(
            """
            With --as \(tool.id), Hitchmark computes the figures of \(tool.name) from \(tool.frames.words), as with \
            the option --frames \(tool.frames.rawValue).
            """
              + (tool.pooling == nil
                ? ""
                : """
                 With --as \(tool.id), the iterations of a benchmark are one run; the option --stream of analyze \
                selects a single iteration.
                """)
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

  /// A document with the definitions of the metrics that the caller selects.
  public static func explanation(of metrics: [Metric]) -> Document {
    Document(
      schema: "hitchmark.metrics/1", title: "Metrics",
      blocks: [.definitions(metrics.map(definition))])
  }

  /// The definition of a metric, also for the glossaries of reports.
  static func definition(of metric: Metric) -> Definition {
    let unit = metric.unit == .fraction ? "a fraction, printed as a percentage" : metric.unit.id
    var facts =
      "Tables show \(metric.id) as “\(metric.title)”; the unit is \(unit); \(metric.polarity.words)"
    if metric.revision > 1 { facts += "; revision of the formula: \(metric.revision)" }
    var lines: [[Inline]] = [
      [.text(metric.help)],
      [.text("Formula: "), .code(metric.formula)],
      [.text(facts + ".")],
    ]
    // Nearly all metrics depend on the choice of frames, which the list of the input describes once.
    let parameters = metric.parameters.filter { $0 != .frames }
    if !parameters.isEmpty {
      let inputs = parameters.map { "\($0.rawValue) (\(ParameterWording.meaning(of: $0)))" }
      // A sentence with more than two parameters would be too long.
      let sentences = stride(from: 0, to: inputs.count, by: 2).map { start in
        let named = Array(inputs[start..<min(start + 2, inputs.count)])
        let verb = start == 0 ? "depends" : "also depends"
        let noun = named.count == 1 ? "parameter" : "parameters"
        return "The value of \(metric.id) \(verb) on the \(noun) \(named.listed)."
      }
      lines.append([.text(sentences.joined(separator: " "))])
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
        By default (`--frames displayed`), metrics count the displayed frames of the application. With `--frames \
        presented`, metrics count dropped frames too. With `--frames all`, metrics also count generated and repeated \
        frames.
        """),
      Inline.marked(
        """
        Idle gaps between frames count as time of the run, unless the run declares activity intervals. The duration \
        of a run with activity intervals is the sum of the intervals, and no frame time spans a gap between them.
        """),
      Inline.marked(
        """
        A frame-rate point p[k] is the frame rate of one full window, `(t[0] + k·w, t[0] + (k+1)·w]`, by default \
        with `w = 1 s`. A frame belongs to the window in which it ends, and the last, partial window is dropped. \
        With `--points frame`, every frame is a window. With `--points fpscounter`, a window ends with the first \
        frame that ends a second or more after the window began.
        """),
      [
        .text(
          "Metrics compute quantiles by Hyndman and Fan's type 7, unless the metric's formula says otherwise."
        )
      ],
    ])
  ]
}

extension Metric.Polarity {
  fileprivate var words: String {
    switch self {
    case .lowerIsBetter: "lower values are better"
    case .higherIsBetter: "higher values are better"
    case .neither: "neither lower nor higher values are better"
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

extension FrameSelection {
  fileprivate var words: String {
    switch self {
    case .displayed: "the displayed frames of the application"
    case .presented: "the displayed and the dropped frames of the application"
    case .all: "all frames, including generated and repeated frames"
    }
  }
}
