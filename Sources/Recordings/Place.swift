/// Where runs belong: a suite and one of its stages.
///
///     Place(suite: "thesis", stage: "6.2").title  // "thesis/6.2"
public struct Place: Sendable, Hashable {
  /// The suite; `nil` for runs that belong to none.
  public let suite: String?
  /// The id of the stage; `nil` for runs that belong to none.
  public let stage: String?

  /// Creates a place.
  public init(suite: String?, stage: String?) {
    self.suite = suite
    self.stage = stage
  }

  /// The suite and the stage for people; `nil` if both are unknown.
  public var title: String? {
    let parts = [suite, stage].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
