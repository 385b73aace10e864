/// What the interval of a change shows: the one rule by which every command calls a metric changed or unchanged.
///
///     ChangeAnswer(of: comparison.interval(), negligible: -0.01...0.01)
///
/// The interval covers the change with at least 95%, differences between sessions included. Only the interval is
/// compared with the noise floor, never the estimate: an estimate is below a true change in half of all experiments, so
/// a change of exactly the floor could not be proved more often than that, however many runs there are.
public enum ChangeAnswer: String, Sendable {
  /// The interval excludes 0, and some of it is beyond the negligible changes.
  case changed
  /// The whole interval is within the negligible changes.
  case unchanged
  case undecided

  /// Judges an interval by the changes that do not matter: a range that contains 0, on the scale of the interval.
  public init(of interval: ConfidenceInterval, negligible: ClosedRange<Double>) {
    if interval.isInside(negligible) {
      self = .unchanged
    } else {
      self = interval.contains(0) ? .undecided : .changed
    }
  }
}

extension Scale {
  /// The changes on this scale that are smaller than a noise floor: a fraction of the reference or, on the linear scale,
  /// a difference.
  public func negligible(within floor: Double) -> ClosedRange<Double> {
    (change(of: -floor) ?? -.infinity)...(change(of: floor) ?? .infinity)
  }
}

/// Tests that are judged together: how strict each of them must be so that few of all answers are wrong.
///
/// The tests are those of Benjamini and Hochberg's method. An interval at `level(of:error:)` excludes 0 exactly if the
/// adjusted p-value is at most `error`, so that an interval alone tells the answer. For the rejected hypotheses these
/// are the intervals of Benjamini and Yekutieli, "False discovery rate-adjusted multiple confidence intervals for
/// selected parameters", Journal of the American Statistical Association 100 (2005).
public struct TestFamily: Sendable {
  /// The p-values adjusted for the number of tests, in their order.
  public let adjusted: [Double]
  private let pValues: [Double]
  private let sorted: [Double]
  private let sortedAdjusted: [Double]

  /// Prepares the family of all tests that were made; O(n log n).
  ///
  /// - Throws: `.notAProbability` if a value is not within 0 to 1.
  public init(_ pValues: [Double]) throws(SampleError) {
    adjusted = try BenjaminiHochberg.adjusted(pValues)
    self.pValues = pValues
    sorted = pValues.sorted()
    sortedAdjusted = adjusted.sorted()
  }

  /// The significance level of one test's interval, at most `error`; O(log n).
  public func level(of index: Int, error: Double) -> Double {
    share(max(sortedAdjusted.count(upTo: error), sorted.count(upTo: pValues[index]))) * error
  }

  /// The significance level at which a test would reject, given the results of the others; O(log n).
  public func detectionLevel(of index: Int, error: Double) -> Double {
    let own = adjusted[index] <= error ? 0 : 1
    return share(sortedAdjusted.count(upTo: error) + own) * error
  }

  private func share(_ count: Int) -> Double { Double(count) / Double(pValues.count) }
}

extension [Double] {
  /// How many of these ascending values are at most `limit`.
  fileprivate func count(upTo limit: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Benjamini and Hochberg's adjustment of p-values for multiple tests.
///
/// If changes with an adjusted p up to q are reported, a share of at most q of them is false on
/// average.
///
/// Source: Benjamini, Hochberg, "Controlling the false discovery rate", Journal of the Royal
/// Statistical Society B 57 (1995).
public enum BenjaminiHochberg {
  /// Adjusts p-values for the number of tests by Benjamini and Hochberg's method; O(n log n) for n tests.
  ///
  /// Pass the p-values of all tests that were made. The order is preserved; no adjusted value is
  /// below its p-value or above 1.
  ///
  /// - Throws: `.notAProbability` if a value is not within 0 to 1.
  public static func adjusted(_ pValues: [Double]) throws(SampleError) -> [Double] {
    if let index = pValues.firstIndex(where: { !($0 >= 0 && $0 <= 1) }) {
      throw .notAProbability(index: index)
    }
    let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
    var adjusted = pValues
    var least = 1.0
    for (place, index) in order.enumerated().reversed() {
      least = min(least, pValues[index] * Double(pValues.count) / Double(place + 1))
      adjusted[index] = least
    }
    return adjusted
  }
}

/// Compares a count without noise exactly: any difference between reference and candidate beyond rounding is a change.
///
/// There is no p-value.
///
/// Use it for counts only, never for measurements: two equal times are a coincidence.
public struct ExactComparison: Sendable, Equatable {
  /// The value that a count without noise, such as the number of allocations, has in every run of the reference.
  public let reference: Double

  /// The value that a count without noise, such as the number of allocations, has in every run of the candidate.
  public let candidate: Double

  /// The step to which the compared values are rounded, in their unit; 0 if they are not rounded.
  public let quantum: Double

  /// The fewest values of each side, equal ones, that show a count to be without noise.
  public static let leastCount = 2

  /// Compares the values of a count without noise between a reference and a candidate; O(n) for n values.
  ///
  /// `nil` if a side has fewer than two values, or if values within a group differ beyond the
  /// quantum: then the counter has noise.
  ///
  /// - Parameter repeats: earlier counts, one group per state that was counted more than once.
  public init?(
    _ candidate: [Double], against reference: [Double], repeats: [[Double]] = [],
    quantum: Double = 0
  ) {
    guard let before = reference.first, let after = candidate.first,
      min(candidate.count, reference.count) >= Self.leastCount
    else { return nil }
    let isSteady = ([candidate, reference] + repeats).allSatisfy { group in
      let spread = (group.max() ?? 0) - (group.min() ?? 0)
      return spread <= PracticalFloor.beyond(quantum)
    }
    guard isSteady else { return nil }
    self.reference = before
    self.candidate = after
    self.quantum = quantum
  }

  /// Whether the counter's values in reference and candidate differ by more than the step to which they are rounded.
  public var isChanged: Bool { abs(candidate - reference) > PracticalFloor.beyond(quantum) }

  /// The change of the noise-free counter: a fraction of the reference or, on the linear scale, a difference; 0 if it
  /// is unchanged.
  ///
  /// The scale must be linear if the reference is 0.
  public func effect(on scale: Scale) -> Double {
    isChanged ? scale.exactChange(from: reference, to: candidate) : 0
  }
}

extension Scale {
  /// A change between two values without noise.
  ///
  /// It avoids logarithms, which would cost the last digits.
  func exactChange(from before: Double, to after: Double) -> Double {
    switch self {
    case .logarithmic: (after - before) / before
    case .linear: after - before
    }
  }
}
