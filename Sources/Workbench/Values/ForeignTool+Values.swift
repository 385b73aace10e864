package import Analysis

extension ParameterSettings {
  /// These parameter settings, completed with the frames that another tool counts.
  package func over(_ tool: ForeignTool?) -> ParameterSettings {
    guard let tool else { return self }
    var settings = ParameterSettings()
    settings.frames = tool.frames
    return settings.overridden(by: self)
  }
}

extension Metric {
  /// The metrics that a command computes: the catalog, the figures of one other tool, and named figures of other
  /// tools.
  package static func catalogue(of tool: ForeignTool?, naming ids: [Metric.ID]) -> [Metric] {
    let figures = tool?.figures ?? []
    let own = Set(figures.map(\.id))
    let foreign = Metric.foreign.filter { ids.contains($0.id) && !own.contains($0.id) }
    return Metric.all.filter { !own.contains($0.id) } + figures + foreign
  }
}
