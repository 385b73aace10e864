import Analysis
import Recordings
import Testing
import Units

@Suite("Janks by PerfDog's rule")
struct JankTests {
  private func tally(_ frameTimes: [Int], _ markers: [Marker] = []) throws -> JankTally {
    let run = Recording.of(frameTimes: frameTimes.milliseconds, markers: markers)
    return try RunFigures(run, Parameters(for: run)).janks()
  }

  @Test(
    "a jank is over twice the mean of three frames, and over 84 ms",
    arguments: [
      ([16, 16, 16, 85], 1, 0), ([16, 16, 16, 84], 0, 0), ([50, 50, 50, 100], 0, 0),
      ([50, 50, 50, 101], 1, 0), ([16, 16, 16, 125], 1, 0), ([16, 16, 16, 126], 1, 1),
      ([16, 16, 200], 0, 0), ([200, 16, 16, 16, 200], 1, 1),
    ])
  func rule(frameTimes: [Int], count: Int, big: Int) throws {
    let tally = try tally(frameTimes)
    #expect(tally.count == count)
    #expect(tally.bigCount == big)
  }

  @Test func aJankClearsTheHistory() throws {
    #expect(try tally([16, 16, 16, 200, 16, 16, 200]).count == 1)
    #expect(try tally([16, 16, 16, 200, 16, 16, 16, 200]).count == 2)
  }

  @Test func theTimeInJanksIsSummed() throws {
    #expect(try tally([16, 16, 16, 100, 16, 16, 16, 200]).duration == 300_000_000)
  }

  @Test func aPauseBetweenActivitiesClearsTheHistory() throws {
    let markers = [(0, 48), (48, 500)].map {
      Marker(
        start: $0.0 * .perMillisecond, end: $0.1 * .perMillisecond, name: "lap", isActivity: true)
    }
    #expect(try tally([16, 16, 16, 200], markers).count == 0)
    #expect(try tally([16, 16, 16, 200]).count == 1)
  }
}

@Suite("Stutter by CapFrameX's rule")
struct StutterTests {
  @Test func aFrameFarAboveTheMovingAverageIsStutter() throws {
    // The mean frame takes 13 ms, so the window has 36 frames; the long frame counts as 10 ms in it.
    let run = Recording.of(frameTimes: (Array(repeating: 10, count: 29) + [100]).milliseconds)
    #expect(try run.value("stutter.time") == 100.0 / 390)
  }

  @Test func theFirstFrameIsItsOwnAverage() throws {
    let run = Recording.of(frameTimes: [1000, 10, 10].milliseconds)
    #expect(try run.value("stutter.time") == 0)
  }

  @Test("agrees with the definition, frame by frame", arguments: [7, 11, 23])
  func definition(seed: UInt64) throws {
    var state = seed
    let frameTimes = (0..<800).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let base = Nanoseconds(state >> 40)
      return index % 37 == 5 ? base * 9 + 1_000_000 : base + 1_000_000
    }
    let run = Recording.of(frameTimes: frameTimes)
    let value = try #require(try run.value("stutter.time"))
    #expect(abs(value - directStutter(frameTimes)) < 1e-12)
    #expect(value > 0.05 && value < 0.95)
  }

  /// The definition, implemented literally and slowly.
  private func directStutter(_ frameTimes: [Nanoseconds]) -> Double {
    let values = frameTimes.map { Double($0) / 1e6 }
    let total = values.reduce(0, +)
    let window = Int((10 * (total / Double(values.count)).squareRoot()).rounded(.toNearestOrEven))
    let tamed = values.indices.map {
      $0 > 0 && values[$0] > 3 * values[$0 - 1] ? values[$0 - 1] : values[$0]
    }
    let stutter = values.indices.filter { index in
      let trail = tamed[max(0, index - window + 1)...index]
      return values[index] > 2.5 * trail.reduce(0, +) / Double(trail.count)
    }
    return stutter.map { values[$0] }.reduce(0, +) / total
  }
}
