/// How many frames a high percentile needs.
///
/// By type 7, the share of the longest frame in a percentile `q` of `n` frames is 1 - (n - 1)(1 - q)
/// where that is above 0. From nine tenths on the percentile is that frame by another name.
enum Tail {
  /// The percentiles that long frames are looked at by.
  static let probabilities = [0.99, 0.999]

  /// The fewest frames that say a percentile; 11 for the 99th, 101 for the 99.9th.
  static func leastFrames(for probability: Double) -> Int {
    Int((0.1 / (1 - probability)).rounded()) + 1
  }

  /// The fewest frames of which one lies beyond a percentile.
  static func leastFramesBeyond(_ probability: Double) -> Int {
    Int((1 / (1 - probability)).rounded()) + 1
  }

  /// Lets a figure rest on a percentile.
  ///
  /// - Parameters:
  ///   - probability: the percentile; those below the 99th may always be asked for.
  ///   - count: the frames that there are.
  /// - Throws: that they are too few.
  static func allow(_ probability: Double, of count: Int) throws(Withheld) {
    guard probability >= probabilities[0] else { return }
    let least = leastFrames(for: probability)
    if count < least { throw .tooFewFrames(count, for: probability, least: least) }
  }
}
