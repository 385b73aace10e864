/// Tells the change points that all points bear out, spikes included, from those to be measured again.
///
/// The tests around a candidate know nothing of slow runs that come in clusters. Here a candidate must
/// stand out from the most remarkable window that the shuffled residuals of the whole series hold: by
/// the sum of their ranks, which spikes hardly move; by that of the values themselves, which see a step
/// that ranks of two kinds of machine hide; or, where a side is short, by its steadiness.
struct GlobalCalibration {
  /// What the tests say of a candidate.
  struct Verdict {
    let cut: Int
    let probability: Double
    /// The test that confirmed it; of a suspect the first, that of ranks.
    let test: ChangePoint.GlobalTest
    let isConfirmed: Bool
  }

  /// A candidate among the residuals that leave it out.
  private struct Contrast {
    let cut: Int
    let before: Range<Int>
    let after: Range<Int>
    let residuals: [Double]
    /// The residuals' normal scores.
    let scores: [Double]
    /// The contrast among the scores.
    let size: Double

    init(cut: Int, before: Range<Int>, after: Range<Int>, residuals: [Double]) {
      self.cut = cut
      self.before = before
      self.after = after
      self.residuals = residuals
      scores = NormalScores.of(residuals)
      size = Self.size(of: scores, before, after)
    }

    func size(among values: [Double]) -> Double { Self.size(of: values, before, after) }

    private static func size(
      of values: [Double], _ before: Range<Int>, _ after: Range<Int>
    ) -> Double {
      let (left, right) = (Double(before.count), Double(after.count))
      let difference = values[before].reduce(0, +) / left - values[after].reduce(0, +) / right
      return abs(difference) * (left * right / (left + right)).squareRoot()
    }
  }

  let points: [Double]
  /// The autocorrelation that shuffled points are given; 0 where there is none to speak of.
  let autocorrelation: Double
  let parameters: ChangePointDetector.Parameters
  let seed: UInt64

  /// What the tests say of each candidate, in their order.
  ///
  /// - Parameter cuts: where regimes begin, among all points.
  /// - Returns: as many verdicts as there are cuts.
  func verdicts(on cuts: [Int]) -> [Verdict] {
    var standing = cuts
    var open = cuts
    var verdicts: [Verdict] = []
    var chance: WindowMaxima?
    while true {
      let contrasts = open.map { contrast(of: $0, among: standing) }
      guard let weakest = contrasts.min(by: { $0.size < $1.size }) else { break }
      let maxima = WindowMaxima.reused(chance, scores: weakest.scores, of: self)
      chance = maxima
      let verdict = verdict(on: weakest, byRanks: maxima.probability(of: weakest.size))
      if verdict.test == .ranks && verdict.isConfirmed {
        verdicts += contrasts.map {
          self.verdict(on: $0, by: .ranks, maxima.probability(of: $0.size))
        }
        break
      }
      verdicts.append(verdict)
      open.removeAll { $0 == verdict.cut }
      if !verdict.isConfirmed { standing.removeAll { $0 == verdict.cut } }
    }
    return verdicts.sorted { $0.cut < $1.cut }
  }

  /// The verdict of the first test that confirms a candidate, or else of the first of all.
  private func verdict(on contrast: Contrast, byRanks probability: Double) -> Verdict {
    let byRanks = verdict(on: contrast, by: .ranks, probability)
    // The other two would take for a change what autocorrelation does.
    guard !byRanks.isConfirmed, autocorrelation == 0 else { return byRanks }
    let byValues = verdict(on: contrast, by: .values, valueProbability(of: contrast))
    if byValues.isConfirmed { return byValues }
    let bySteadiness = steadyProbability(of: contrast).map {
      verdict(on: contrast, by: .steadiness, $0)
    }
    return bySteadiness.flatMap { $0.isConfirmed ? $0 : nil } ?? byRanks
  }

  private func verdict(
    on contrast: Contrast, by test: ChangePoint.GlobalTest, _ probability: Double
  ) -> Verdict {
    Verdict(
      cut: contrast.cut, probability: probability, test: test,
      isConfirmed: probability <= parameters.globalLevel)
  }

  private func contrast(of cut: Int, among cuts: [Int]) -> Contrast {
    let others = cuts.filter { $0 != cut }
    return Contrast(
      cut: cut, before: (others.last { $0 < cut } ?? 0)..<cut,
      after: cut..<(others.first { $0 > cut } ?? points.count),
      residuals: residuals(without: others))
  }

  /// What the residuals themselves say, cut off where spikes begin.
  private func valueProbability(of contrast: Contrast) -> Double {
    let values = centredWithoutSpikes(contrast.residuals)
    // Sums of the same values in another order differ by rounding.
    let size = contrast.size(among: values) * (1 - 1e-12)
    let lengths = parameters.globalWindows.filter { 2 * $0 <= values.count }
    var sums = [Double](repeating: 0, count: values.count + 1)
    return test.probability(of: values) {
      WindowMaxima.maximum(of: $0, lengths: lengths, sums: &sums) >= size
    }
  }

  private func centredWithoutSpikes(_ residuals: [Double]) -> [Double] {
    let median = Median.of(residuals)
    let deviation = Median.of(residuals.map { abs($0 - median) })
    let reach =
      parameters.winsorising * StatisticalConstants.deviationPerMedianDeviation * deviation
    let values = Winsorising(residuals, reach: reach).values
    let mean = values.reduce(0, +) / Double(values.count)
    return values.map { $0 - mean }
  }

  /// What the shorter side says; `nil` where it is long.
  private func steadyProbability(of contrast: Contrast) -> Double? {
    let side =
      contrast.before.count < contrast.after.count ? contrast.before : contrast.after
    guard side.count <= parameters.longestSteadyWindow else { return nil }
    let windows = SteadyWindows(
      lengths: parameters.globalWindows.filter {
        $0 <= parameters.longestSteadyWindow && 2 * $0 <= points.count
      }, share: parameters.steadyShare)
    return windows.probability(of: side, among: contrast.scores, by: test)
  }

  private var test: PermutationTest {
    PermutationTest(
      permutations: parameters.globalPermutations, level: parameters.globalLevel, seed: seed)
  }

  /// What is left of the points without the medians of the segments between these cuts.
  private func residuals(without cuts: [Int]) -> [Double] {
    zip([0] + cuts, cuts + [points.count]).flatMap { start, end in
      let median = Median.of(points[start..<end])
      return points[start..<end].map { $0 - median }
    }
  }
}
