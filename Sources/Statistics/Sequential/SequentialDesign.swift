/// The plan of a sequential comparison, which measures reference and candidate in blocks of runs until the answer is
/// known.
///
/// A block measures both sides once, so that what the block shares cancels in its difference. Blocks are the
/// observations.
///
///     let design = SequentialDesign(blocks: 8, negligible: -0.01...0.01)
///     let found = try design.estimate([0.041, 0.043, 0.038, 0.042])
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
  /// The largest number of blocks that the sequential comparison measures; a block has one run of reference and one of
  /// candidate.
  public let blocks: Int
  /// The range of changes that the sequential comparison treats as too small to matter, on the linear or logarithmic
  /// scale of the measured differences.
  public let negligible: ClosedRange<Double>
  /// The numbers of measured blocks at which the sequential comparison is judged and may stop.
  public let looks: ClosedRange<Int>
  /// The critical values of the t tests at each look.
  private let change: [Double]
  private let equivalence: [Double]

  /// Plans a sequential comparison, which is judged several times and may stop each time.
  ///
  /// - Parameters:
  ///   - blocks: the largest number of blocks, 2 to 200.
  ///   - negligible: changes too small to matter, on the scale of the differences; contains 0.
  ///   - questions: how many comparisons share the error, at least 1.
  public init(blocks: Int, negligible: ClosedRange<Double>, questions: Int = 1) {
    precondition(
      blocks >= 2 && blocks <= StatisticalConstants.mostBlocks && questions >= 1
        && negligible.contains(0), "expected 2 to 200 blocks, and at least one comparison")
    self.blocks = blocks
    self.negligible = negligible
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
  ///   - quantum: the step to which the values were rounded, on that scale; 0 if they were not. Without it, equal
  ///     differences of rounded values would look free of noise.
  /// - Throws: the errors of `Sample`.
  public func estimate(
    _ differences: [Double], quantum: Double = 0
  ) throws(SampleError) -> SequentialEstimate {
    let sample = try Sample(differences)
    guard looks.contains(sample.count), let variance = sample.variance else {
      return SequentialEstimate(blocks: sample.count, look: nil, change: sample.mean, interval: nil)
    }
    // Rounding both values of a difference adds a variance of 2 · quantum² ÷ 12.
    let error = (max(variance, quantum * quantum / 6) / Double(sample.count)).squareRoot()
    let look = sample.count - looks.lowerBound
    return SequentialEstimate(
      blocks: sample.count, look: look + 1, change: sample.mean,
      interval: sample.mean.interval(reaching: change[look] * error),
      equivalence: sample.mean.interval(reaching: equivalence[look] * error),
      negligible: negligible)
  }

  /// The number of blocks of runs with which a sequential comparison proves a change of a given size with a probability
  /// of at least 80%; `nil` if over 200.
  ///
  /// With as many blocks it also proves the absence of a change with the same probability.
  ///
  /// The last look alone has this power if the differences are normal, and earlier looks add to it.
  ///
  /// - Parameters:
  ///   - effect: the change on the scale of the differences, above 0.
  ///   - deviation: the standard deviation of the differences, above 0.
  public static func blocks(
    toSee effect: Double, deviation: Double, questions: Int = 1
  ) -> Int? {
    let error = spentError / Double(questions)
    // A test with a single look needs the fewest blocks, and a few more looks need a few more blocks.
    return (2...StatisticalConstants.mostBlocks).first { blocks in
      let power = PlannedPower(
        blocks: blocks, effect: effect * Double(blocks).squareRoot() / deviation)
      guard power.isEnough(change: error / 2, equivalence: error) else { return false }
      let looks = min(StatisticalConstants.firstLook, blocks)...blocks
      return power.isEnough(
        change: ErrorSpending(error: error / 2, looks: looks).level(at: blocks),
        equivalence: ErrorSpending(error: error, looks: looks).level(at: blocks))
    }
  }
}

/// The power of the tests of so many blocks, without the looks before.
private struct PlannedPower {
  let blocks: Int
  /// The true change in standard errors.
  let effect: Double

  /// Whether a test at the level `change` proves the change, and two at the level `equivalence` the absence of one.
  func isEnough(change: Double, equivalence: Double) -> Bool {
    // Both tests of equivalence must succeed, so each may fail half as often.
    probability(level: change) >= StatisticalConstants.power
      && 1 - 2 * (1 - probability(level: equivalence)) >= StatisticalConstants.power
  }

  private func probability(level: Double) -> Double {
    let freedom = Double(blocks - 1)
    let distribution = NoncentralT(
      degreesOfFreedom: freedom, noncentrality: min(effect, NoncentralT.largestNoncentrality))
    let critical = StudentT(degreesOfFreedom: freedom).quantile(1 - level)
    return 1 - distribution.probability(upTo: critical)
  }
}

/// The result that the blocks of a sequential comparison have given so far: the estimated change and the answer.
public struct SequentialEstimate: Sendable, Equatable {
  /// What a sequential comparison has proved: a change, the absence of a change, or nothing yet.
  public enum Answer: String, Sendable {
    /// The change is proved.
    case changed
    /// It is proved that the change is too small to matter.
    case unchanged
    /// Neither is proved.
    case undecided
  }

  /// The number of blocks that the sequential comparison has measured so far.
  public let blocks: Int
  /// How many times the sequential comparison has been judged so far; `nil` if there are fewer blocks than the first
  /// time needs, or more than were planned.
  public let look: Int?
  /// The mean of the differences, candidate minus reference, over all measured blocks of runs.
  public let change: Double
  /// The 95% confidence interval of the change so far; `nil` if `look` is `nil`.
  ///
  /// With a probability of at least 95%, all intervals of all comparisons that share the error contain the true change.
  public let interval: ConfidenceInterval?
  /// What the sequential comparison has proved so far: a change, the absence of a change, or nothing.
  public let answer: Answer

  init(
    blocks: Int, look: Int?, change: Double, interval: ConfidenceInterval?,
    equivalence: ConfidenceInterval? = nil, negligible: ClosedRange<Double> = 0...0
  ) {
    self.blocks = blocks
    self.look = look
    self.change = change
    self.interval = interval
    if let equivalence, equivalence.isInside(negligible) {
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
