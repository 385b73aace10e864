import Analysis
import Recordings
import Testing
import Units

@Suite("Which frames count")
struct SelectionTests {
  static let mixed = Recording.of(
    frameTimes: [10, 10, 10, 10, 10].milliseconds,
    kinds: [.displayed, .dropped, .generated, .displayed, .repeated])

  @Test(
    "presents of other kinds are excluded from the timeline",
    arguments: [
      ("displayed", 2.0, 30.0), ("presented", 3, 20), ("all", 5, 10),
    ])
  func selected(selection: String, frames: Double, longest: Double) throws {
    #expect(try Self.mixed.value("frames", (.frames, selection)) == frames)
    #expect(try Self.mixed.value("frametime.max", (.frames, selection)) == longest)
  }

  @Test func onlyDisplayedFramesCountByDefault() throws {
    #expect(try Self.mixed.value("duration") == 0.04)
  }

  @Test func theSummaryCountsEveryKind() {
    let counts = RunSummary(of: Self.mixed).frameCounts
    #expect(counts.map(\.kind) == [.displayed, .dropped, .generated, .repeated])
    #expect(counts.map(\.count) == [2, 1, 1, 1])
  }

  @Test func framesWithoutAPresentAreCountedToo() {
    let timeline = FrameTimeline(presents: [0, 10, 20], unplaced: [.generated: 7])
    let counts = RunSummary(of: .of(timeline)).frameCounts
    #expect(counts.map(\.count) == [2, 7])
  }

  @Test func aRunWithoutTheSelectedKindSaysSo() throws {
    let run = Recording.of(frameTimes: [10, 10].milliseconds, kinds: [.dropped, .generated])
    #expect(try run.reason("fps.avg") == "the run has no frame of the kind that --frames selects")
    #expect(try run.value("frames", (.frames, "all")) == 2)
  }

  @Test func signalsOfOtherFramesDoNotCount() throws {
    let timeline = FrameTimeline(
      presents: [0, 10, 20, 30, 40],
      kinds: [.displayed, .dropped, .displayed, .displayed],
      signals: [
        .latency: OptionalColumn([30_000_000, 90_000_000, nil, 50_000_000]),
        .animationError: OptionalColumn([-2_000_000, 5_000_000, 1_000_000, nil]),
      ])
    let run = Recording.of(timeline)
    #expect(try run.value("latency.avg") == 40)
    #expect(try run.value("latency.p95") == 49)
    #expect(try run.value("latency.avg", (.frames, "presented")) == 170.0 / 3)
    #expect(try run.value("animation.error") == 1.5)
  }
}

@Suite("Activities")
struct ActivityTests {
  /// Presents at 0, 10, …, 100 ms and a pause until 1,000 ms, then every 20 ms to 1,100 ms.
  private func run(_ markers: Marker...) -> Recording {
    .of(
      frameTimes: [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 900, 20, 20, 20, 20, 20].milliseconds,
      markers: markers)
  }

  private func activity(_ start: Int, _ end: Int) -> Marker {
    let times = [start, end].milliseconds
    return Marker(start: times[0], end: times[1], name: "scroll", isActivity: true)
  }

  @Test func noFrameTimeSpansThePauseBetween() throws {
    let run = run(activity(0, 100), activity(1000, 1100))
    #expect(try run.value("frames") == 15)
    #expect(try run.value("duration") == 0.2)
    #expect(try run.value("frametime.max") == 20)
    #expect(try run.value("frametime.jitter") == 0)
    #expect(try run.value("fps.avg") == 75)
  }

  @Test func aFrameThatReachesOutDoesNotCount() throws {
    let run = run(activity(5, 39))
    #expect(try run.value("frames") == 2)
    #expect(try run.value("duration") == 0.02)
  }

  @Test func overlappingActivitiesCountOnce() throws {
    let run = run(activity(20, 60), activity(0, 50), activity(55, 100))
    #expect(try run.value("frames") == 10)
  }

  @Test func eachActivityHasWindowsOfItsOwn() throws {
    let run = run(activity(1000, 1100), activity(0, 100))
    #expect(try run.value("fps.max", (.points, "50ms")) == 100)
    #expect(try run.value("fps.min", (.points, "50ms")) == 40)
    // 100, 100 | 40, 60: the step across the pause does not count.
    #expect(try run.value("fps.variability", (.points, "50ms")) == 10)
  }

  @Test func markersOfOtherKindsChangeNothing() throws {
    let note = Marker(start: 0, end: 50_000_000, name: "phase")
    #expect(try run(note).value("frames") == 16)
  }

  @Test func activitiesWithoutFramesSaySo() throws {
    let run = run(activity(200, 900), activity(40, 45))
    #expect(try run.reason("fps.avg") == "no whole frame is within an activity marker of the run")
    #expect(try run.reason("latency.avg") != nil)
  }

  @Test func samplesOfThePauseDoNotCount() throws {
    let times = [0, 50, 100, 500, 1000, 1100, 1200].milliseconds
    let counter = Counter(
      role: .cpu, name: "cpu", unit: .fraction,
      samples: SampleColumn(times: times, values: [0.1, 0.2, 0.3, 0.9, 0.4, 0.5, 1]))
    var run = run(activity(0, 100), activity(1000, 1100))
    run.counters = [counter]
    let mean = try #require(try run.value("cpu.avg"))
    #expect(abs(mean - 0.3) < 1e-15)
    #expect(try run.value("cpu.max") == 0.5)
  }
}
