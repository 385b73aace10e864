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

  /// Whether any cut has this contrast or more.
  func reaches(_ contrast: Double, in centred: [Double]) -> Bool {
    // Sums of the same values in another order differ by rounding.
    largest(in: centred) >= contrast * (1 - 1e-12)
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
          largest = max(largest, abs(sum) * weights[cut])
        }
        return largest
      }
    }
  }
}
