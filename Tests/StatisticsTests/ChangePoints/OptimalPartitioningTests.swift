import Testing

@testable import Statistics

@Suite("Optimal partitioning")
struct OptimalPartitioningTests {
  /// The minimum cost over all partitions, by definition: O(n²) segments, each summed separately.
  private func leastCost(of points: [Double], penalty: Double, minimumSegment: Int) -> Double {
    var costs = [-penalty] + [Double](repeating: .infinity, count: points.count)
    for end in minimumSegment...points.count {
      for start in 0...(end - minimumSegment) {
        costs[end] = min(costs[end], costs[start] + penalty + squares(points[start..<end]))
      }
    }
    return costs[points.count]
  }

  private func squares(_ segment: ArraySlice<Double>) -> Double {
    let mean = segment.reduce(0, +) / Double(segment.count)
    return segment.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }

  private func cost(of cuts: [Int], in points: [Double], penalty: Double) -> Double {
    zip([0] + cuts, cuts + [points.count]).reduce(Double(cuts.count) * penalty) {
      $0 + squares(points[$1.0..<$1.1])
    }
  }

  @Test(arguments: 1...200)
  func pruningLosesNothing(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let count = 10 + generator.draw(below: 40)
    let minimumSegment = 1 + generator.draw(below: 5)
    let penalty = 0.3 * Double(1 + generator.draw(below: 30))
    let noise = SampleNoise.normal(count: count, seed: seed)
    var level = 0.0
    let points = noise.map { number in
      if generator.draw(below: 6) == 0 { level = Double(generator.draw(below: 7)) }
      return level + number
    }
    let partitioning = OptimalPartitioning(penalty: penalty, minimumSegment: minimumSegment)
    let cuts = partitioning.cuts(of: points)
    let least = leastCost(of: points, penalty: penalty, minimumSegment: minimumSegment)
    #expect(abs(cost(of: cuts, in: points, penalty: penalty) - least) < 1e-9)
    let lengths = zip([0] + cuts, cuts + [count]).map { $1 - $0 }
    #expect(lengths.allSatisfy { $0 >= minimumSegment })
  }

  @Test func stepsWithoutNoiseAreCutExactly() {
    let points = [Double](repeating: 1, count: 7) + Array(repeating: 2, count: 5) + [1, 1, 1, 1, 1]
    #expect(OptimalPartitioning(penalty: 0.1, minimumSegment: 5).cuts(of: points) == [7, 12])
  }

  @Test func fewerPointsThanTwoSegmentsAreNotCut() {
    #expect(OptimalPartitioning(penalty: 0, minimumSegment: 5).cuts(of: [1, 1, 1, 9, 9, 9]) == [])
    #expect(OptimalPartitioning(penalty: 0, minimumSegment: 5).cuts(of: []) == [])
  }
}
