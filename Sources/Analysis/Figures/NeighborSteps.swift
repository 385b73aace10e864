internal import Statistics

/// The differences between neighboring values of a series.
///
/// Values on both sides of a pause are not neighbors.
struct NeighborSteps {
  private var sum = CompensatedSum()
  private var count = 0

  /// Sums the differences; O(n).
  ///
  /// - Parameters:
  ///   - values: the series.
  ///   - segments: ranges of contiguous values.
  ///   - distance: the size of the difference between two neighbors.
  @inline(__always)
  init<Values: RandomAccessCollection>(
    _ values: Values, within segments: [Range<Int>],
    distance: (Values.Element, Values.Element) -> Double
  ) where Values.Index == Int {
    for segment in segments {
      var neighbors = values[segment].makeIterator()
      guard var last = neighbors.next() else { continue }
      while let value = neighbors.next() {
        sum.add(distance(value, last))
        last = value
      }
      count += segment.count - 1
    }
  }

  /// The sum of the differences.
  var total: Double { sum.value }

  /// The mean difference; `nil` if there is none.
  var mean: Double? { count > 0 ? sum.value / Double(count) : nil }
}
