/// The most extreme window of each shuffle of some scores.
struct WindowMaxima {
  /// The scores in ascending order: the maxima depend on nothing else.
  private let scores: [Double]
  private var maxima: [Double] = []

  /// Returns `maxima` if they were computed for the same scores, and computes them otherwise.
  ///
  /// Scores are the same for all candidates unless there are ties.
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
      // The strongest effect of autocorrelation is a long drift, which appears as a split of all
      // points.
      let tied = ties.tied(shuffled)
      let split = scan.largest(in: tied)
      maxima.append(max(split, Self.maximum(of: tied, lengths: lengths, sums: &sums)))
    }
  }

  /// The share of shuffles that reach a contrast, counting the observed order as one of them.
  func probability(of contrast: Double) -> Double {
    let reaching = maxima.count { $0 >= contrast }
    return Double(reaching + 1) / Double(maxima.count + 1)
  }

  /// The largest |sum| / √length over all windows.
  ///
  /// `scores` have mean 0; `sums` is scratch memory for their prefix sums, with a leading 0.
  static func maximum(
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
  /// Four at a time, twice unrolled: in sequence, each comparison would wait for the previous one.
  private static func peak(of sums: UnsafeBufferPointer<Double>, length: Int) -> Double {
    guard let start = sums.baseAddress else { return 0 }
    let windows = Windows(starts: start, ends: start + length)
    let count = sums.count - length
    var peaks = SIMD4<Double>.zero
    var others = SIMD4<Double>.zero
    var index = 0
    while index &+ 8 <= count {
      let sizes = windows.sizes(of: index)
      peaks.replace(with: sizes, where: sizes .> peaks)
      let next = windows.sizes(of: index &+ 4)
      others.replace(with: next, where: next .> others)
      index &+= 8
    }
    peaks.replace(with: others, where: others .> peaks)
    var peak = max(max(peaks[0], peaks[1]), max(peaks[2], peaks[3]))
    for last in index..<max(index, count) {
      peak = max(peak, abs(sums[last + length] - sums[last]))
    }
    return peak
  }

  /// Windows of one length over prefix sums, by index.
  ///
  /// No index beyond the last window is read.
  private struct Windows {
    let starts: UnsafeRawPointer
    let ends: UnsafeRawPointer

    /// The absolute sums of four windows from this one on.
    func sizes(of index: Int) -> SIMD4<Double> {
      let offset = index &* MemoryLayout<Double>.stride
      let before = starts.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
      let after = ends.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
      return (after - before).magnitudes
    }
  }
}
