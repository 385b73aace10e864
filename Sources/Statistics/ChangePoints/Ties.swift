/// Gives shuffled scores the autocorrelation that shuffling took from them.
///
/// A first-order autoregressive series of normal scores has normal scores again, so that what they are
/// held against, ranks of any series as autocorrelated, is distributed alike. Dividing a contrast by
/// what autocorrelation does to its variance would not do: ranks of few points have no large contrasts,
/// and not even a complete separation of two levels would stand.
struct Ties {
  private let autocorrelation: Double
  private let innovation: Double
  /// The sum of squares that the scores keep.
  private let squares: Double

  /// - Parameters:
  ///   - autocorrelation: from neighbour to neighbour, below 1; `nil` is what 0 makes.
  ///   - scores: those that will be shuffled, with mean 0.
  init?(autocorrelation: Double, sizeOf scores: [Double]) {
    guard autocorrelation > 0 else { return nil }
    self.autocorrelation = autocorrelation
    innovation = (1 - autocorrelation * autocorrelation).squareRoot()
    squares = scores.reduce(0) { $0 + $1 * $1 }
  }

  /// The scores, each tied to the one before, with mean 0 and the spread that they had.
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
