import Analysis
import Recordings
import Testing
import Units

@Suite("Frame-rate points")
struct FrameRatePointTests {
  private func points(_ recording: Recording, _ window: String) throws -> [Double] {
    var settings = ParameterSettings()
    try settings.set(.points, to: window)
    return try RunFigures(recording, Parameters(for: recording, settings: settings)).points().values
  }

  @Test func aFrameBelongsToTheWindowInWhichItEnds() throws {
    // Presents at 0.4, 1.0, 1.1, 2.0, 2.5 s: the present at 1.0 s ends in the first window.
    let run = Recording.of(frameTimes: [400, 600, 100, 900, 500].milliseconds)
    #expect(try points(run, "1s") == [2, 2])
  }

  @Test func theLastPartialWindowIsDropped() throws {
    let run = Recording.of(frameTimes: Array(repeating: 300_000_000, count: 6))
    #expect(try points(run, "1s") == [3])
    #expect(try points(run, "600ms") == [2 / 0.6, 2 / 0.6, 2 / 0.6])
  }

  @Test func anEmptyWindowIsAPointOfZero() throws {
    let run = Recording.of(frameTimes: [500, 2600].milliseconds)
    #expect(try points(run, "1s") == [1, 0, 0])
  }

  @Test func everyFrameCanBeAPoint() throws {
    let run = Recording.of(frameTimes: [10, 20, 25].milliseconds)
    #expect(try points(run, "frame") == [100, 50, 40])
    #expect(try run.value("fps.median", (.points, "frame")) == 50)
    #expect(try run.value("fps.variability", (.points, "frame")) == 30)
  }

  @Test func theCounterLosesTheTimeBetweenItsWindows() throws {
    // The first window opens at 0; 1.2 s later, three frames were counted: 2.5, rounded away from zero. The present at
    // 1.6 s opens the next window, and the present at 2.6 s closes it.
    let run = Recording.of(frameTimes: [400, 400, 400, 400, 500, 500, 100].milliseconds)
    #expect(try points(run, "fpscounter") == [3, 2])
  }

  @Test func pointsFarFromTheAverageAreNotStable() throws {
    // 10 frames in the first second, 5 in the second: 7.5 on average, neither within 20%.
    let run = Recording.of(
      frameTimes: Array(repeating: 100_000_000, count: 10)
        + Array(repeating: 200_000_000, count: 5))
    #expect(try run.value("fps.stability") == 0)
    #expect(try run.value("fps.stability", (.stabilityTolerance, "0.34")) == 1)
    #expect(try run.value("fps.stability.median") == 0)
    #expect(try run.value("fps.stability.frames") == 0)
  }

  @Test func aPointOnTheToleranceIsStable() throws {
    // 12 and 8 frames per second: both differ by exactly 20% from the average of 10.
    let run = Recording.of(
      frameTimes: Array(repeating: 1_000_000_000 / 10 * 10 / 12, count: 11)
        + [1_000_000_000 - 11 * 83_333_333] + Array(repeating: 125_000_000, count: 8))
    #expect(try run.value("fps.avg") == 10)
    #expect(try run.value("fps.stability") == 1)
  }

  @Test(
    "names of point windows can be parsed back",
    arguments: [
      "1s", "500ms", "frame", "fpscounter", "fpscounter:500ms", "2s", "1500ms",
    ])
  func names(name: String) {
    #expect(PointWindow(named: name)?.name == name)
  }

  @Test(
    "invalid point windows are refused",
    arguments: [
      "", "1", "s", "0s", "-1s", "2h", "frames", "fpscounter:", "nans", "infs", "0x1s", "1e9s",
      "frame:1s",
    ])
  func refused(name: String) {
    #expect(PointWindow(named: name) == nil)
  }
}
