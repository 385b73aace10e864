/// Where runs belong: the suite, which is an experiment, and its stage, which is one state of the program.
///
///     Place(suite: "thesis", stage: "6.2").title  // "thesis/6.2"
public struct Place: Sendable, Hashable {
  /// The name of the suite; `nil` for runs that belong to none.
  public let suite: String?
  /// The id of the stage in the suite; `nil` for runs that belong to none.
  public let stage: String?

  /// Creates the place of a run from its suite and its stage.
  public init(suite: String?, stage: String?) {
    self.suite = suite
    self.stage = stage
  }

  /// The suite and the stage as text for people, such as `thesis/6.2`; `nil` if both are unknown.
  public var title: String? {
    let parts = [suite, stage].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
