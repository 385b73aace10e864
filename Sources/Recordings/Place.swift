/// Where values belong: a suite (an experiment), its stage (one state of the program), and a segment of the stage's
/// runs, such as a lap.
///
///     Place(suite: "thesis", stage: "6.2").title                  // "thesis/6.2"
///     Place(suite: "thesis", stage: "6.2", segment: "up").title  // "thesis/6.2, segment up"
public struct Place: Sendable, Hashable {
  /// The name of the suite; `nil` for runs that belong to none.
  public let suite: String?
  /// The id of the stage in the suite; `nil` for runs that belong to no stage.
  public let stage: String?
  /// The name of a segment of each run, such as a lap; `nil` for whole runs.
  public let segment: String?

  /// Creates the place to which values belong from a suite, a stage, and a segment of the stage's runs.
  public init(suite: String?, stage: String?, segment: String? = nil) {
    self.suite = suite
    self.stage = stage
    self.segment = segment
  }

  /// The suite, stage and segment as text for people, such as `thesis/6.2`; `nil` if all are unknown.
  public var title: String? {
    let parts = [suite, stage].compactMap(\.self)
    return Self.title(of: segment, in: parts.isEmpty ? nil : parts.joined(separator: "/"))
  }

  /// A stage and a segment as text for people, such as `list, segment up`; `nil` if both are missing.
  public static func title(of segment: String?, in stage: String?) -> String? {
    let parts = [stage, segment.map { "segment \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
