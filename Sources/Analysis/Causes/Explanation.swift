internal import Recordings
internal import Units

/// An explanation of why two compared groups of runs differ in hitch time: the change of each cause of late frames;
/// these changes add up to the difference.
public struct Explanation: Sendable {
  /// The comparison of reference and candidate in the hitch time ratio and in the part of this ratio that each cause
  /// of late frames explains.
  public let comparison: Comparison
  /// The compared causes of late frames, in the order of their rows in the comparison; the row before them is the
  /// whole hitch time ratio.
  public let causes: [Cause]

  /// The comparison of reference and candidate in the whole hitch time ratio, of which each cause of late frames
  /// explains a part.
  public var total: MetricComparison { comparison.metrics[0] }

  /// The causes of late frames, each with the comparison of its hitch time, the largest change first; the sum of small
  /// causes and the unexplained part come last.
  public var rows: [(cause: Cause, change: MetricComparison)] {
    Array(zip(causes, comparison.metrics.dropFirst()))
  }

  /// The name of the side of the comparison, reference or candidate, whose causes of late frames are unknown, with the
  /// reason; `nil` if both are known.
  public var missing: (side: String, reason: String)? {
    for side in [comparison.reference, comparison.candidate] {
      guard !side.runs.contains(where: { $0.causes?.value != nil }) else { continue }
      return (side.name, side.runs.compactMap { $0.causes?.reason }.first ?? "")
    }
    return nil
  }

  private init(_ comparison: Comparison, of causes: [Metric.ID: Cause]) {
    self.comparison = comparison
    self.causes = comparison.metrics.dropFirst().compactMap { causes[$0.metric.id] }
  }

  /// What is explained: the hitch time ratio.
  static let total = Metric.hitches.filter { $0.id == "hitch.ratio" }
  /// The metrics that an explanation of late frames needs: the hitch time ratio, and the average frame rate, which
  /// reveals outlier runs.
  public static let metrics = total + Metric.all.filter { $0.id == "fps.avg" }

  /// Explains for each pair of reference and candidate why their hitch times differ; the pair with the largest proved
  /// regression comes first.
  ///
  /// The size of a regression, of the hitch time or of one cause, is a multiple of the noise floor, the smallest change
  /// that matters. Pairs without a proved regression come last, in the given order.
  ///
  /// Noise comes from the runs of the two sides only, because other stages of a suite have other causes. p-values are
  /// adjusted over all pairs.
  ///
  /// - Parameter pairs: sides whose runs have causes, with a title that is empty if there is only one pair.
  public static func explanations(
    of pairs: [(title: String, reference: ComparedSide, candidate: ComparedSide)]
  ) -> [Explanation] {
    var causes: [Metric.ID: Cause] = [:]
    var comparisons = pairs.map { title, reference, candidate in
      let rows = CauseRows(reference.runs, candidate.runs)
      for cause in rows.causes { causes[cause.id] = cause }
      return Comparison(
        stage: title, candidate.divided(into: rows), against: reference.divided(into: rows),
        metrics: rows.metrics)
    }
    Comparison.adjust(&comparisons)
    return comparisons.worstFirst.map { Explanation($0, of: causes) }
  }
}

extension Comparison {
  /// The function or section of the program inside which a cause of late frames usually occurs, from the candidate's
  /// runs or else the reference's; `nil` if unknown.
  public func container(of cause: Cause) -> String? {
    candidate.container(of: cause) ?? reference.container(of: cause)
  }
}

extension ComparedSide {
  /// The late frames with the longest lateness in all runs on one side of a comparison, each with the name of its run,
  /// the worst first.
  ///
  /// - Parameter count: how many at most.
  public func slowestFrames(_ count: Int) -> [(run: String, frame: LateFrame)] {
    let all = runs.flatMap { run in
      (run.causes?.value?.slowest ?? []).map { (run: run.name, frame: $0) }
    }
    return Array(all.sorted { $0.frame.excess > $1.frame.excess }.prefix(count))
  }

