import Analysis
import Recordings
import Testing
import Units

@Suite("Hitches and missed refreshes")
struct HitchTests {
  @Test(
    "a frame of exactly one and a half refreshes is not a hitch",
    arguments: [
      (25_000_000, 0.0), (25_000_001, 1),
    ])
  func boundary(frameTime: Nanoseconds, hitches: Double) throws {
    let run = Recording.of(frameTimes: [frameTime])
    #expect(try run.value("hitch.count", (.refreshRate, "60")) == hitches)
  }

  @Test func lateFramesAreLateByWhatIsOverARefresh() throws {
    // At 50 Hz a refresh takes 20 ms: 40 and 70 ms are 20 and 50 ms late in 150 ms.
    let run = Recording.of(frameTimes: [20, 40, 20, 70].milliseconds)
    #expect(try run.value("hitch.count", (.refreshRate, "50")) == 2)
    #expect(try run.value("hitch.time", (.refreshRate, "50")) == 70)
    let ratio = try #require(try run.value("hitch.ratio", (.refreshRate, "50")))
    #expect(abs(ratio - 70 / 0.15) < 1e-9)
  }

  @Test func halfARefreshRoundsUpToAMissedOne() throws {
    // At 50 Hz: 20 → 1, 29 → 1, 30 → 2, 70 → 4 refreshes; 8 passed, 4 of them missed. 5 ms counts as 1.
    let run = Recording.of(frameTimes: [20, 29, 30, 70].milliseconds)
    #expect(try run.value("frames.missed", (.refreshRate, "50")) == 0.5)
    let short = Recording.of(frameTimes: [5, 5].milliseconds)
    #expect(try short.value("frames.missed", (.refreshRate, "50")) == 0)
  }

  @Test func aFrameFreezesAfterSevenHundredMilliseconds() throws {
    let run = Recording.of(frameTimes: [700, 701, 5000].milliseconds)
    #expect(try run.value("frames.frozen") == 2)
  }
}

@Suite("Sorted frame times")
struct SortedFrameTimesTests {
  @Test("equal the result of sorting", arguments: [1, 2, 255, 256, 257, 3000])
  func sorted(count: Int) throws {
    var state = UInt64(count)
    let frameTimes = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // All sizes from a nanosecond to 18 minutes, so that some do not fit into four bytes.
      return Nanoseconds(state >> (24 + (state >> 58) % 39)) + 1
    }
    let run = Recording.of(frameTimes: frameTimes)
    let sorted = try RunFigures(run, Parameters(for: run)).sortedFrameTimes()
    #expect(Array(sorted) == frameTimes.sorted())
  }

  @Test func equalFrameTimesNeedNoSorting() throws {
    let run = Recording.of(frameTimes: Array(repeating: 7, count: 1000))
    let sorted = try RunFigures(run, Parameters(for: run)).sortedFrameTimes()
    #expect(sorted.count == 1000)
    #expect(sorted.quantile(0.3) == 7)
  }
}
