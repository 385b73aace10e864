internal import Recordings
internal import Units

// How checks of data quality print their findings.

extension Withheld {
  static func tooFewFrames(_ frames: Int, for probability: Double, least: Int) -> Withheld {
    Withheld(
      """
      \(frames) frame\(frames == 1 ? " is" : "s are") too few for the \(probability.ordinal); at least \
      \(least) needed
      """)
  }
}

extension Nanoseconds {
  var words: String {
    self >= .perSecond ? seconds.shortText + " s" : milliseconds.shortText + " ms"
  }
}

extension Double {
  /// The percentile of a probability in words: 0.999 gives `99.9th percentile`.
  var ordinal: String { "\((self * 100).shortText)th percentile" }

  var oneDecimal: String { "\((self * 10).rounded() / 10)" }

  /// The number as text with at most three decimals, without trailing zeros.
  var shortText: String {
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }
}

extension [Double] {
  var ordinals: String {
    map { ($0 * 100).shortText + "th" }.joined(separator: " and ")
      + (count == 1 ? " percentile" : " percentiles")
  }

  var hertz: String {
    map(\.shortText).joined(separator: " and ") + " Hz"
  }
}

extension [FrameKind] {
  var names: String { map(\.name).joined(separator: " or ") }
}

extension [String] {
  /// Up to four of the names in quotation marks, and the number of further names.
  var quoted: String {
    prefix(4).map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", ")
      + (count > 4 ? " and \(count - 4) more" : "")
  }
}
