/// The largest contrast between the two sides of any cut of some points.
///
/// A cut's contrast is the difference of the two means in standard errors, times σ. As the best cut was
/// chosen, it is the largest contrast of shuffled points that it must be held against.
struct ScanStatistic {
  private let minimumSegment: Int
  /// For each cut what makes the centred sum before it a contrast; 0 where a side is too short.
  private let weights: [Double]

  init(count: Int, minimumSegment: Int) {
    self.minimumSegment = minimumSegment
    weights = (0...count).map { cut in
      guard min(cut, count - cut) >= max(minimumSegment, 1) else { return 0 }
      return (Double(count) / (Double(cut) * Double(count - cut))).squareRoot()
    }
  }

  /// The contrast at a cut.
  func contrast(of centred: [Double], at cut: Int) -> Double {
    abs(centred.prefix(cut).reduce(0, +)) * weights[cut]
  }

  /// Whether any cut has this contrast or more, in each of four rows of points.
  ///
  /// - Parameters:
  ///   - contrast: the contrast.
  ///   - rows: one behind the other.
  /// - Returns: the answer for each row.
  func reaches(
    _ contrast: Double, in rows: UnsafeBufferPointer<Double>
  ) -> SIMDMask<SIMD4<Int64>> {
    // Sums of the same values in another order differ by rounding.
    largest(inRows: rows) .>= SIMD4(repeating: contrast * (1 - 1e-12))
  }

  /// The largest contrast of any cut, in each of four rows of points.
  ///
  /// Four at once: of one alone, each sum would wait for the last.
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
  func largest(in centred: [Double]) -> Double {
    let last = centred.count - minimumSegment
    return centred.withUnsafeBufferPointer { centred in
      weights.withUnsafeBufferPointer { weights in
        var sum = 0.0
        var largest = 0.0
        for cut in 1...max(last, 1) {
          sum += centred[cut - 1]
          let size = abs(sum) * weights[cut]
          // What `max` promises of equals and NaN would take several instructions.
          largest = size > largest ? size : largest
        }
        return largest
      }
    }
  }
}

extension SIMD4<Double> {
  /// What lies between each number and 0.
  var magnitudes: Self {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return unsafeBitCast(bits & (.max >> 1), to: Self.self)
  }
}
