internal import Recordings

/// What is wrong with a suite's description.
public enum SuiteError: Error, Sendable, Equatable {
  /// Two stages have this id.
  case duplicateStage(String)
  /// A role names a stage that there is not.
  case unknownStage(String, namedAs: StageRole)
  /// A row names a metric that there is not.
  case unknownMetric(String)

  /// What a stage is named as.
  public enum StageRole: Sendable, Equatable {
    /// The stage that another one is compared with.
    case baseline(of: String)
    /// The stage that no change can beat.
    case best
    /// The stage to get away from.
    case worst
    /// The stage that the closing comparisons are about.
    case endResult
  }
}

extension SuiteDescription {
  /// Checks that every stage that is named is there, once.
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
