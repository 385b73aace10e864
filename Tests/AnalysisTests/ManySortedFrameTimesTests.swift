import Testing
import Units

@testable import Analysis

@Suite("Very many sorted frame times")
struct ManySortedFrameTimesTests {
  /// Frame times of very many frames: near one level, of few values, and with some that no 32 bits hold.
  private static func frameTimes(_ kind: Int, count: Int) -> [Nanoseconds] {
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    return (0..<count).map { index in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let noise = Nanoseconds(state >> 40)
      return switch kind {
      case 0: 16_000_000 + noise % 3_000_000
      case 1: 16_666_667 + noise % 3
      case 2: index % 1000 == 7 ? 4_294_967_290 + noise % 12 : 1 + noise
      default: 8_333_333
      }
    }
  }

  @Test(
    "Few and very many are in order",
    arguments: 0..<4, [1, 300, SortedFrameTimes.many - 1, SortedFrameTimes.many, 300_000])
  func order(kind: Int, count: Int) {
    let frameTimes = Self.frameTimes(kind, count: count)
    #expect(Array(SortedFrameTimes(frameTimes)) == frameTimes.sorted())
  }
}
