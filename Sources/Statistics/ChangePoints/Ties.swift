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
