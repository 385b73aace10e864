internal import Analysis
internal import Arguments
internal import Reports
internal import Units
internal import Workbench

enum MetricsCommand {
  private static let ids = Positional(
    repeating: "METRIC", .text, isRequired: false,
    help: "ids to explain, or words to search for",
    details: "They are searched for in names, descriptions and formulas.")
  private static let full = Flag(
    "full",
    help: "explain all metrics")
  private static let quality = Flag(
    "quality",
    help: "list the data-quality checks, with their limits")

  static let command: Command<Action> = Command(
    "metrics",
    abstract: "List the metrics, or explain some.",
    parameters: [ids, full, quality, CommonOptions.formats, CommonOptions.output],
    examples: [
      Example("hitchmark metrics", "list all metrics"),
      Example("hitchmark metrics fps.stability", "explain one metric"),
      Example("hitchmark metrics latency", "list the metrics about latency"),
      Example(
        "hitchmark metrics --full --format md", "explain all metrics, as Markdown"),
      Example("hitchmark metrics --quality", "list the data-quality checks"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let document =
      if values[quality] {
        QualityCatalog.document()
      } else if values[full] {
        MetricCatalog.document()
      } else if values[ids].isEmpty {
        MetricCatalog.overviewDocument(of: Metric.all + Metric.families)
      } else if let metrics = MetricNames.found(by: values[ids]) {
        MetricCatalog.overviewDocument(of: metrics)
      } else {
        MetricCatalog.explanation(of: try MetricNames.metrics(values[ids]))
      }
    try Delivery(document: document, name: "metrics").write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }
}

/// Reads ids of metrics from a command line.
enum MetricNames {
  /// The metrics with these ids, including metrics of families.
  static func metrics(_ ids: [String]) throws -> [Metric] {
    var metrics: [Metric] = []
    for id in ids {
      guard
        let metric = (Metric.all + Metric.families + Metric.foreign).first(
          where: { $0.id == id })
      else {
        throw Failure.unknownMetric(id, nearest: nearest(to: id) ?? id.nearest(among: Self.words))
      }
      metrics.append(metric)
    }
    return metrics
  }

  /// The metrics whose id, title, description or formula contains one of some words.
  ///
  /// `nil` if each word is the id of a metric, or if a word is in no metric.
  static func found(by words: [String]) -> [Metric]? {
    let known = Metric.all + Metric.families + Metric.foreign
    guard words.contains(where: { word in !known.contains { $0.id == word } }) else { return nil }
    func has(_ metric: Metric, _ word: String) -> Bool {
      [metric.id, metric.title, metric.help, metric.formula].contains {
        $0.lowercased().contains(word.lowercased())
      }
    }
    guard words.allSatisfy({ word in known.contains { has($0, word) } }) else { return nil }
    return known.filter { metric in words.contains { has(metric, $0) } }
  }

  /// Checks ids that may also name a scalar or thread of a run.
  static func check(_ ids: [String], among summaries: [RunSummary]) throws {
    let known = Set(summaries.flatMap { $0.values.map(\.metric.id) })
    for id in ids where !known.contains(id) {
      throw Failure.unknownMetric(id, nearest: nearest(to: id))
    }
  }

  /// The words of titles, which `found` finds.
  private static var words: [String] {
    Set(Metric.all.flatMap { $0.title.lowercased().split(separator: " ").map(String.init) })
      .sorted()
  }

  private static func nearest(to id: String) -> String? {
    id.nearest(among: (Metric.all + Metric.foreign).map(\.id))
  }
}
