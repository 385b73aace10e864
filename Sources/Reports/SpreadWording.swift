internal import Analysis
internal import Documents
internal import Units

extension SpreadComparison {
  /// The answer in a few words.
  var words: String { "same average frame rate, \(answer.rawValue) spread of frame times" }

  /// A wider spread is worse.
  var emphasis: Cell.Emphasis { answer == .wider ? .worse : .better }

  /// The evidence, as the rest of a sentence; `place` is the stage, or empty.
  func evidence(on place: String) -> String {
    let text = { (share: Double) in Quantity(share, .fraction).text(decimals: 1) }
    let times =
      ratio.map { "a spread \(Quantity($0, .count).text(decimals: 2)) times as wide, " } ?? ""
    let proof =
      "\(times)p = \(Quantity(pValue, .count).text(decimals: 3)), \(referenceCount) + \(candidateCount) \(areSessions ? "sessions" : "runs")"
    return """
      \(place.isEmpty ? "" : " (\(place))"): the average frame rates agree, but the spread of the frame times is \
      \(text(candidate)) of their median instead of \(text(reference)) (\(proof)). Spread: the mean of the \
      interquartile range and of the distances from the median to the 90th, 95th and 99th percentile.
      """
  }
}
