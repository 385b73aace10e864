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

/// The largest contrast between the two sides over all cuts of some points.
///
/// The contrast of a cut is the difference of the two means in standard errors, times σ. The best
/// cut was chosen among many, so its contrast must be compared with the largest contrast in
/// shuffled points.
struct ScanStatistic {
  private let minimumSegment: Int
  /// For each cut, the factor that turns the centered sum before it into a contrast; 0 if a side is
  /// too short.
  private let weights: [Double]

  init(count: Int, minimumSegment: Int) {
    self.minimumSegment = minimumSegment
    weights = (0...count).map { cut in
      guard min(cut, count - cut) >= max(minimumSegment, 1) else { return 0 }
      return (Double(count) / (Double(cut) * Double(count - cut))).squareRoot()
    }
  }

  func contrast(of centered: [Double], at cut: Int) -> Double {
    abs(centered.prefix(cut).reduce(0, +)) * weights[cut]
  }

  /// Whether any cut has this contrast or more, for each of four rows of points.
  ///
  /// The rows are contiguous in `rows`.
  func reaches(
    _ contrast: Double, in rows: UnsafeBufferPointer<Double>
  ) -> SIMDMask<SIMD4<Int64>> {
    // Sums of the same values in another order differ by rounding.
    largest(inRows: rows) .>= SIMD4(repeating: contrast * (1 - 1e-12))
  }

  /// The largest contrast of any cut, for each of four rows.
  ///
  /// Four at once, because in a single row each sum would wait for the previous one.
  private func largest(inRows rows: UnsafeBufferPointer<Double>) -> SIMD4<Double> {
    let count = rows.count / 4
    let last = count - minimumSegment
    return weights.withUnsafeBufferPointer { weights in
      var sums = SIMD4<Double>.zero
      var largest = SIMD4<Double>.zero
      for cut in 1...max(last, 1) {
        let point = cut - 1
        sums += SIMD4(
          rows[point], rows[count + point], rows[2 * count + point], rows[3 * count + point])
        let sizes = sums.magnitudes * weights[cut]
        largest.replace(with: sizes, where: sizes .> largest)
      }
      return largest
    }
  }

  func largest(in centered: [Double]) -> Double {
    let last = centered.count - minimumSegment
    return centered.withUnsafeBufferPointer { centered in
      weights.withUnsafeBufferPointer { weights in
        var sum = 0.0
        var largest = 0.0
        for cut in 1...max(last, 1) {
          sum += centered[cut - 1]
          let size = abs(sum) * weights[cut]
          // `max` also handles equal values and NaN, which costs several instructions.
          largest = size > largest ? size : largest
        }
        return largest
      }
    }
  }
}

extension SIMD4<Double> {
  /// The distances from 0.
  var magnitudes: Self {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return unsafeBitCast(bits & (.max >> 1), to: Self.self)
  }
}

/// Gives shuffled scores the autocorrelation that shuffling removed.
///
/// A first-order autoregressive series of normal scores has normal scores again. So it can be
/// compared with the ranks of any series with this autocorrelation. Dividing a contrast by the
/// inflation of its variance would not work: ranks of few points have no large contrasts, so even a
/// complete separation of two levels would fail.
struct Ties {
  private let autocorrelation: Double
  private let innovation: Double
  /// The sum of squares of the scores, which is preserved.
  private let squares: Double

  /// Fails for an autocorrelation of 0.
  ///
  /// `autocorrelation` is between neighbors and below 1; `scores` are those that will be shuffled,
  /// with mean 0.
  init?(autocorrelation: Double, sizeOf scores: [Double]) {
    guard autocorrelation > 0 else { return nil }
    self.autocorrelation = autocorrelation
    innovation = (1 - autocorrelation * autocorrelation).squareRoot()
    squares = scores.reduce(0) { $0 + $1 * $1 }
  }

  /// The scores with autocorrelation, with mean 0 and their original sum of squares.
  func tied(_ scores: [Double]) -> [Double] {
    var last = 0.0
    var tied = scores
    for index in tied.indices {
      last = index == 0 ? scores[0] : autocorrelation * last + innovation * scores[index]
      tied[index] = last
    }
    let mean = tied.reduce(0, +) / Double(tied.count)
    let spread = tied.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let scale = spread > 0 ? (squares / spread).squareRoot() : 1
    return tied.map { ($0 - mean) * scale }
  }
}
