/// The most remarkable window of each shuffle of some scores.
struct WindowMaxima {
  /// The scores in ascending order: all that the maxima depend on.
  private let scores: [Double]
  private var maxima: [Double] = []

  /// Those at hand if the scores are the same, which they are unless there are ties.
  ///
  /// - Parameters:
  ///   - maxima: those at hand, if any.
  ///   - scores: what is shuffled.
  ///   - calibration: how it is shuffled.
  /// - Returns: the maxima of those scores.
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
  ///
  /// - Parameters:
  ///   - scores: with mean 0.
  ///   - lengths: those of the windows.
  ///   - sums: room for the sums up to each of them, of which the first is 0.
  /// - Returns: 0 or above.
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
  /// Four at a time, twice over: one after the other, each comparison would wait for the last.
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

  /// Windows of one length over sums, by their index; no index is asked for beyond the last window.
  private struct Windows {
    let starts: UnsafeRawPointer
    let ends: UnsafeRawPointer

    /// The sizes of four windows from this one on.
    func sizes(of index: Int) -> SIMD4<Double> {
      let offset = index &* MemoryLayout<Double>.stride
      let before = starts.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
      let after = ends.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
      return (after - before).magnitudes
    }
  }
}
