/// Tells the change points that all points bear out, spikes included, from those to be measured again.
///
/// The test around a candidate knows nothing of slow runs that come in clusters. Here a candidate must
/// stand out from the most remarkable window that the shuffled residuals of the whole series hold.
struct GlobalCalibration {
  /// What the test says of a candidate.
  struct Verdict {
    let cut: Int
    let probability: Double
    let isConfirmed: Bool
  }

  /// A candidate's contrast among the normal scores of the residuals that leave it out.
  private struct Contrast {
    let cut: Int
    let value: Double
    let scores: [Double]
  }

  let points: [Double]
  /// (1 + ρ) / (1 − ρ): what autocorrelation does to the variance of a mean.
  let meanInflation: Double
  let parameters: ChangePointDetector.Parameters
  let seed: UInt64

  /// What the test says of each candidate, in their order.
  ///
  /// - Parameter cuts: where regimes begin, among all points.
  /// - Returns: as many verdicts as there are cuts.
  func verdicts(on cuts: [Int]) -> [Verdict] {
    var standing = cuts
    var verdicts: [Verdict] = []
    var chance: WindowMaxima?
    while true {
      let contrasts = standing.indices.map { contrast(of: $0, among: standing) }
      guard let weakest = contrasts.min(by: { $0.value < $1.value }) else { break }
      let maxima = WindowMaxima.reused(chance, scores: weakest.scores, of: self)
      chance = maxima
      if maxima.probability(of: weakest.value) <= parameters.globalLevel {
        verdicts += contrasts.map {
          Verdict(cut: $0.cut, probability: maxima.probability(of: $0.value), isConfirmed: true)
        }
        break
      }
      let probability = maxima.probability(of: weakest.value)
      verdicts.append(Verdict(cut: weakest.cut, probability: probability, isConfirmed: false))
      standing.removeAll { $0 == weakest.cut }
    }
    return verdicts.sorted { $0.cut < $1.cut }
  }

  private func contrast(of index: Int, among cuts: [Int]) -> Contrast {
    var others = cuts
    let cut = others.remove(at: index)
    let scores = NormalScores.of(residuals(without: others))
    let before = scores[(index > 0 ? cuts[index - 1] : 0)..<cut]
    let after = scores[cut..<(index + 1 < cuts.count ? cuts[index + 1] : scores.count)]
    let (left, right) = (Double(before.count), Double(after.count))
    let difference = before.reduce(0, +) / left - after.reduce(0, +) / right
    let contrast = abs(difference) * (left * right / (left + right)).squareRoot()
    return Contrast(cut: cut, value: contrast / meanInflation.squareRoot(), scores: scores)
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
    var sums = [Double](repeating: 0, count: scores.count + 1)
    for _ in 0..<calibration.parameters.globalPermutations {
      generator.shuffle(&shuffled)
      maxima.append(Self.maximum(of: shuffled, lengths: lengths, sums: &sums))
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
