public import Recordings

/// The problems that quality checks found in a run's data, and the metrics that these problems make unreliable.
public struct DataQuality: Sendable {
  /// The problems in a run's data, in the order of the quality checks that found them.
  public let findings: [QualityFinding]
  /// Whether the quality of the run's data was checked.
  public let isExamined: Bool

  private let objections: [SpoiledData: String]

  /// Runs quality checks on a run's data; O(frames).
  ///
  /// If `known` has the results of the checks that withhold metrics, these checks are not repeated.
  init(
    _ evidence: QualityEvidence, checks: [QualityCheck] = QualityCheck.all,
    knowing known: DataQuality? = nil
  ) {
    var findings: [QualityFinding] = []
    var objections = known?.objections ?? [:]
    for check in checks {
      if let known, check.withholds != nil {
        findings += known.findings.filter { $0.kind == check.id }
        continue
      }
      for strike in check.examine(evidence) {
        findings.append(
          QualityFinding(
            kind: check.id, severity: strike.severity ?? check.severity, message: strike.message))
        assert(
          strike.spoiled.isEmpty || check.withholds != nil,
          "a quality check that withholds metrics must name these metrics in withholds")
        for spoiled in strike.spoiled where objections[spoiled] == nil {
          objections[spoiled] = strike.reason
        }
      }
    }
    self.findings = findings
    isExamined = true
    self.objections = objections
  }

  /// The quality of a run's data before any check: no known problems.
  public static let unexamined = DataQuality()

  private init() {
    findings = []
    isExamined = false
    objections = [:]
  }

  /// Throws the reason if a quality check found that metrics must not use this part of the run's data.
  func allow(_ data: SpoiledData) throws(Withheld) {
    if let reason = objections[data] { throw Withheld(reason) }
  }
}

/// A problem that a quality check found in a run's data.
public struct QualityFinding: Sendable, Equatable {
  /// The id of the quality check that found the problem.
  public let kind: QualityCheck.ID
  /// The severity of the problem in the run's data: note, warning or loss of data.
  public let severity: ImportIssue.Severity
  /// What the quality check found in the run, and what Hitchmark did about it: clauses without a period at the end.
  public let message: String

  /// A text for users: the problem of the run's data, followed by its severity in brackets.
  public var sentence: String { "\(message) (\(severity.rawValue))" }
}
