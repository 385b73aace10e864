internal import Analysis
internal import Arguments

/// The option that has figures computed and named as another tool does.
enum ForeignToolOption {
  static let option = Option(
    "as", .choice("TOOL", of: ForeignTool.all, name: \.id),
    help: "The figures as this tool would print them: its rules, names and digits.")

  /// What is asked of the parameters: the frames that the tool counts, unless others are asked for.
  static func settings(_ values: ParsedValues) throws(Failure) -> ParameterSettings {
    let asked = try ParameterOptions.settings(values)
    guard let tool = values[option] else { return asked }
    var settings = ParameterSettings()
    settings.frames = tool.frames
    return settings.overridden(by: asked)
  }

  /// The metrics to compute: the catalogue, and the rules of other tools that are asked for.
  static func catalogue(_ values: ParsedValues, named ids: [Metric.ID]) -> [Metric] {
    let figures = values[option]?.figures ?? []
    let own = Set(figures.map(\.id))
    let foreign = Metric.foreign.filter { ids.contains($0.id) && !own.contains($0.id) }
    return Metric.all.filter { !own.contains($0.id) } + figures + foreign
  }

  /// The ids that are asked for by name, else those of the tool; empty where nobody asks.
  static func ids(_ values: ParsedValues, named ids: [Metric.ID]) -> [Metric.ID] {
    ids.isEmpty ? values[option]?.figures.map(\.id) ?? [] : ids
  }
}
