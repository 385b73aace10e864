/// The plan of a sequential comparison, which measures reference and candidate in blocks of runs until the answer is
/// known.
///
/// A block measures both sides once, so that what the block shares cancels in its difference. Blocks are the
/// observations.
///
///     let design = SequentialDesign(blocks: 8)
///     let found = try design.estimate([0.041, 0.043, 0.038, 0.042], negligible: -0.01...0.01)
///     found.answer    // .changed
///     found.interval  // contains the true change with 95%, although the experiment stops early
///
/// The answer is wrong with a probability of at most 5% over all looks: no change is called a change, or a change at
/// the end of `negligible` is called unchanged. Each look is a t test at the level that `ErrorSpending` allows.
///
/// Sources: Jennison and Turnbull, "Group sequential methods with applications to clinical trials" (2000), section 3.8
/// for t tests at the levels of normal ones, and chapter 9 for repeated confidence intervals; Schuirmann (1987) for
/// equivalence.
public struct SequentialDesign: Sendable, Equatable {
  /// The largest number of blocks that are measured; each has one run of reference and candidate.
  public let blocks: Int
  /// How many comparisons share the error.
  public let questions: Int
  /// The numbers of measured blocks at which the sequential comparison is judged and may stop.
  public let looks: ClosedRange<Int>
  /// The critical values of the t tests at each look.
  private let change: [Double]
  private let equivalence: [Double]

  /// Plans a sequential comparison; costs some 30,000 exponential functions per look, so keep the design.
  ///
  /// - Parameters:
  ///   - blocks: the largest number of blocks, 2 to 200.
  ///   - questions: how many comparisons share the error, at least 1.
  public init(blocks: Int, questions: Int = 1) {
    precondition(
      blocks >= 2 && blocks <= StatisticalConstants.mostBlocks && questions >= 1,
      "expected 2 to 200 blocks, and at least one comparison")
    self.blocks = blocks
    self.questions = questions
    looks = min(StatisticalConstants.firstLook, blocks)...blocks
    let error = Self.spentError / Double(questions)
    // Half on each side of no change; the two tests of equivalence cannot both be wrong.
    change = Self.criticalValues(error: error / 2, looks)
    equivalence = Self.criticalValues(error: error, looks)
  }

  /// The error of normal tests that gives t tests one of at most `sequentialError`.
  private static let spentError =
    StatisticalConstants.sequentialError * StatisticalConstants.spentShare

  private static func criticalValues(error: Double, _ looks: ClosedRange<Int>) -> [Double] {
    let spending = ErrorSpending(error: error, looks: looks)
    return looks.map { criticalValue(level: spending.level(at: $0), blocks: $0) }
  }

  /// The one-sided critical value of a t test of so many differences.
  private static func criticalValue(level: Double, blocks: Int) -> Double {
    StudentT(degreesOfFreedom: Double(blocks - 1)).quantile(1 - level)
  }

  /// Computes what the blocks of runs measured so far prove in a sequential comparison.
  ///
  /// - Parameters:
  ///   - differences: candidate minus reference on their scale, one per block.
  ///   - negligible: changes too small to matter, on that scale; contains 0.
  ///   - quantum: the step to which the values were rounded, on that scale; 0 if they were not. Without it, equal
  ///     differences of rounded values would look free of noise.
  /// - Throws: the errors of `Sample`.
  public func estimate(
    _ differences: [Double], negligible: ClosedRange<Double>, quantum: Double = 0
  ) throws(SampleError) -> SequentialEstimate {
    let sample = try Sample(differences)
    // Rounding both values of a difference adds a variance of 2 · quantum² ÷ 12.
    let deviation = sample.variance.map { max($0, quantum * quantum / 6).squareRoot() }
    guard looks.contains(sample.count), let deviation else {
      return SequentialEstimate(blocks: sample.count, change: sample.mean, deviation: deviation)
    }
    let error = deviation / Double(sample.count).squareRoot()
    let look = sample.count - looks.lowerBound
    return SequentialEstimate(
      blocks: sample.count, look: look + 1, change: sample.mean, deviation: deviation,
      interval: sample.mean.interval(reaching: change[look] * error),
      bounds: sample.mean.interval(reaching: equivalence[look] * error),
      negligible: negligible)
  }

  // MARK: - Power

  /// The number of blocks with which a sequential comparison proves a change of a given size with a probability of at
  /// least 80%, and its absence as often; `nil` if over 200.
  ///
  /// - Parameters:
  ///   - effect: the change on the scale of the differences, above 0.
  ///   - deviation: the standard deviation of the differences, above 0.
  public static func blocks(
    toSee effect: Double, deviation: Double, questions: Int = 1
  ) -> Int? {
    let (most, size) = (StatisticalConstants.mostBlocks, effect / deviation)
    let error = spentError / Double(questions)
    // A test with a single look needs the fewest blocks.
    let least = (2...most).first { blocks in
      PlannedPower(blocks: blocks, effect: size).isEnough(
        change: criticalValue(level: error / 2, blocks: blocks),
        equivalence: criticalValue(level: error, blocks: blocks))
    }
    guard let least else { return nil }
    let isEnough = { SequentialDesign(blocks: $0, questions: questions).isEnough(toSee: size) }
    var (low, high) = (least, min(most, least * 3 / 2 + 4))
    guard isEnough(high) else { return nil }
    while low < high {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }

  /// The size of a change that the last look alone proves with a probability of 80%, to which earlier looks add a
  /// little; `nil` if no change is large enough.
  ///
  /// - Parameter deviation: the standard deviation of the differences, above 0.
  public func visibleChange(deviation: Double) -> Double? {
    let last = looks.count - 1
    let isEnough = { (size: Double) in
      PlannedPower(blocks: blocks, effect: size)
        .isEnough(change: change[last], equivalence: equivalence[last])
    }
    var (low, high) = (0.0, Self.largestSize)
    guard isEnough(high) else { return nil }
    while high - low > high * 1e-4 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high * deviation
  }

  /// The largest change that plans are made for, in standard deviations.
  private static let largestSize = 1000.0

  /// Whether both kinds of answers have enough power over all looks, for a change in standard deviations of a
  /// difference.
  private func isEnough(toSee size: Double) -> Bool {
    let power = PlannedPower(blocks: blocks, effect: size)
    return power.toChange(critical: change, at: looks) >= StatisticalConstants.power
      && power.toEquivalence(critical: equivalence, at: looks) >= StatisticalConstants.power
  }
}

/// The power of t tests of so many blocks.
private struct PlannedPower {
  let blocks: Int
  /// The true change in standard deviations of a difference.
  let effect: Double

