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

  /// The contrast at a cut.
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

  /// The largest contrast of any cut.
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
