/// Tells the change points that all points bear out, spikes included, from those to be measured again.
///
/// The test around a candidate knows nothing of slow runs that come in clusters. Here a candidate must
/// stand out from the most remarkable window that the shuffled residuals of the whole series hold: by
/// its sum or, where a side is short, by its steadiness.
struct GlobalCalibration {
  /// What the tests say of a candidate.
  struct Verdict {
    let cut: Int
    /// How often shuffles hold a window of such a sum.
    let sum: Double
    /// How often shuffles hold a window as steady; `nil` where that was not asked.
    let steady: Double?
    let isConfirmed: Bool
  }

  /// A candidate's contrast among the normal scores of the residuals that leave it out.
  private struct Contrast {
    let cut: Int
    let before: Range<Int>
    let after: Range<Int>
    let scores: [Double]
    let size: Double
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
      let sum = maxima.probability(of: weakest.size)
      if sum <= parameters.globalLevel {
        verdicts += contrasts.map {
          let sum = maxima.probability(of: $0.size)
          return Verdict(cut: $0.cut, sum: sum, steady: nil, isConfirmed: true)
        }
        break
      }
      let steady = steadyProbability(of: weakest)
      let isConfirmed = steady.map { $0 <= parameters.globalLevel } ?? false
      verdicts.append(
        Verdict(cut: weakest.cut, sum: sum, steady: steady, isConfirmed: isConfirmed))
      open.removeAll { $0 == weakest.cut }
      if !isConfirmed { standing.removeAll { $0 == weakest.cut } }
    }
    return verdicts.sorted { $0.cut < $1.cut }
  }

  private func contrast(of cut: Int, among cuts: [Int]) -> Contrast {
    let others = cuts.filter { $0 != cut }
    let scores = NormalScores.of(residuals(without: others))
    let before = (others.last { $0 < cut } ?? 0)..<cut
    let after = cut..<(others.first { $0 > cut } ?? points.count)
    let (left, right) = (Double(before.count), Double(after.count))
    let difference = scores[before].reduce(0, +) / left - scores[after].reduce(0, +) / right
    let size = abs(difference) * (left * right / (left + right)).squareRoot()
    return Contrast(cut: cut, before: before, after: after, scores: scores, size: size)
  }

  /// What the shorter side says; `nil` where it is long, or where autocorrelation makes it steady.
  private func steadyProbability(of contrast: Contrast) -> Double? {
    let side =
      contrast.before.count < contrast.after.count ? contrast.before : contrast.after
    guard autocorrelation == 0, side.count <= parameters.longestSteadyWindow else { return nil }
    let windows = SteadyWindows(
      lengths: parameters.globalWindows.filter {
        $0 <= parameters.longestSteadyWindow && 2 * $0 <= points.count
      }, share: parameters.steadyShare)
    let test = PermutationTest(
      permutations: parameters.globalPermutations, level: parameters.globalLevel, seed: seed)
    return windows.probability(of: side, among: contrast.scores, by: test)
  }

  /// What is left of the points without the medians of the segments between these cuts.
  private func residuals(without cuts: [Int]) -> [Double] {
    zip([0] + cuts, cuts + [points.count]).flatMap { start, end in
      let median = Median.of(points[start..<end])
      return points[start..<end].map { $0 - median }
    }
  }
}

/// The most remarkable window of each shuffle of some scores.
private struct WindowMaxima {
  /// The scores in ascending order: all that the maxima depend on.
  private let scores: [Double]
  private var maxima: [Double] = []

  /// Those at hand if the scores are the same, which they are unless there are ties.
  static func reused(
    _ maxima: WindowMaxima?, scores: [Double], of calibration: GlobalCalibration
  ) -> WindowMaxima {
    let sorted = scores.sorted()
    if let maxima, maxima.scores == sorted { return maxima }
    return WindowMaxima(of: sorted, for: calibration)
  }

  private init(of scores: [Double], for calibration: GlobalCalibration) {
    self.scores = scores
    let lengths = calibration.parameters.globalWindows.filter { 2 * $0 <= scores.count }
    var generator = SplitMix64(seed: calibration.seed)
    let mean = scores.reduce(0, +) / Double(scores.count)
    var shuffled = scores.map { $0 - mean }
    let ties = Ties(autocorrelation: calibration.autocorrelation, sizeOf: shuffled)
    let scan = ScanStatistic(
      count: scores.count, minimumSegment: calibration.parameters.minimumSegment)
    var sums = [Double](repeating: 0, count: scores.count + 1)
    for _ in 0..<calibration.parameters.globalPermutations {
      generator.shuffle(&shuffled)
      guard let ties else {
        maxima.append(Self.maximum(of: shuffled, lengths: lengths, sums: &sums))
        continue
      }
      // What ties do most is a drift over a long stretch, which is a split of all points.
      let tied = ties.tied(shuffled)
      let split = scan.largest(in: tied)
      maxima.append(max(split, Self.maximum(of: tied, lengths: lengths, sums: &sums)))
    }
  }

  /// The share of shuffles, the observed order among them, that reach a contrast.
  func probability(of contrast: Double) -> Double {
    let reaching = maxima.count { $0 >= contrast }
    return Double(reaching + 1) / Double(maxima.count + 1)
  }

  /// The largest |sum| / √length over all windows.
  private static func maximum(
    of scores: [Double], lengths: [Int], sums: inout [Double]
  ) -> Double {
    for index in scores.indices { sums[index + 1] = sums[index] + scores[index] }
    return sums.withUnsafeBufferPointer { sums in
      lengths.reduce(0) { largest, length in
        max(largest, peak(of: sums, length: length) / Double(length).squareRoot())
      }
    }
  }

  /// The largest |sum| of a window of this length.
  ///
  /// Four at a time: one after the other, each comparison would wait for the last.
  private static func peak(of sums: UnsafeBufferPointer<Double>, length: Int) -> Double {
    var peaks = SIMD4<Double>.zero
    var end = length
    while end + 4 <= sums.count {
      let later = SIMD4(sums[end], sums[end + 1], sums[end + 2], sums[end + 3])
      let start = end - length
      let earlier = SIMD4(sums[start], sums[start + 1], sums[start + 2], sums[start + 3])
      let windows = later - earlier
      let sizes = windows.replacing(with: -windows, where: windows .< 0)
      peaks.replace(with: sizes, where: sizes .> peaks)
      end += 4
    }
    return (end..<max(end, sums.count)).reduce(peaks.max()) {
      max($0, abs(sums[$1] - sums[$1 - length]))
    }
  }
}