  public func lateFrames(with cause: Cause) -> (count: Int, all: Int) {
    let known = runs.compactMap { $0.causes?.value }
    return (
      known.reduce(0) { $0 + ($1.shares[cause]?.frames ?? 0) },
      known.reduce(0) { $0 + $1.lateFrameCount }
    )
  }

  /// The usual duration of a cause in milliseconds: its median in a run's frames that are not late, averaged over the
  /// runs that have the cause; 0 without such runs.
  ///
  /// `RunCauses.usualDurations` describes the median of a run in which nearly all frames are late.
  public func usualDuration(of cause: Cause) -> Double {
    mean(runs.compactMap { $0.causes?.value?.usualDurations[cause] })
  }

  /// The mean duration of a cause over all late frames of a run, 0 in those without the cause, averaged over the runs
  /// that have late frames; in milliseconds.
  public func durationInLateFrames(of cause: Cause) -> Double {
    mean(
      runs.compactMap { $0.causes?.value }.filter { $0.lateFrameCount > 0 }.map {
        $0.durationsInLateFrames[cause] ?? 0
      })
  }

  /// The function or section inside which a given cause of late frames usually occurs, from the first run that names
  /// such a function or section; `nil` if no run does.
  public func container(of cause: Cause) -> String? {
    runs.lazy.compactMap { $0.causes?.value?.containers[cause] }.first
  }

  private func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(values.count, 1))
  }
}

/// Chooses the causes that a table of two sides shows, the largest change first.
///
/// Small causes are added up in one row, so that all rows together still sum to the change of the hitch time ratio.
struct CauseRows {
  /// A cause with less than this fraction of the largest total of a side, on both sides, has no row of its own.
  private static let leastShare = 0.02
  private static let mostRows = 20

  /// The causes with a row of their own.
  let kept: Set<Cause>
  /// The causes of all rows: those, then the rest and what is not explained.
  let causes: [Cause]
  /// The metrics of the table: the hitch time ratio, then the causes, then the rest and what is not explained.
  let metrics: [Metric]

  init(_ reference: [RunSummary], _ candidate: [RunSummary]) {
    let before = Self.means(of: reference)
    let after = Self.means(of: candidate)
    let total = max(before.values.sorted().reduce(0, +), after.values.sorted().reduce(0, +))
    let causes = Set(before.keys).union(after.keys).subtracting([.unexplained])
    func change(_ cause: Cause) -> Double {
      (after[cause, default: 0] - before[cause, default: 0]).magnitude
    }
    let large = causes.filter {
      max(before[$0, default: 0], after[$0, default: 0]) >= Self.leastShare * total && total > 0
    }.sorted { (change($1), $0) < (change($0), $1) }.prefix(Self.mostRows)
    kept = Set(large)
    let isFolded = large.count < causes.count
    self.causes = Array(large) + (isFolded ? [.rest] : []) + [.unexplained]
    metrics = Explanation.total.map(\.additive) + self.causes.map(Metric.cause)
  }

  /// The mean hitch time of each cause per second, over the runs that have causes.
  private static func means(of runs: [RunSummary]) -> [Cause: Double] {
    let known = runs.compactMap { $0.causes?.value }
    var sums: [Cause: Double] = [:]
    for run in known { for cause in run.shares.keys { sums[cause, default: 0] += run[cause] } }
    return sums.mapValues { $0 / Double(known.count) }
  }
}

extension ComparedSide {
  /// The side with the hitch time of each row as a value of its runs.
  ///
  /// Runs without causes have no values, so that the causes sum to the hitch time ratio of the other runs.
  func divided(into rows: CauseRows) -> ComparedSide {
    ComparedSide(name: name, runs: runs.map { $0.divided(into: rows) })
  }
}

extension Metric {
  /// The hitch time of a cause per second.
  static func cause(_ cause: Cause) -> Metric {
    Metric(
      id: cause.id, title: cause.name, unit: .millisecondsPerSecond, polarity: .lowerIsBetter,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: "The part of the hitch time that this cause of late frames accounts for.",
      formula: "see docs/why.md", source: "Hitchmark"
    ) { figures throws(Withheld) in
      try RunCauses(figures)[cause]
    }.additive
  }
}

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
