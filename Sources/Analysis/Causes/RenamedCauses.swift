internal import Recordings

extension Explanation {
  /// Two causes may differ by this fraction of the larger one and still be one cause under two names.
  private static let mostDifference = 0.2

  /// Pairs of functions that are probably one renamed function, because the times are similar and one occurs only in
  /// the reference, the other only in the candidate.
  ///
  /// Both the hitch time and the usual duration agree, to a fifth, and the same function contains both. Only causes
  /// with a row of their own are compared. The pair with the longest hitch time in the reference comes first.
  public var renamed: [(before: Cause, after: Cause)] {
    let known = [comparison.reference, comparison.candidate].map { side in
      Set(side.runs.compactMap { $0.causes?.value }.flatMap { $0.usualDurations.keys })
    }
    let functions = rows.filter { $0.cause.kind == .slice }
    let vanished = functions.filter { !known[1].contains($0.cause) }.sorted { one, other in
      (other.change.referenceMean ?? 0, one.cause) < (one.change.referenceMean ?? 0, other.cause)
    }
    var new = functions.filter { !known[0].contains($0.cause) }
    var pairs: [(before: Cause, after: Cause)] = []
    for old in vanished {
      let match = new.firstIndex { areOneFunction(old, $0) }
      guard let match else { continue }
      pairs.append((old.cause, new.remove(at: match).cause))
    }
    return pairs
  }

  /// Whether a vanished and a new function agree in their times and in what contains them.
  private func areOneFunction(
    _ before: (cause: Cause, change: MetricComparison),
    _ after: (cause: Cause, change: MetricComparison)
  ) -> Bool {
    guard let old = before.change.referenceMean, let new = after.change.candidateMean else {
      return false
    }
    let usual = comparison.reference.usualDuration(of: before.cause)
    let usualLater = comparison.candidate.usualDuration(of: after.cause)
    let container = comparison.reference.container(of: before.cause)
    return Self.agree(old, new) && Self.agree(usual, usualLater)
      && container == comparison.candidate.container(of: after.cause)
  }

  private static func agree(_ one: Double, _ other: Double) -> Bool {
    (one - other).magnitude <= mostDifference * max(one, other)
  }
}
