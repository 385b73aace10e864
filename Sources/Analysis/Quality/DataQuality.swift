public import Recordings

/// What is wrong with the data of a run, and which figures must not rest on it.
public struct DataQuality: Sendable {
  /// What the checks found, in their order.
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

  /// Nothing is known to be wrong: of a run that was not looked at.
  public static let unexamined = DataQuality()

  private init() {
    findings = []
    objections = [:]
  }

  /// Lets a figure rest on a part of the run.
  ///
  /// - Parameter data: what it rests on.
  /// - Throws: why it must not.
  func allow(_ data: SpoiledData) throws(Withheld) {
    if let reason = objections[data] { throw Withheld(reason) }
  }
}

/// Something about a run that its reader has to know before trusting its figures.
public struct QualityFinding: Sendable, Equatable {
  /// The check that found it, by its id.
  public let kind: QualityCheck.ID
  /// How bad it is.
  public let severity: ImportIssue.Severity
  /// What was found, and what became of it: a clause in lower case without a full stop.
  public let message: String

  /// The finding with its severity, for people.
  public var sentence: String { "\(message) (\(severity.rawValue))" }
}
