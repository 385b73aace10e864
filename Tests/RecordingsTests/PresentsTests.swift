import Recordings
import Testing
import Units

@Suite("Times that increase, in few bytes")
struct PresentsTests {
  @Test(
    "Any times come back, however far apart",
    arguments: [
      [], [5], [0, 1], [-7, 0, 9_000_000_000], [.min, -1, 0, 1, .max],
      Array(stride(from: Int64(0), to: 40_000_000_000, by: 16_666_667)),
      // A pause in the middle of a block, at its first time, and at its last.
      (0..<100).map { $0 * 10_000_000 + ($0 > 40 ? 5_000_000_000 : 0) },
      (0..<100).map { $0 * 10_000_000 + ($0 >= 32 ? 5_000_000_000 : 0) },
      (0..<100).map { $0 * 10_000_000 + ($0 >= 31 ? 5_000_000_000 : 0) },
      // The longest offset that fits, and the shortest that does not.
      (0..<40).map { $0 == 31 ? 4_294_967_294 : $0 },
      (0..<40).map { $0 == 31 ? 4_294_967_295 : $0 },
      // Every block too long.
      (0..<200).map { $0 * 1_000_000_000 },
      // Nothing that a timeline would hold.
      [9, 8, 7, .max, .min, 0, 0],
    ] as [[Nanoseconds]])
  func roundTrip(times: [Nanoseconds]) {
    let presents = Presents(times)
    #expect(Array(presents) == times)
    #expect(presents.count == times.count)
    #expect(presents.first == times.first && presents.last == times.last)
    #expect(times.indices.allSatisfy { presents[$0] == times[$0] })
    var appended = Presents()
    for time in times { appended.append(time) }
    #expect(appended == presents)
  }

  @Test("Others are not equal")
  func different() {
    let presents: Presents = [0, 10, 20]
    #expect(presents != [0, 10])
    #expect(presents != [0, 10, 21])
    #expect(presents == [0, 10, 20])
  }
}
