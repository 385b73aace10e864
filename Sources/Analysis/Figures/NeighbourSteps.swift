internal import Statistics

/// The steps between neighbours of a series; across a pause nothing is a neighbour.
struct NeighbourSteps {
  private var sum = CompensatedSum()
  private var count = 0

  /// Sums the steps; O(n).
  ///
  /// - Parameters:
  ///   - values: the series.
  ///   - segments: stretches whose values follow each other.
  ///   - distance: the size of a step between two neighbours.
  @inline(__always)
  init<Values: RandomAccessCollection>(
    _ values: Values, within segments: [Range<Int>],
    distance: (Values.Element, Values.Element) -> Double
  ) where Values.Index == Int {
    for segment in segments {
      var neighbours = values[segment].makeIterator()
      guard var last = neighbours.next() else { continue }
      while let value = neighbours.next() {
        sum.add(distance(value, last))
        last = value
      }
      count += segment.count - 1
    }
  }

  /// The mean step, or `nil` when there is none.
  var mean: Double? { count > 0 ? sum.value / Double(count) : nil }
}
