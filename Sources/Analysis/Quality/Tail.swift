/// The number of frames that a high percentile of frame times needs.
///
/// For type 7, the weight of the longest frame in a percentile `q` of `n` frames is 1 − (n − 1)(1 − q), if that is
/// above 0. If the weight is nine tenths or more, the percentile is almost the longest frame.
enum Tail {
  /// The percentiles of frame times that need a minimum number of frames, as fractions of 1.
  static let probabilities = [0.99, 0.999]

  /// The smallest number of frames for a percentile: 11 frames for the 99th percentile, 101 for the 99.9th.
  static func leastFrames(for probability: Double) -> Int {
    Int((0.1 / (1 - probability)).rounded()) + 1
  }

  /// The smallest number of frames of which a whole frame is beyond a percentile: 101 frames for the 99th percentile.
  static func leastFramesBeyond(_ probability: Double) -> Int {
    Int((1 / (1 - probability)).rounded()) + 1
  }

  /// Throws the reason if a run has too few frames for a percentile of frame times.
  ///
  /// Percentiles below the 99th are always allowed.
  static func allow(_ probability: Double, of count: Int) throws(Withheld) {
    guard probability >= probabilities[0] else { return }
    let least = leastFrames(for: probability)
    if count < least { throw .tooFewFrames(count, for: probability, least: least) }
  }
}
