public import Recordings

extension Metric {
  /// The metric of an id, whether runs bring it themselves or not.
  ///
  /// - Parameters:
  ///   - id: of the catalogue, of a sampled thread, or the name of a measure of one's own.
  ///   - measures: what runs bring and suites declare.
  /// - Returns: `nil` when there is none.
  public static func named(_ id: ID, amongThoseOf measures: [OwnMeasure]) -> Metric? {
    if let metric = all.first(where: { $0.id == id }) { return metric }
    if let measure = measures.first(where: { $0.name == id }) { return .own(measure) }
    return threadName(in: id).map(thread)
  }
}
