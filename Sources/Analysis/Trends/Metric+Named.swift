public import Recordings

extension Metric {
  /// The metric with a given id: from the catalog, declared by the user (a measure), or a thread's share of the CPU
  /// time; `nil` if there is no such metric.
  public static func named(_ id: ID, amongThoseOf measures: [OwnMeasure]) -> Metric? {
    if let metric = all.first(where: { $0.id == id }) { return metric }
    if let measure = measures.first(where: { $0.name == id }) { return .own(measure) }
    return threadName(in: id).map(thread)
  }
}
