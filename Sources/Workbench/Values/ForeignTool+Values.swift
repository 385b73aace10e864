package import Analysis

extension ParameterSettings {
  /// Returns metric parameters with which metrics count the same frames, such as dropped ones, as the tool of option
  /// `--as`.
  package func over(_ tool: ForeignTool?) -> ParameterSettings {
    guard let tool else { return self }
    var settings = ParameterSettings()
    settings.frames = tool.frames
    return settings.overridden(by: self)
  }
}

extension Metric {
  /// The metrics that a command computes: Hitchmark's own, those of the tool in option `--as`, and named metrics of
  /// other tools.
  package static func catalog(of tool: ForeignTool?, naming ids: [Metric.ID]) -> [Metric] {
    let figures = tool?.figures ?? []
    let own = Set(figures.map(\.id))
    let foreign = Metric.foreign.filter { ids.contains($0.id) && !own.contains($0.id) }
    return Metric.all.filter { !own.contains($0.id) } + figures + foreign
  }
}
