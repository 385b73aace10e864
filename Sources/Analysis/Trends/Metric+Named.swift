public import Recordings

extension Metric {
  /// The metric of an id, whether runs bring it themselves or not.
  ///
  /// - Parameters:
  ///   - id: of the catalogue, of a sampled thread, or the name of a scalar.
  ///   - scalars: what runs bring.
  /// - Returns: `nil` when there is none.
  public static func named(_ id: ID, amongThoseOf scalars: [Scalar]) -> Metric? {
    if let metric = all.first(where: { $0.id == id }) { return metric }
    if let scalar = scalars.first(where: { $0.name == id }) { return .scalar(scalar) }
    return threadName(in: id).map(thread)
  }
}
