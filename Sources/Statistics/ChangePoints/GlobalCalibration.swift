/// Confirms the candidates that stand out among all points, spikes included.
///
/// The others stay suspect.
///
/// The local tests are misled by slow runs that come in clusters. Here a candidate must exceed the
/// most extreme window in shuffles of the whole series' residuals. There are three statistics: the
/// sum of ranks, which spikes hardly change; the sum of values, which shows steps between two kinds
/// of machine; and, for a short side, steadiness.
struct GlobalCalibration {
  struct Verdict {
    let cut: Int
    let probability: Double
    /// The test that confirmed the candidate; for a suspect the first test, that of ranks.
    let test: ChangePoint.GlobalTest
    let isConfirmed: Bool
  }

  /// A candidate and the residuals around the medians of the other segments.
  private struct Contrast {
    let cut: Int
    let before: Range<Int>
    let after: Range<Int>
    let residuals: [Double]
    let scores: [Double]
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
  /// The autocorrelation that shuffled points get; 0 if it is negligible.
  let autocorrelation: Double
  let parameters: ChangePointDetector.Parameters
  let seed: UInt64

  /// The verdict on each cut, in the order of `cuts`, which are the positions where regimes begin.
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

  /// The verdict of the first test that confirms the candidate, otherwise that of the first test.
  private func verdict(on contrast: Contrast, byRanks probability: Double) -> Verdict {
    let byRanks = verdict(on: contrast, by: .ranks, probability)
    // The other two tests mistake autocorrelation for a change.
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

  /// The p-value of the residuals themselves, clipped where spikes begin.
  private func valueProbability(of contrast: Contrast) -> Double {
    let values = centeredWithoutSpikes(contrast.residuals)
    // Sums of the same values in another order differ by rounding.
    let size = contrast.size(among: values) * (1 - 1e-12)
    let lengths = parameters.globalWindows.filter { 2 * $0 <= values.count }
    var sums = [Double](repeating: 0, count: values.count + 1)
    return test.probability(of: values) {
      WindowMaxima.maximum(of: $0, lengths: lengths, sums: &sums) >= size
    }
  }

  private func centeredWithoutSpikes(_ residuals: [Double]) -> [Double] {
    let median = Median.of(residuals)
    let deviation = Median.of(residuals.map { abs($0 - median) })
    let reach =
      parameters.winsorising * StatisticalConstants.deviationPerMedianDeviation * deviation
    let values = Winsorising(residuals, reach: reach).values
    let mean = values.reduce(0, +) / Double(values.count)
    return values.map { $0 - mean }
  }

  /// The p-value of the steadiness of the shorter side; `nil` if that side is too long.
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

  /// The points minus the medians of the segments between these cuts.
  private func residuals(without cuts: [Int]) -> [Double] {
    zip([0] + cuts, cuts + [points.count]).flatMap { start, end in
      let median = Median.of(points[start..<end])
      return points[start..<end].map { $0 - median }
    }
  }
}

/// Tests whether nearly all points of a short window are far out, which is rare in a shuffled
/// series.
///
/// If spikes or slow runs occupy the extreme ranks, six points among two hundred cannot have a
/// large sum of normal scores, however far they shifted. But slow runs do not come six in a row:
/// after a shift, even the least or second least extreme point is far out. Windows of different
/// lengths are compared by the probability of that order statistic among independent points. For L
/// ranks spread evenly over 0 to 1, the k-th smallest has a beta distribution with parameters k and
/// L + 1 − k.
struct SteadyWindows {
  let lengths: [Int]

  /// The share of a window's points that may be less extreme.
  let share: Double

  /// The share of shuffles that contain a window as steadily far out, on either side; above 0 and
  /// up to 1.
  func probability(
    of window: Range<Int>, among values: [Double], by test: PermutationTest
  ) -> Double {
    let ranks = MidRanks(of: values).ranks.map { ($0 - 0.5) / Double(values.count) }
    let tail = tail(of: ranks[window])
    let bounds = lengths.map { (length: $0, rank: rank(length: $0, tail: tail)) }
    return test.probability(of: ranks) { shuffled in
      bounds.contains { holdsWindow(shuffled, length: $0.length, beyond: $0.rank) }
    }
  }

  /// The probability that independent points are as far out as these.
  func tail(of window: ArraySlice<Double>) -> Double {
    let sorted = window.sorted()
    let order = order(sorted.count)
    let rank = max(sorted[order - 1], 1 - sorted[sorted.count - order])
    return tail(length: sorted.count, beyond: rank)
  }

  /// Which of the least extreme points of a window counts, from 1.
  private func order(_ length: Int) -> Int {
    max(1, Int(share * Double(length)))
  }

  private func tail(length: Int, beyond rank: Double) -> Double {
    let order = Double(order(length))
    return IncompleteBeta(Double(length + 1) - order, order).value(at: 1 - rank)
  }

  /// The rank that this point must reach to be as far out, by bisection.
  private func rank(length: Int, tail: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if self.tail(length: length, beyond: middle) > tail { low = middle } else { high = middle }
    }
    // Equal ranks count as reached, whatever the last step of the bisection did; ranks differ by
    // more than this.
    return high - 1e-9
  }

  /// Whether enough points of any window are beyond a rank, all above it or all below its mirror
  /// image.
  private func holdsWindow(_ ranks: [Double], length: Int, beyond rank: Double) -> Bool {
    let needed = length + 1 - order(length)
    return ranks.withUnsafeBufferPointer { ranks in
      var (above, below) = (0, 0)
      for end in 0..<ranks.count {
        above += ranks[end] >= rank ? 1 : 0
        below += 1 - ranks[end] >= rank ? 1 : 0
        if end >= length {
          above -= ranks[end - length] >= rank ? 1 : 0
          below -= 1 - ranks[end - length] >= rank ? 1 : 0
        }
        if max(above, below) >= needed { return true }
      }
      return false
    }
  }
}
