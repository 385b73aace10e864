/// Hodges and Lehmann's shift: how much the values of one sample typically exceed those of another.
///
/// It is the median of all differences between a value of the candidate and one of the reference.
/// Its interval contains the shifts that Mann and Whitney's test does not reject.
///
/// Source: Hodges, Lehmann, "Estimates of location based on rank tests", Annals of Mathematical
/// Statistics 34 (1963).
public struct HodgesLehmann: Sendable, Equatable {
  /// The estimated shift from the reference's values to the candidate's values; above 0 if the candidate's are larger.
  public let shift: Double

  private let differences: PairwiseShifts

  /// The number of values of the candidate, the sample whose shift from the reference is estimated.
  public let candidateCount: Int

  /// The number of values of the reference, the sample that is subtracted in the estimated shift.
  public let referenceCount: Int

  /// Estimates the typical shift from the reference's values to the candidate's; O(n) for n values.
  ///
  /// A bisection over the floating-point numbers takes at most 64 passes over the values.
  ///
  /// - Throws: `.tooLarge` if a difference is not finite.
  public init(of candidate: Sample, against reference: Sample) throws(SampleError) {
    self.init(differences: PairwiseShifts(from: reference.sorted, to: candidate.sorted))
    let ends = [differences.difference(rank: 1), differences.difference(rank: differences.count)]
    guard ends.allSatisfy(\.isFinite) else { throw .tooLarge }
  }

  /// Estimates the shift between values that are finite and not too large.
  init(from before: [Double], to after: [Double]) {
    self.init(differences: PairwiseShifts(from: before.sorted(), to: after.sorted()))
  }

  private init(differences: PairwiseShifts) {
    self.differences = differences
    shift = differences.median
    candidateCount = differences.after.count
    referenceCount = differences.before.count
  }

  /// The typical difference between paired values: the median of the means of every two differences, each also with
  /// itself (Walsh averages).
  ///
  /// Use it if the pairs have different levels, which make the shift between the two samples less
  /// precise.
  public static func typical(of differences: Sample) -> Double {
    WalshAverages(of: differences.sorted).median
  }

  /// The confidence interval of the shift between two samples; `nil` if there are too few values for the requested
  /// confidence.
  ///
  /// Three and three values reach a confidence of 0.9, four and four 0.97.
  ///
  /// It is exact up to 50 values per side, by the distribution of U, and conservative with ties.
  /// Above 50 values it uses the normal approximation.
  ///
  /// - Parameters:
  ///   - confidence: above 0 and below 1.
  ///   - inflation: the factor of autocorrelation on the variance of a mean. Above 1, the normal
  ///     approximation is used.
  public func interval(
    confidence: Double = 0.95, inflation: Double = 1
  ) -> ConfidenceInterval? {
    let skipped = skippedDifferences(confidence: confidence, inflation: inflation)
    guard skipped > 0 else { return nil }
    return ConfidenceInterval(
      lower: differences.difference(rank: skipped),
      upper: differences.difference(rank: differences.count + 1 - skipped),
      confidence: confidence)
  }

  /// The rank of the difference at which the interval begins; it ends at the same rank from the
  /// top.
  private func skippedDifferences(confidence: Double, inflation: Double) -> Int {
    let tail = (1 - confidence) / 2
    let m = candidateCount
    let n = referenceCount
    guard max(m, n) <= StatisticalConstants.largestExactCount, inflation == 1 else {
      let product = Double(m) * Double(n)
      let deviation = (product * Double(m + n + 1) / 12 * inflation).squareRoot()
      return max(0, Int((product / 2 + Normal.quantile(tail) * deviation).rounded(.down)))
    }
    let distribution = RankSumDistribution(m, n)
    var skipped = 0
    // The slack accepts a tail of exactly 0.05 that was computed as 1 − 0.9 and halved.
    while distribution.probability(upTo: skipped) <= tail * (1 + 1e-12) { skipped += 1 }
    return skipped
  }
}

/// All differences between the values of one sample and those of another, by rank.
///
/// The differences are not stored: a bisection counts how many are below a number, O((n + m) log
/// ε⁻¹).
struct PairwiseShifts: Sendable, Equatable {
  let before: [Double]
  let after: [Double]

  /// Both samples have at least one value and are in ascending order.
  init(from before: [Double], to after: [Double]) {
    self.before = before
    self.after = after
  }

  var count: Int { before.count * after.count }

  var median: Double {
    let lower = difference(rank: (count + 1) / 2)
    return lower + 0.5 * (difference(rank: count / 2 + 1) - lower)
  }

  /// The difference of a rank, counted from 1.
  func difference(rank: Int) -> Double {
    NumberBisection.least(
      from: after[0] - before[before.count - 1], to: after[after.count - 1] - before[0]
    ) { countUp(to: $0) >= rank }
  }

  private func countUp(to shift: Double) -> Int {
    var total = 0
    var reached = 0
    for start in before {
      while reached < after.count, after[reached] - start <= shift { reached += 1 }
      total += reached
    }
    return total
  }
}

/// The means of all pairs of values, including each with itself, by rank.
///
/// The means are not stored: a bisection counts how many are below a number, O(n log ε⁻¹).
///
/// Source: Walsh, "Some significance tests for the median which are valid under very general conditions", Annals of
/// Mathematical Statistics 20 (1949).
struct WalshAverages: Sendable, Equatable {
  /// Half of each value, in ascending order, so that no sum of two overflows.
  private let halves: [Double]

  /// `values` has at least one value and is in ascending order.
  init(of values: [Double]) { halves = values.map { $0 / 2 } }

  var count: Int { halves.count * (halves.count + 1) / 2 }

  var median: Double {
    let lower = mean(rank: (count + 1) / 2)
    return lower + 0.5 * (mean(rank: count / 2 + 1) - lower)
  }

  /// The mean of a rank, counted from 1.
  func mean(rank: Int) -> Double {
    let (least, greatest) = (halves[0], halves[halves.count - 1])
    return NumberBisection.least(from: least + least, to: greatest + greatest) {
      countUp(to: $0) >= rank
    }
  }

  private func countUp(to mean: Double) -> Int {
    var (ordered, own) = (0, 0)
    var partners = halves.count
    for half in halves {
      while partners > 0, half + halves[partners - 1] > mean { partners -= 1 }
      ordered += partners
      if half + half <= mean { own += 1 }
    }
    // Each pair of different positions was counted twice.
    return (ordered + own) / 2
  }
}

/// Bisection over the floating-point numbers between two limits, so that the result is exact.
enum NumberBisection {
  /// The least number for which `isReached` holds, if it holds for all greater numbers up to
  /// `greatest`; O(log ε⁻¹) calls.
  static func least(
    from least: Double, to greatest: Double, where isReached: (Double) -> Bool
  ) -> Double {
    var (low, high) = (place(of: least), place(of: greatest))
    while low < high {
      // The mean, rounded down, of places that may be too far apart for Int64.
      let middle = (low & high) + ((low ^ high) >> 1)
      if isReached(number(at: middle)) { high = middle } else { low = middle + 1 }
    }
    return number(at: low)
  }

  /// The position of a number among all floating-point numbers.
  private static func place(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits >= 0 ? bits : .min - bits
  }

  private static func number(at place: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: place >= 0 ? place : .min - place))
  }
}
