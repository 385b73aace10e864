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
    let finder = SideFinder(store: store, suite: suite)
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
        try finder.side(to), to, against: try finder.side(from), from)
    }
    Comparison.adjust(&comparisons)
    return comparisons
  }

  private func compare(
    _ candidate: SideReference, _ candidateName: String,
    against reference: SideReference, _ referenceName: String
  ) throws(Failure) -> [Comparison] {
    var runs = ComparedRuns(
      settings: ParameterSettings(), store: store, limits: limits([candidate, reference]))
    return try runs.compare(
      candidate, named: candidateName, against: reference, named: referenceName, metrics: metrics)
  }

  /// The newest commit's runs, where both sides are stages of which any run names a commit.
  private func limits(_ sides: [SideReference]) -> RunFilter {
    var limits = RunFilter()
    let stages = sides.compactMap(\.stage)
    guard let tip, stages.count == sides.count else { return limits }
    let isFollowed = records.contains { record in
      record.description.commit != nil
        && stages.contains { $0.suite == record.suite && $0.id == record.stage }
    }
    if isFollowed { limits.commits = [tip] }
    return limits
  }
}

extension SideReference {
  /// The stage that the side is; `nil` of any other.
  fileprivate var stage: (suite: String, id: String)? {
    if case .stage(let suite, let stage) = self { (suite, stage) } else { nil }
  }
}
