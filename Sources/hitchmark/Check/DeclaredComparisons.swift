internal import Analysis
internal import Recordings
internal import RunStore

/// The comparisons that a suite or the command line declares.
///
/// Stages are compared at the newest commit, where any of their runs name a commit: what an older one
/// measured says nothing of this.
struct DeclaredComparisons {
  let store: RunStore
  let records: [RunRecord]
  let tip: String?
  let metrics: [Metric.ID]

  /// Compares all that was declared, and adjusts it together.
  ///
  /// - Parameters:
  ///   - suites: whose thresholds count.
  ///   - pairs: of the command line, such as `5..6.1` or `v1.0..HEAD`.
  ///   - suite: the suite that stages of the pairs are looked for in; any when `nil`.
  /// - Returns: in the order of the declarations.
  /// - Throws: when a side stands for nothing.
  func all(
    of suites: [SuiteDescription], pairs: [String], suite: String?
  ) throws(Failure) -> [Comparison] {
    var comparisons: [Comparison] = []
    for suite in suites {
      for pair in suite.thresholds.comparisons {
        comparisons += try compare(
          .stage(suite: suite.id, stage: pair.to), "\(suite.id)/\(pair.to)",
          against: .stage(suite: suite.id, stage: pair.from), "\(suite.id)/\(pair.from)")
      }
    }
    for pair in pairs {
      guard let dots = pair.firstRange(of: ".."), dots.lowerBound > pair.startIndex,
        dots.upperBound < pair.endIndex
      else { throw .check(.noPair(pair)) }
      let (from, to) = (String(pair[..<dots.lowerBound]), String(pair[dots.upperBound...]))
      comparisons += try compare(
        try SideReference(to, suite: suite, among: records), to,
        against: try SideReference(from, suite: suite, among: records), from)
    }
    Comparison.adjust(&comparisons)
    return comparisons
  }

  private func compare(
    _ candidate: SideReference, _ candidateName: String,
    against reference: SideReference, _ referenceName: String
  ) throws(Failure) -> [Comparison] {
    let sides = [candidate, reference]
    var runs = ComparedRuns(
      settings: ParameterSettings(), store: store,
      records: sides.allSatisfy(\.isStage) ? atTip(sides) : records)
    return try runs.compare(
      candidate, named: candidateName, against: reference, named: referenceName, metrics: metrics)
  }

  private func atTip(_ sides: [SideReference]) -> [RunRecord] {
    let isFollowed = records.contains { record in
      record.description.commit != nil && sides.contains { $0.includes(record) }
    }
    return isFollowed ? records.filter { $0.description.commit == tip } : records
  }
}

extension SideReference {
  fileprivate var isStage: Bool {
    if case .stage = self { true } else { false }
  }
}
