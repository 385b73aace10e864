import Statistics
import TestSupport
import Testing
import Units

@testable import Analysis

@Suite("Many sorted frame times")
struct ManySortedFrameTimesTests {
  /// Frame times of many frames: near one level, with few distinct values, and with some that exceed 32 bits.
  private static func frameTimes(_ kind: Int, count: Int) -> [Nanoseconds] {
    var random = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { index in
      let noise = Nanoseconds.random(in: 0..<1 << 24, using: &random)
      return switch kind {
      case 0: 16_000_000 + noise % 3_000_000
      case 1: 16_666_667 + noise % 3
      case 2: index % 1000 == 7 ? 4_294_967_290 + noise % 12 : 1 + noise
      case 3: Nanoseconds(count - index) * 40_000
      case 4: index.isMultiple(of: 2) ? 1 : 4_294_967_295
      case 5: 1 << 32 + noise
      default: 8_333_333
      }
    }
  }

  @Test("Frame times are sorted", arguments: 0..<7, [1, 300, 9_999, 100_001])
  func order(kind: Int, count: Int) {
    let frameTimes = Self.frameTimes(kind, count: count)
    let expected = frameTimes.sorted()
    let sorted = SortedFrameTimes(frameTimes)
    #expect(sorted.elementsEqual(expected))
    #expect(sorted[(count / 3)...].duration == expected[(count / 3)...].reduce(0, +))
    let median = sorted.quantile(0.5)
    let distances = expected.map { abs(Double($0) - median) }.sorted()
    let middle = Quantile(0.5, count: count)
    let deviation = middle.value(
      between: distances[middle.lower], and: distances[middle.upper])
    #expect(sorted.medianAbsoluteDeviation == deviation)
  }
}
