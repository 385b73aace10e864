import Analysis
import Recordings
import Testing
import Units

@Suite("Floors, freezes and pacing")
struct FreezeAndPacingTests {
  @Test func theFloorIsTheRateOfThe95thPercentile() throws {
    let run = Recording.of(
      frameTimes: Array(repeating: 10, count: 90).milliseconds
        + Array(repeating: 40, count: 10).milliseconds)
    #expect(try run.value("fps.floor95") == 25)
  }

  @Test func aFreezeIsMeasuredBetweenDisplayedFramesWhateverCounts() throws {
    // The dropped frame was never displayed, so the image before it stayed for 150 ms.
    let run = Recording.of(
      frameTimes: [20, 100, 50, 20].milliseconds,
      kinds: [.displayed, .dropped, .displayed, .displayed])
    #expect(try run.value("freeze.longest") == 150)
    #expect(try run.value("freeze.longest", (.frames, "presented")) == 150)
    #expect(try run.value("frametime.max", (.frames, "presented")) == 100)
    let freeze = try #require(RunSummary(of: run).longestFreeze)
    #expect(freeze.start == 20 * .perMillisecond && freeze.duration == 150 * .perMillisecond)
  }

  @Test func theFirstOfEqualFreezesIsThePlace() throws {
    let run = Recording.of(frameTimes: [20, 50, 20, 50].milliseconds)
    #expect(RunSummary(of: run).longestFreeze?.start == 20 * .perMillisecond)
  }

  @Test func aLimitIsNotYetAFreeze() throws {
    let run = Recording.of(frameTimes: [100, 101, 360, 361, 78].milliseconds)
    // The run lasts 1 s, so there are 60 times as many per minute.
    #expect(try run.value("freeze.count100") == 180)
    #expect(try run.value("freeze.count360") == 60)
  }

  @Test func timeBetweenActivitiesIsNoFreeze() throws {
    let run = Recording.of(
      frameTimes: [20, 900, 30, 20].milliseconds,
      markers: [
        Marker(start: 0, end: 20 * .perMillisecond, name: "a", isActivity: true),
        Marker(
          start: 920 * .perMillisecond, end: 970 * .perMillisecond, name: "b", isActivity: true),
      ])
    #expect(try run.value("freeze.longest") == 30)
    #expect(RunSummary(of: run).longestFreeze?.start == 920 * .perMillisecond)
  }

  @Test func weightedHitchesFollowTheirParameters() throws {
    // At 50 Hz a frame of 124 ms is 104 ms late: e = 100 ms after δ = 4 ms, in 0.144 s.
    let run = Recording.of(frameTimes: [20, 124].milliseconds)
    func weighted(_ settings: (ParameterKey, String)...) throws -> Double {
      var all = ParameterSettings()
      try all.set(.refreshRate, to: "50")
      for (key, text) in settings { try all.set(key, to: text) }
      let summary = RunSummary(of: run, settings: all)
      return try #require(summary["hitch.weighted"]?.value.value)
    }
    #expect(try abs(weighted() - 100 / 0.144) < 1e-9)
    #expect(try abs(weighted((.hitchTau, "50")) - 200 / 0.144) < 1e-9)
    #expect(try abs(weighted((.hitchTau, "50"), (.hitchPower, "3")) - 400 / 0.144) < 1e-9)
    #expect(try abs(weighted((.hitchDelta, "0"), (.hitchPower, "1")) - 104 / 0.144) < 1e-9)
    #expect(
      try run.reason("hitch.weighted")
        == "the refresh rate of the display is unknown; pass --refresh-rate")
  }

  @Test func pacingIgnoresRefreshesThatWereMissedWhole() throws {
    let missed = Recording.of(frameTimes: [20, 40, 20, 61, 20].milliseconds)
    let error = try #require(try missed.value("pacing.error", (.refreshRate, "50")))
    // 61 ms are 3 refreshes and 1 ms; its two steps are 1 ms each, in 161 ms.
    #expect(abs(error - 2 / 322.0) < 1e-12)
    let steps = 20 + 20 + 41 + 41.0
    let raw = try #require(try missed.value("pacing.error"))
    #expect(abs(raw - steps / 322) < 1e-12)
    let adaptive = try missed.value(
      "pacing.error", (.refreshRate, "50"), (.refreshRange, "40-144"))
    #expect(adaptive == raw)
  }

  @Test func robustSpreadIgnoresOutliers() throws {
    let run = Recording.of(frameTimes: [10, 12, 14, 16, 900].milliseconds)
    #expect(try run.value("frametime.iqr") == 4)
    #expect(try run.value("frametime.mad") == 2)
    let even = Recording.of(frameTimes: [10, 12, 15, 19].milliseconds)
    // Distances from 13.5: 1.5, 1.5, 3.5, 5.5.
    #expect(try even.value("frametime.mad") == 2.5)
    let single = Recording.of(frameTimes: [10].milliseconds)
    #expect(
      try single.reason("frametime.mad") == "the run has a single frame, and this metric needs two")
    #expect(
      try single.reason("frametime.iqr") == "the run has a single frame, and this metric needs two")
  }

  @Test("the median distance equals that of sorting", arguments: [2, 3, 10, 101, 1000])
  func medianDistance(count: Int) throws {
    let frameTimes = (0..<count).map { Nanoseconds(($0 * 7919) % 1009 + 1) }
    func median(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
    let middle = median(frameTimes.map(Double.init))
    let expected = median(frameTimes.map { abs(Double($0) - middle) }) / 1e6
    let found = try #require(try Recording.of(frameTimes: frameTimes).value("frametime.mad"))
    #expect(abs(found - expected) < 1e-15)
  }

  @Test func animationErrorIsRelatedToTheTimeOfItsFrames() throws {
    var errors = OptionalColumn()
    for error in [nil, -2, 4] as [Nanoseconds?] {
      errors.append(error.map { $0 * .perMillisecond })
    }
    let timeline = FrameTimeline(
      presents: NumberColumn([0, 10, 30, 60].milliseconds), signals: [.animationError: errors])
    let run = Recording.of(timeline)
    #expect(try run.value("animation.error.share") == 6.0 / 50)
    #expect(try abs(#require(try run.value("animation.error.p95")) - 3.9) < 1e-12)
    let bare = Recording.of(frameTimes: [10].milliseconds)
    #expect(try bare.reason("animation.error.share") == "no animation error in this trace")
    #expect(try bare.reason("animation.error.p95") == "no animation error in this trace")
  }
}

