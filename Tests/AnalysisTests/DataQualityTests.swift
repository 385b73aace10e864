import Analysis
import Recordings
import Testing
import Units

@Suite("Data quality")
struct DataQualityTests {
  /// 1,200 frame times of about 16.7 ms, for which no check has a finding.
  static let sound: [Nanoseconds] = (0..<1200).map { 16_666_667 + Nanoseconds($0 * 37 % 101) * 997 }

  private static func kinds(_ recording: Recording) -> [String] {
    RunSummary(of: recording).quality.findings.map(\.kind)
  }

  private static func damaged(_ rows: Int, frames: Int) -> Recording {
    var run = Recording.of(frameTimes: Array(sound.prefix(frames)))
    run.issues = [ImportIssue(.notANumber, line: 3, count: rows)]
    return run
  }

  private static func samples(
    _ role: Counter.Role, times: [Nanoseconds], _ value: (Int) -> Double = { Double($0) }
  ) -> Counter {
    Counter(
      role: role, name: role.name, unit: .fraction,
      samples: SampleColumn(times: times, values: times.indices.map(value)))
  }

  @Test func soundDataHaveNothingAgainstThem() {
    let every = stride(from: 0, to: 20 * Nanoseconds.perSecond, by: 500_000_000)
    let run = Recording.of(
      frameTimes: Self.sound, counters: [Self.samples(.cpu, times: Array(every))])
    #expect(Self.kinds(run) == [])
    #expect(RunSummary(of: run).worstFlaw == nil)
  }

  // MARK: - Lost frames