  /// Whether a single test proves the change, and two prove the absence of one, at these critical values.
  func isEnough(change: Double, equivalence: Double) -> Bool {
    // Both tests of equivalence must succeed, so each may fail half as often.
    probability(beyond: change) >= StatisticalConstants.power
      && 1 - 2 * (1 - probability(beyond: equivalence)) >= StatisticalConstants.power
  }

  func toChange(critical: [Double], at looks: ClosedRange<Int>) -> Double {
    let drift = drift(critical: critical)
    var path: UndecidedPath?
    for (look, critical) in zip(looks, critical) {
      let time = time(of: look)
      path = UndecidedPath(
        at: time, below: critical * time.squareRoot(), drift: drift, after: path)
    }
    return 1 - (path?.share ?? 1)
  }

  /// The probability that a look proves the absence of the change, if there is none.
  func toEquivalence(critical: [Double], at looks: ClosedRange<Int>) -> Double {
    let drift = drift(critical: critical)
    var path: UndecidedPath?
    for (look, critical) in zip(looks, critical) {
      let time = time(of: look)
      let limit = drift * time - critical * time.squareRoot()
      // Before the first look that can stop, nothing is lost.
      guard limit > 0 else { continue }
      path = UndecidedPath(at: time, beyond: limit, after: path)
    }
    return 1 - (path?.share ?? 1)
  }

  private func time(of look: Int) -> Double { Double(look) / Double(blocks) }

  /// The mean of the sum at the last look for which a test with a known deviation has the power of the t test there.
  private func drift(critical: [Double]) -> Double {
    let last = critical[critical.count - 1]
    return last + Normal.quantile(min(max(probability(beyond: last), 1e-9), 1 - 1e-9))
  }

  private func probability(beyond critical: Double) -> Double {
    let distribution = NoncentralT(
      degreesOfFreedom: Double(blocks - 1),
      noncentrality: min(effect * Double(blocks).squareRoot(), NoncentralT.largestNoncentrality))
    return 1 - distribution.probability(upTo: critical)
  }
}

/// The result that the blocks of a sequential comparison have given so far: the estimated change and the answer.
public struct SequentialEstimate: Sendable, Equatable {
  /// What a sequential comparison has proved: a change, the absence of a change, or nothing yet.
  public enum Answer: String, Sendable {
    case changed
    /// It is proved that the change is too small to matter.
    case unchanged
    case undecided
  }

  public let blocks: Int
  /// How many times the sequential comparison has been judged so far; `nil` if there are fewer blocks than the first
  /// time needs, or more than were planned.
  public let look: Int?
  /// The mean of the differences, candidate minus reference, over all measured blocks of runs.
  public let change: Double
  /// The standard deviation of the differences; `nil` for a single block.
  public let deviation: Double?
  /// The 95% confidence interval of the change so far; `nil` if `look` is `nil`.
  ///
  /// With a probability of at least 95%, all intervals of all comparisons that share the error contain the true change.
  public let interval: ConfidenceInterval?
  /// A largest and a smallest change, each of which the change stays within with a probability of 95%, over all looks;
  /// `nil` if `look` is `nil`.
  public let bounds: ConfidenceInterval?
  /// What the sequential comparison has proved so far: a change, the absence of a change, or nothing.
  public let answer: Answer

  init(
    blocks: Int, look: Int? = nil, change: Double, deviation: Double?,
    interval: ConfidenceInterval? = nil, bounds: ConfidenceInterval? = nil,
    negligible: ClosedRange<Double> = 0...0
  ) {
    (self.blocks, self.look) = (blocks, look)
    (self.change, self.deviation) = (change, deviation)
    (self.interval, self.bounds) = (interval, bounds)
    if let bounds, bounds.isInside(negligible) {
      answer = .unchanged
    } else if let interval, !interval.contains(0) {
      answer = .changed
    } else {
      answer = .undecided
    }
  }
}

extension Double {
  fileprivate func interval(reaching reach: Double) -> ConfidenceInterval {
    ConfidenceInterval(
      lower: self - reach, upper: self + reach,
      confidence: 1 - StatisticalConstants.sequentialError)
  }
}

extension Scale {
  /// The step to which measured values were probably rounded, in logarithms or in their unit; 0 if no two values are
  /// equal, or if all are.
  ///
  /// It is the smallest distance of different values.
  public func quantum(of values: [Double]) throws(SampleError) -> Double {
    let sorted = try sample(values).sorted
    let gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
    guard gaps.contains(0) else { return 0 }
    return gaps.filter { $0 > 0 }.min() ?? 0
  }
}