@Suite("Generated frames, refresh ranges and energy")
struct DisplayMetricTests {
  @Test func generatedFramesAreToldFromThoseOfTheApplication() throws {
    // Two frames of the application take 20 ms each, with a generated one after 8 and 10 ms.
    let run = Recording.of(
      frameTimes: [8, 12, 10, 10].milliseconds,
      kinds: [.generated, .displayed, .generated, .displayed])
    #expect(try run.value("framegen.base_fps") == 50)
    #expect(try run.value("framegen.base_fps", (.frames, "all")) == 50)
    #expect(try run.value("fps.avg", (.frames, "all")) == 100)
    #expect(try run.value("framegen.factor") == 2)
    // Distances from 10 ms: 2, 2, 0 and 0, in 40 ms.
    #expect(try run.value("framegen.evenness") == 0.1)
  }

  @Test func timeOfDroppedFramesBelongsToTheNextThatIsShown() throws {
    let run = Recording.of(
      frameTimes: [4, 4, 12].milliseconds, kinds: [.dropped, .generated, .displayed])
    #expect(try run.value("framegen.factor") == 2)
    #expect(try run.value("framegen.evenness") == 0.2)
  }

  @Test func aGroupThatAnActivityCutsIsLeftOut() throws {
    let run = Recording.of(
      frameTimes: [10, 10, 10, 10].milliseconds,
      kinds: [.generated, .displayed, .generated, .displayed],
      markers: [
        Marker(
          start: 10 * .perMillisecond, end: 40 * .perMillisecond, name: "a", isActivity: true)
      ])
    #expect(try run.value("framegen.evenness") == 0)
    #expect(try run.value("framegen.factor") == 1.5)
  }

  @Test func generatedFramesWithoutTimesAreCounted() throws {
    let presents = NumberColumn([0, 20, 40].milliseconds)
    let run = Recording.of(FrameTimeline(presents: presents, unplaced: [.generated: 4]))
    #expect(try run.value("framegen.factor") == 3)
    #expect(
      try run.reason("framegen.evenness") == "the trace has no times of the generated frames")
    let part = Recording.of(
      FrameTimeline(presents: presents, unplaced: [.generated: 4]),
      markers: [
        Marker(start: 0, end: 20 * .perMillisecond, name: "a", isActivity: true)
      ])
    #expect(
      try part.reason("framegen.factor")
        == "the trace does not show in which activity the generated frames were displayed")
  }

  @Test func runsWithoutGeneratedFramesHaveNoFactor() throws {
    let run = Recording.of(frameTimes: [20, 20].milliseconds)
    #expect(try run.value("framegen.base_fps") == 50)
    #expect(try run.reason("framegen.factor") == "no generated frames in this trace")
    #expect(try run.reason("framegen.evenness") == "no generated frames in this trace")
  }

  @Test func timeOutsideTheRefreshRangeIsAShareOfTheTime() throws {
    // 20 ms is 50 FPS, 25 ms is 40 FPS and 5 ms is 200 FPS; the range is 48 to 144 Hz.
    let run = Recording.of(frameTimes: [20, 25, 5].milliseconds)
    #expect(try run.value("vrr.below_range", (.refreshRange, "48-144")) == 0.5)
    #expect(try run.value("vrr.above_range", (.refreshRange, "48-144")) == 0.1)
    // Frame times rounded at the ends of the range are within the range.
    let ends = Recording.of(frameTimes: [20_900_000, 6_900_000])
    #expect(try ends.value("vrr.below_range", (.refreshRange, "48-144")) == 0)
    #expect(try ends.value("vrr.above_range", (.refreshRange, "48-144")) == 0)
    #expect(
      try run.reason("vrr.below_range")
        == "the refresh range of the display is unknown; pass --refresh-range")
  }

  @Test func energyIsPowerInProportionToFrames() throws {
    let timeline = FrameTimeline(presents: NumberColumn([0, 20, 40].milliseconds))
    func run(_ watts: [Double]) -> Recording {
      var samples = SampleColumn()
      for power in watts { samples.appendWithFrame(power) }
      return Recording.of(
        timeline,
        counters: [Counter(role: .power, name: "power", unit: .watts, samples: samples)])
    }
    #expect(try run([4, 6]).value("energy.frame") == 0.1)
    #expect(try run([4, 6]).value("energy.fps_per_watt") == 10)
    #expect(try run([0, 0]).value("energy.frame") == 0)
    #expect(try run([0, 0]).reason("energy.fps_per_watt") == "the mean power is 0 or less")
    #expect(
      try Recording.of(timeline).reason("energy.frame") == "no power samples in this trace")
  }
}