  @Test("a trace without frames that count is not sound, unless something else was measured")
  func noFrames() {
    var onePresent = Recording.of(frameTimes: [])
    #expect(
      RunSummary(of: onePresent).quality.findings.map(\.sentence)
        == [
          "all metrics of frames are withheld: the trace has a single present, and a frame needs two presents (warning)"
        ])
    let dropped = Recording.of(
      frameTimes: Self.sound, kinds: Self.sound.map { _ in FrameKind.dropped })
    #expect(
      RunSummary(of: dropped).quality.findings.map(\.sentence)
        == [
          "all metrics of frames are withheld: the run has no frame of the kind that --frames selects (warning)"
        ])
    onePresent.description.reported = ["fps.avg": 60]
    #expect(Self.kinds(onePresent) == [])
  }

  @Test(
    "an average of sampled frame rates does not replace frames, and results of benchmarks need none",
    arguments: [(OwnMeasure.sampledFrameRate, ["no-frames"]), ("startup", [])])
  func sampledRates(name: String, found: [String]) {
    var run = Recording.of(frameTimes: [])
    run.description.scalars = [
      Scalar(name: name, value: 60, unit: .framesPerSecond, lowerIsBetter: false)
    ]
    #expect(Self.kinds(run) == found)
  }

  private static func kinds(_ kind: FrameKind, _ count: Int, of frames: Int) -> Recording {
    .of(
      frameTimes: Array(sound.prefix(frames)),
      kinds: (0..<frames).map {
        $0 * count / frames < ($0 + 1) * count / frames ? kind : .displayed
      })
  }

  @Test(
    "many frames that the default excludes are reported, with the rate that includes them",
    arguments: [
      (FrameKind.dropped, 300, "--frames presented"), (.generated, 600, "--frames all"),
      (.repeated, 61, "--frames all"),
    ])
  func leftOut(kind: FrameKind, count: Int, option: String) throws {
    let run = Self.kinds(kind, count, of: 1200)
    let findings = RunSummary(of: run).quality.findings.filter { $0.kind == "left-out-frames" }
    #expect(
      findings.map(\.sentence) == [
        "\(count) of 1200 frames are marked \(kind.name) and are not counted; if these frames are counted too, "
          + "the average frame rate is 59.8 FPS; \(option) counts these frames"
          + " (warning)"
      ])
    #expect(try run.value("fps.avg") != nil)
    #expect(Self.kinds(Self.kinds(kind, 60, of: 1200)) == [])
  }

  @Test("selected frames without times withhold the metrics that would exclude them")
  func untimed() throws {
    var timeline = try #require(Recording.of(frameTimes: Self.sound).timeline.value)
    timeline = FrameTimeline(presents: timeline.presents, unplaced: [.generated: 1200])
    let run = Recording.of(timeline)
    #expect(
      RunSummary(of: run).quality.findings.map(\.message) == [
        "1200 of 2400 frames are marked generated and are not counted; the trace does not contain the times "
          + "of these frames;"
          + " --frames all counts these frames"
      ])
    #expect(
      try run.reason("fps.avg", (.frames, "all"))
        == "1200 of 2400 frames are marked generated and have no present times in this trace")
    #expect(try run.value("fps.avg") != nil)
    let few = FrameTimeline(presents: timeline.presents, unplaced: [.generated: 3])
    #expect(try Recording.of(few).value("fps.avg", (.frames, "all")) != nil)
  }

  @Test(
    "lost rows withhold the metrics that depend on them",
    arguments: [
      // Fewer than 10 rows are too few to judge; 10 of 1,000 are no more than 1%.
      (9, 100, [String]()), (10, 990, []), (10, 980, ["damaged-long-frames"]),
      (25, 100, ["damaged-long-frames"]), (26, 100, ["damaged-frames"]),
    ])
  func lost(rows: Int, frames: Int, kinds: [String]) {
    let found = Self.kinds(Self.damaged(rows, frames: frames))
    #expect(found.filter { $0.hasPrefix("damaged") } == kinds)
  }

  @Test(
    "a few lost rows give a warning with the number of long frames that they may affect",
    arguments: [
      (1, 1000, "1 row was", "1 of the 10 frames", "note"),
      (9, 1000, "9 rows were", "9 of the 10 frames", "note"),
      (9, 300, "9 rows were", "all frames", "warning"),
      (2, 20, "2 rows were", "all frames", "warning"),
      (10, 990, "10 rows were", "all frames", "note"),
    ])
  func merged(
    rows: Int, frames: Int, count: String, slowest: String, severity: String
  ) throws {
    let findings = RunSummary(of: Self.damaged(rows, frames: frames)).quality.findings
    let finding = try #require(findings.first { $0.kind == "merged-frames" })
    #expect(
      finding.sentence
        == "\(count) lost or left out among \(frames) frames, so a frame time may cover two frames; this"
        + " affects the longest frame time, and up to \(slowest) of the 1% low (\(severity))")
  }

  @Test(
    "there is no warning about merged frames if no row was lost or if metrics of frames are withheld"
  )
  func notMerged() {
    for (rows, frames) in [(0, 1000), (11, 1000), (26, 100)] {
      #expect(!Self.kinds(Self.damaged(rows, frames: frames)).contains("merged-frames"))
    }
  }

  @Test func doubtfulLongFramesLeaveAverages() throws {
    let run = Self.damaged(20, frames: 500)
    let reason = "20 rows of the trace are missing or unreadable, and 500 frames remain"
    for id in [
      "frametime.max", "frametime.p99", "frametime.stddev", "frametime.jitter", "hitch.count",
      "frames.missed", "jank.count", "stutter.time", "fps.low1.integral", "frames.frozen",
    ] {
      #expect(try run.reason(id, (.refreshRate, "60")) == reason, "\(id)")
    }
    for id in ["fps.avg", "frametime.p50", "fps.stability"] {
      #expect(try run.value(id) != nil, "\(id)")
    }
  }

  @Test func aDamagedRunSaysNothingOfItsFrames() throws {
    let run = Self.damaged(60, frames: 100)
    for id in ["fps.avg", "frametime.p50", "frames", "hitch.count", "response.avg"] {
      #expect(
        try run.reason(id, (.refreshRate, "60"))
          == "60 rows of the trace (37%) are missing or unreadable, and 100 frames remain", "\(id)")
    }
  }

  @Test func columnsThatDisagreeEverywhereLostNothing() throws {
    var run = Recording.of(frameTimes: Self.sound)
    run.issues = [ImportIssue(.shorterSteps, count: 900)]
    #expect(Self.kinds(run) == ["contradicting-times"])
    run.issues = [ImportIssue(.lostFrames, count: 90)]
    #expect(Self.kinds(run) == ["damaged-long-frames"])
  }

  @Test func aRunWithoutFramesSaysSo() {
    let polled = Recording.without(frames: "sampled every 100 ms")
    let finding = RunSummary(of: polled).quality.findings.first
    #expect(
      finding?.sentence == "all metrics of frames are withheld: sampled every 100 ms (warning)")
    var reported = polled
    reported.description.reported = ["fps.avg": 60]
    #expect(Self.kinds(reported) == [])
  }

  @Test func duplicatesAreNoDamage() throws {
    var run = Recording.of(frameTimes: Self.sound)
    run.issues = [ImportIssue(.duplicateTime, count: 900)]
    #expect(Self.kinds(run) == ["many-duplicates"])
    #expect(try run.value("frametime.max") != nil)
  }

  // MARK: - Clocks

  @Test func aClockThatWasSetWithholdsEverything() throws {
    let run = Recording.of(frameTimes: Self.sound + [3_600 * .perSecond])
    #expect(Self.kinds(run).contains("clock-step"))
    #expect(try run.reason("fps.avg") == "the clock of the trace jumps forward by 3600 s")
  }

  @Test func aPauseIsNoClockThatWasSet() throws {
    let run = Recording.of(frameTimes: Self.sound + [15 * .perSecond])
    #expect(Self.kinds(run) == ["long-pauses"])
    #expect(try run.value("fps.avg") != nil)
  }

  @Test func rowsOfATimerLookPolled() {
    let times: [Nanoseconds] = (0..<40).map { 250_000_000 + Nanoseconds($0 * 37 % 41) * 10_000 }
    #expect(Self.kinds(.of(frameTimes: times)).contains("polled-log"))
    let slow: [Nanoseconds] = (0..<40).map { 250_000_000 + Nanoseconds($0 * 37 % 41) * 1_000_000 }
    #expect(!Self.kinds(.of(frameTimes: slow)).contains("polled-log"))
  }

  @Test func aCoarseClockIsNoted() {
    let coarse = (0..<1200).map { 16 + $0 % 3 }
    #expect(Self.kinds(.of(frameTimes: coarse.milliseconds)) == ["coarse-clock"])
  }

  // MARK: - Few frames

  @Test(
    "percentiles need frames",
    arguments: [
      ("frametime.p99", 10, 11), ("frametime.p99.9", 100, 101),
      ("fps.p1", 10, 11), ("fps.low1.average", 10, 11), ("fps.low0.1.integral", 100, 101),
      ("response.p99", 10, 11),
    ])
  func few(id: String, tooFew: Int, enough: Int) throws {
    let short = Recording.of(frameTimes: Array(Self.sound.prefix(tooFew)))
    let long = Recording.of(frameTimes: Array(Self.sound.prefix(enough)))
    #expect(try short.reason(id)?.hasSuffix("at least \(enough) needed") == true)
    #expect(try long.value(id) != nil)
  }

  @Test func fewFramesAreFound() {
    let kinds = { Self.kinds(.of(frameTimes: Array(Self.sound.prefix($0)))) }
    #expect(kinds(20) == ["too-few-frames", "lonely-percentile"])
    #expect(kinds(300) == ["lonely-percentile"])
    #expect(kinds(1001) == [])
  }

  // MARK: - Fakes

  @Test func everyFrameAlikeIsSuspect() throws {
    let run = Recording.of(frameTimes: Array(repeating: 16_666_667, count: 1200))
    #expect(Self.kinds(run) == ["constant-frame-times"])
    #expect(try run.value("fps.avg") != nil)
  }

  private static func run(with signal: FrameSignal, _ values: [Nanoseconds]) -> Recording {
    let plain = Recording.of(frameTimes: sound).timeline.value
    return .of(
      FrameTimeline(presents: plain?.presents ?? [0], signals: [signal: OptionalColumn(values)]))
  }

  @Test func aCopyOfTheFrameTimeIsNoLatency() throws {
    let run = Self.run(with: .latency, Self.sound)
    #expect(Self.kinds(run) == ["copied-column"])
    #expect(
      try run.reason("latency.avg") == "measured latency: the column is a copy of the frame time")
    #expect(try run.value("fps.avg") != nil)
    let own = Self.run(with: .latency, Self.sound.map { $0 + 1 })
    #expect(Self.kinds(own) == [])
  }

  @Test func aConstantIsNoMeasurement() throws {
    let run = Self.run(with: .gpuBusy, Array(repeating: 0, count: Self.sound.count))
    #expect(Self.kinds(run) == ["constant-column"])
    #expect(
      try run.reason("frame.gpu.p50")
        == "GPU time of frames: the column has the value 0 ms for every frame")
  }

  // MARK: - Refresh rate

  @Test func aRefreshRateThatChangesJudgesNoFrame() throws {
    let slow = (0..<600).map { 16_666_667 + Nanoseconds($0 % 7) * 1_000 }
    let fast = (0..<600).map { 11_111_111 + Nanoseconds($0 % 7) * 1_000 }
    let run = Recording.of(frameTimes: slow + fast)
    #expect(Self.kinds(run) == ["changing-refresh-rate", "disturbed-part"])
    #expect(
      try run.reason("hitch.count")
        == "the display's refresh rate seems to change between 60 and 90 Hz; pass --refresh-rate")
    #expect(try run.value("hitch.count", (.refreshRate, "60")) != nil)
  }

  @Test(
    "a doubled rate is inferred and may be the display's; half of 60 Hz is the rate of the frames",
    arguments: [
      (
        16_666_667, 8_333_333,
        "the display's refresh rate seems to change between 60 and 120 Hz; pass --refresh-rate"
      ),
      (33_333_333, 16_666_667, nil),
    ] as [(Nanoseconds, Nanoseconds, String?)])
  func aRefreshRateThatDoubles(slow: Nanoseconds, fast: Nanoseconds, reason: String?) throws {
    let times = [(slow, 500), (fast, 900)].flatMap { time, count in
      (0..<count).map { time + Nanoseconds($0 % 7) * 1_000 }
    }
    let run = Recording.of(frameTimes: times)
    #expect(
      Self.kinds(run) == (reason == nil ? [] : ["changing-refresh-rate"]) + ["disturbed-part"])
    #expect(try run.reason("hitch.ratio") == reason)
    #expect(try run.value("hitch.ratio", (.refreshRate, "120")) != nil)
  }

  @Test("a rate below those of displays may be a frame cap, and hitches are given for both rates")
  func cappedFrameRates() throws {
    let frames = (0..<599).map { 33_333_333 + Nanoseconds($0 % 7) * 1_000 } + [100_000_000]
    let run = Recording.of(frameTimes: frames)
    let finding = RunSummary(of: run).quality.findings.first { $0.kind == "capped-frame-rate" }
    #expect(
      finding?.message
        == "the refresh rate of 30 Hz is inferred from the frames, and may be a frame cap on a display of 60 Hz: "
        + "at 30 Hz there are 1 hitch and 0.3% missed refreshes, at 60 Hz there are 600 hitches and 50.2% missed refreshes; "
        + "pass --refresh-rate")
    // A declared rate is not a guess. For 60 Hz, the display's own rate is likelier than a frame cap.
    var settings = ParameterSettings()
    try settings.set(.refreshRate, to: "60")
    let declared = RunSummary(of: run, settings: settings).quality.findings.map(\.kind)
    #expect(!declared.contains("capped-frame-rate"))
    let fast = Self.kinds(Recording.of(frameTimes: frames.map { $0 / 2 }))
    #expect(!fast.contains("capped-frame-rate"))
  }

  // MARK: - Activities and samples

  @Test func anActivityWithoutFramesIsNamed() throws {
    let second = Nanoseconds.perSecond
    let lap = Marker(start: second, end: 3 * second, name: "lap", isActivity: true)
    let late = Marker(start: 90 * second, end: 91 * second, name: "late", isActivity: true)
    let run = Recording.of(frameTimes: Self.sound, markers: [lap, late])
    let findings = RunSummary(of: run).quality.findings
    #expect(
      findings.first { $0.kind == "empty-activity" }?.message
        == "no whole frame is within the activity \u{201C}late\u{201D}")
  }

  @Test func samplesOfAnotherTimeDoNotCount() throws {
    let elsewhere = (0..<40).map { 100 * .perSecond + Nanoseconds($0) * 500_000_000 }
    let run = Recording.of(
      frameTimes: Self.sound, counters: [Self.samples(.cpu, times: elsewhere)])
    #expect(Self.kinds(run) == ["samples-elsewhere"])
    #expect(try run.reason("cpu.avg") == "no CPU samples within the time of the frames")
  }

  @Test func samplesOfAPartOfTheRunAreSparse() throws {
    // 1,200 frames last 20 s; 3 samples at intervals of 0.25 s cover 0.75 s of them, and 20 samples cover 5 s.
    func run(_ count: Int) -> Recording {
      let times = (0..<count).map { Nanoseconds($0) * 250_000_000 }
      return .of(frameTimes: Self.sound, counters: [Self.samples(.cpu, times: times)])
    }
    #expect(Self.kinds(run(3)) == ["sparse-samples"])
    #expect(try run(3).reason("cpu.avg")?.hasPrefix("CPU samples cover only 3.7%") == true)
    #expect(Self.kinds(run(20)) == ["sparse-samples"])
    #expect(try run(20).value("cpu.avg") == 9.5)
    #expect(Self.kinds(run(60)) == [])
  }

  @Test func aReadingThatRepeatsIsOneReading() throws {
    let times = (0..<80).map { Nanoseconds($0) * 250_000_000 }
    let stuck = Self.samples(.gpu, times: times) { _ in 0.5 }
    let memory = Self.samples(.memory, times: times) { _ in 1e8 }
    let run = Recording.of(frameTimes: Self.sound, counters: [stuck, memory])
    let findings = RunSummary(of: run).quality.findings
    #expect(
      findings.map(\.message) == ["all 80 GPU samples repeat one reading of the sensor"])
    #expect(try run.value("gpu.avg") == 0.5)
  }
}
