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
  /// Neither is proved.
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
