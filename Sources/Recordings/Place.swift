/// A key that says to which suite (experiment), stage (version of the measured program) and segment of the runs (such
/// as a lap) values belong.
///
///     Place(suite: "thesis", stage: "6.2").title                  // "thesis/6.2"
///     Place(suite: "thesis", stage: "6.2", segment: "up").title  // "thesis/6.2, segment up"
public struct Place: Sendable, Hashable {
  /// The name of the suite (experiment) to which the runs belong; `nil` for runs without a suite.
  public let suite: String?
  /// The id of the stage, a version of the measured program, in its suite; `nil` for runs that belong to no stage.
  public let stage: String?
  /// The name of a segment of each run, such as a lap; `nil` for whole runs.
  public let segment: String?

  /// Creates the key of values from their suite (experiment), their stage (version of the measured program), and the
  /// segment of the runs, such as a lap.
  public init(suite: String?, stage: String?, segment: String? = nil) {
    self.suite = suite
    self.stage = stage
    self.segment = segment
  }

  /// The names of a suite, a stage (version of the program) and a run segment as text for people, such as `thesis/6.2`;
  /// `nil` if all are unknown.
  public var title: String? {
    let parts = [suite, stage].compactMap(\.self)
    return Self.title(of: segment, in: parts.isEmpty ? nil : parts.joined(separator: "/"))
  }

  /// The names of a stage (version of the program) and of a segment of its runs as one text, such as
  /// `list, segment up`; `nil` if both are missing.
  public static func title(of segment: String?, in stage: String?) -> String? {
    let parts = [stage, segment.map { "segment \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
