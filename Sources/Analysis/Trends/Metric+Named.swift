public import Recordings

extension Metric {
  /// The metric with an id, from the catalog, for a sampled thread, or among the measures that users define; `nil` if
  /// there is none.
  public static func named(_ id: ID, amongThoseOf measures: [OwnMeasure]) -> Metric? {
    if let metric = all.first(where: { $0.id == id }) { return metric }
    if let measure = measures.first(where: { $0.name == id }) { return .own(measure) }
    return threadName(in: id).map(thread)
  }
}
