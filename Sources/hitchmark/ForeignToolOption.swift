internal import Analysis
internal import Arguments
internal import Workbench

/// The option `--as`, which computes and names figures as another tool does.
enum ForeignToolOption {
  static let option = Option(
    "as", .choice("TOOL", of: ForeignTool.all, name: \.id),
    help: "print the figures of another tool, by its rules, such as presentmon",
    details: "They have its names and digits."
  ).shared

  /// The parameters of metrics on the command line, including those of the tool that `--as` names.
  static func settings(_ values: ParsedValues) throws(Failure) -> ParameterSettings {
    try ParameterOptions.settings(values).over(values[option])
  }

  /// The metrics to compute, including those of the tool that `--as` names.
  static func catalog(_ values: ParsedValues, named ids: [Metric.ID]) -> [Metric] {
    Metric.catalog(of: values[option], naming: ids)
  }

  /// The ids of the metrics to print: the metrics that the user named, or the tool's metrics; empty by default.
  static func ids(_ values: ParsedValues, named ids: [Metric.ID]) -> [Metric.ID] {
    ids.isEmpty ? values[option]?.figures.map(\.id) ?? [] : ids
  }
}
