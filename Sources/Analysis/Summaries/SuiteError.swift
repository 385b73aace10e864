internal import Recordings

/// An error in the description of a suite (experiment), such as two versions of the program with the same id.
public enum SuiteError: Error, Sendable, Equatable {
  /// Two stages have this id.
  case duplicateStage(String)
  /// A role names a stage that does not exist.
  case unknownStage(String, namedAs: StageRole)
  /// A row names a metric that does not exist.
  case unknownMetric(String)

  /// The role of a stage (version of the program) in its suite, such as baseline or best case.
  public enum StageRole: Sendable, Equatable {
    /// The baseline of another stage.
    case baseline(of: String)
    /// The best case.
    case best
    /// The worst case.
    case worst
    /// The end result.
    case endResult
  }
}

extension SuiteDescription {
  /// Checks that every named stage exists, and only once.
  func checkStages() throws(SuiteError) {
    var ids: Set<String> = []
    for stage in stages where !ids.insert(stage.id).inserted { throw .duplicateStage(stage.id) }
    let roles: [(String?, SuiteError.StageRole)] =
      stages.map { ($0.baseline, .baseline(of: $0.id)) }
      + [(best, .best), (worst, .worst), (endResult, .endResult)]
    for case (let id?, let role) in roles where !ids.contains(id) {
      throw .unknownStage(id, namedAs: role)
    }
  }
}
