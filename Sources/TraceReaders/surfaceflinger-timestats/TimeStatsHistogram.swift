/// A histogram of whole milliseconds, as SurfaceFlinger counts them.
///
/// Android rounds each duration down to a millisecond and counts it in the bin with the greatest start that is not
/// above it, so a bin of 16 ms contains durations from 16 ms to below 17 ms.
///
/// Source: `TimeStatsHelper::Histogram` in Android's SurfaceFlinger.
struct TimeStatsHistogram {
  private var counts: [Int: Int] = [:]

  /// The number of durations in the histogram.
  private(set) var total = 0

  /// The starts of Android's bins above 34 ms; below, each millisecond is a bin.
  private static let wideBins =
    Array(stride(from: 34, to: 50, by: 2)) + Array(stride(from: 50, to: 150, by: 4))
    + Array(stride(from: 150, through: 1000, by: 50))

  /// Adds durations to the bin that starts at a number of milliseconds.
  mutating func add(_ count: Int, atLeast start: Int) {
    guard count > 0 else { return }
    counts[start, default: 0] += count
    total += count
  }

  /// Adds the durations of another histogram.
  mutating func add(_ other: TimeStatsHistogram) {
    for (start, count) in other.counts { add(count, atLeast: start) }
  }

  /// The bin of a quantile, in milliseconds; `nil` if the histogram is empty.
  ///
  /// The last bin of Android's histogram has no end, so that its end is `nil`.
  func bin(ofQuantile quantile: Double) -> (start: Int, end: Int?)? {
    var rest = Int((quantile * Double(total)).rounded(.up))
    for start in counts.keys.sorted() {
      rest -= counts[start] ?? 0
      if rest <= 0 { return (start, Self.end(ofBin: start)) }
    }
    return nil
  }

  /// The average of the starts of the bins, and of their ends; in milliseconds.
  ///
  /// The second one is `nil` if a bin without an end has durations.
  var means: (ofStarts: Double, ofEnds: Double?)? {
    guard total > 0 else { return nil }
    func mean(_ edge: (Int) -> Int?) -> Double? {
      var sum = 0.0
      for (start, count) in counts {
        guard let edge = edge(start) else { return nil }
        sum += Double(edge) * Double(count)
      }
      return sum / Double(total)
    }
    return mean { $0 }.map { ($0, mean(Self.end)) }
  }

  private static func end(ofBin start: Int) -> Int? {
    guard start >= 34 else { return start + 1 }
    return wideBins.first { $0 > start }
  }
}
