import Statistics
import Testing

@Suite("Parts of a series that deviate from its level")
struct LevelDeviationsTests {
  private let noise = [0.1, -0.1, 0.2, 0.0, -0.2]

  private func series(_ levels: [(count: Int, level: Double)]) -> [Double] {
    levels.flatMap { Array(repeating: $0.level, count: $0.count) }
      .enumerated().map { $1 * (1 + noise[$0 % 5] / 20) }
  }

  @Test func findsPartsWithTheirRatios() throws {
    let found = try #require(
      LevelDeviations(of: series([(10, 20), (4, 10), (10, 20), (3, 30)]), leastRatio: 1.1))
    #expect(found.parts.map(\.points) == [10..<14, 24..<27])
    #expect(abs(found.parts[0].ratio - 0.5) < 0.01 && abs(found.parts[1].ratio - 1.5) < 0.02)
  }

  @Test func neighboringPartsOnOneSideAreOne() throws {
    let found = try #require(
      LevelDeviations(of: series([(5, 40), (5, 30), (20, 20)]), leastRatio: 1.1))
    #expect(found.parts.map(\.points) == [0..<10])
  }

  @Test func aSinglePointIsNoPart() throws {
    let found = try #require(
      LevelDeviations(of: series([(10, 20), (1, 22.5), (15, 20)]), leastRatio: 1.1))
    #expect(found.parts.isEmpty)
  }

  @Test func seriesWithoutALevelHaveNoParts() {
    #expect(LevelDeviations(of: series([(10, 20), (10, 10)]), leastRatio: 1.1) == nil)
    #expect(LevelDeviations(of: series([(19, 20)]), leastRatio: 1.1) == nil)
    #expect(LevelDeviations(of: series([(20, 20)]), leastRatio: 1.1)?.parts == [])
  }
}
