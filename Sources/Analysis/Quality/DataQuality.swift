public import Recordings

/// The problems of a run's data, and the figures that they make unreliable.
public struct DataQuality: Sendable {
  /// The findings of the checks, in order.
  public let findings: [QualityFinding]

  private let objections: [SpoiledData: String]

  /// Runs every check; O(frames).
  init(_ evidence: QualityEvidence, checks: [QualityCheck] = QualityCheck.all) {
    var findings: [QualityFinding] = []
    var objections: [SpoiledData: String] = [:]
    for check in checks {
      for strike in check.examine(evidence) {
        findings.append(
          QualityFinding(kind: check.id, severity: check.severity, message: strike.message))
        for spoiled in strike.spoiled where objections[spoiled] == nil {
          objections[spoiled] = strike.reason
        }
      }
    }
    self.findings = findings
    self.objections = objections
  }

  /// No known problems, for a run that was not checked.
  public static let unexamined = DataQuality()

  private init() {
    findings = []
    objections = [:]
  }

  /// Throws the reason if figures must not use a part of the run.
  func allow(_ data: SpoiledData) throws(Withheld) {
    if let reason = objections[data] { throw Withheld(reason) }
  }
}

/// A problem of a run's data.
public struct QualityFinding: Sendable, Equatable {
  /// The id of the check.
  public let kind: QualityCheck.ID
  /// The severity.
  public let severity: ImportIssue.Severity
  /// What was found and what was done: a clause in lower case without period.
  public let message: String

  /// The finding with its severity, for people.
  public var sentence: String { "\(message) (\(severity.rawValue))" }
}
