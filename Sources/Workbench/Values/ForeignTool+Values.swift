package import Analysis

extension ParameterSettings {
  /// Returns parameters with which Hitchmark's metrics count the same frames as the tool that the option `--as` names.
  ///
  /// Parameters that are set here, such as the frames to count, take precedence over those of the tool.
  package func over(_ tool: ForeignTool?) -> ParameterSettings {
    guard let tool else { return self }
    var settings = ParameterSettings()
    settings.frames = tool.frames
    return settings.overridden(by: self)
  }
}

extension Metric {
  /// The metrics that a command computes: Hitchmark's own, those of the tool in option `--as`, and those of other tools
  /// that are requested by id.
  package static func catalog(of tool: ForeignTool?, naming ids: [Metric.ID]) -> [Metric] {
    let figures = tool?.figures ?? []
    let own = Set(figures.map(\.id))
    let foreign = Metric.foreign.filter { ids.contains($0.id) && !own.contains($0.id) }
    return Metric.all.filter { !own.contains($0.id) } + figures + foreign
  }
}
