import Analysis
import Recordings
import Testing
import Units

/// The golden vector by the rules of other tools.
///
/// The values are those of a script that follows the documented rules; the lows are those of a published survey of the
/// tools.
@Suite("Figures of other tools")
struct ForeignToolTests {
  static let values = Dictionary(
    RunSummary(of: GoldenVectorTests.recording, catalog: Metric.foreign).values.map {
      ($0.metric.id, $0.value.value)
    }
  ) { first, _ in first }

  static let expected: [(id: String, value: Double)] = [
    ("capframex.avg", 58.82583630730617), ("capframex.p1", 15.597403), ("capframex.p50", 62.5),
    ("capframex.low1.average", 10.344828), ("capframex.low1.integral", 7.692308),
    ("capframex.adaptive-std", 7.572209823671533), ("capframex.min", 1000 / 130.0),
    ("capframex.max", 1000 / 14.0),
    ("frameview.avg", 58.82583630730617), ("frameview.low1", 4000 / 345.0),
    ("frameview.low0.1", 1000 / 130.0), ("frameview.p1", 1000 / 55.0), ("frameview.p5", 55.555556),
    ("frameview.time", 5.0858),
    ("presentmon.p1", 18.132366), ("presentmon.p5", 1000 / 18.0), ("presentmon.frames", 300),
    ("mangohud.min1", 14.285714), ("mangohud.p97", 71.428571), ("mangohud.min0.1", 1000 / 130.0),
    ("mangohud-0.6.avg", 62.172749),
    ("mangohud-0.6.min1", (1000 / 130.0 + 1000 / 90 + 1000 / 70) / 3),
    ("mangohud-0.7.min1", 3000 / 290.0), ("mangohud-0.7.min0.1", 1000 / 130.0),
    ("mangohud-0.7.p97", 1000 / 14.0),
    ("mangoplot.p1", 1000 / 70.0), ("mangoplot.avg", 62.141793240166635),
    ("ocat.stddev", 8.88095), ("ocat.frametime.p99", 55.15), ("ocat.missed", 0),
    ("gamebench.fps.median", 60), ("gamebench.fps.avg", 58.6), ("gamebench.stability", 1),
    ("gamebench.variability", 2.5), ("gamebench.low1", 10.344828), ("gamebench.janks", 221),
    ("perfdog.avg", 58.6), ("perfdog.var", 8.24), ("perfdog.drop", 0), ("perfdog.jank", 2),
    ("perfdog.bigjank", 1), ("perfdog.stutter", 0.043139), ("perfdog.delta", 3600 / 5.0998),
    ("perfdog.jank.rate", 1200 / 5.0998), ("perfdog.fps25", 1),
    ("perfdog.frametime100", 1 / 300.0),
    ("flashlight.fps", 60), ("chrome.window.max", 0.16), ("chrome.window.p95", 0.12),
    ("chrome.dropped", 0),
  ]

  @Test("the implementation of a rule gives what its description states", arguments: expected)
  func rule(id: String, value: Double) throws {
    let found = try #require(Self.values[id]?.value, "\(Self.values[id]?.reason ?? "no metric")")
    #expect(abs(found - value) <= 1e-6 * max(1, abs(value)), "\(id) is \(found)")
  }

  @Test func everyToolHasAnIdAndFigures() {
    #expect(Set(ForeignTool.all.map(\.id)).count == ForeignTool.all.count)
    for tool in ForeignTool.all {
      #expect(Set(tool.figures.map(\.title)).count == tool.figures.count, "\(tool.id)")
      for metric in tool.figures where !Metric.all.contains(where: { $0.id == metric.id }) {
        #expect(metric.isForeign)
        #expect(metric.id.hasPrefix("\(tool.id.prefix(5))"), "\(metric.id) of \(tool.id)")
        #expect(!metric.help.isEmpty && !metric.formula.isEmpty && !metric.source.isEmpty)
      }
    }
    let ids = (Metric.all + Metric.foreign).map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test(
    "PresentMon's duration ends at the start of the last frame; frames without an error do not count"
  )
  func presentMon() throws {
    let errors = OptionalColumn(
      [nil, 2, -3, 1].map { $0.map { Nanoseconds($0) * .perMillisecond } })
    let presents = [0, 10, 30, 60, 100].map { Nanoseconds($0) * .perMillisecond }
    let run = Recording.of(
      FrameTimeline(presents: NumberColumn(presents), signals: [.animationError: errors]))
    let summary = RunSummary(of: run, catalog: Metric.foreign)
    func value(_ id: String) throws -> Double { try #require(summary[id]?.value.value) }
    #expect(try value("presentmon.duration") == 0.06)
    #expect(abs(try value("presentmon.animation-error.second") - 0.1) < 1e-12)
    #expect(try value("presentmon.animation-error.frame") == 2)
  }

  @Test(
    "OCAT ignores a sequence of dropped frames at the end of the recording",
    arguments: [("DssDs", 1.0), ("sDDDsDD", 3), ("sDD", 0), ("DDs", 2), ("ss", 0)])
  func ocat(fates: String, longest: Double) throws {
    let kinds: [FrameKind] = fates.map { $0 == "D" ? .dropped : .displayed }
    let run = Recording.of(frameTimes: kinds.map { _ in Nanoseconds(10_000_000) }, kinds: kinds)
    let tool = try #require(ForeignTool.all.first { $0.id == "ocat" })
    let summary = RunSummary(of: run, catalog: tool.figures)
    #expect(summary["ocat.missed.consecutive"]?.value.value == longest)
  }

  /// A session of four samples at intervals of 1.25 s; its counters differ from the counts of its frames.
  private static func perfDogSession(markers: [Marker] = []) -> Recording {
    let times = (0..<4).map { Nanoseconds($0) * 1_250 * .perMillisecond }
    func counter(_ name: String, _ unit: Unit, _ values: [Double?]) -> Counter {
      Counter(
        role: .other, name: name, unit: unit, samples: SampleColumn(times: times, values: values))
    }
    let frameTimes: [Int] = [30, 30, 30, 140, 30, 150] + Array(repeating: 30, count: 80)
    var run = Recording.of(
      frameTimes: frameTimes.milliseconds, markers: markers,
      counters: [
        counter("fps", .framesPerSecond, [30, 20, 26, 4]), counter("Jank", .count, [3, 0, 0, 2]),
        counter("BigJank", .count, [1, 0, 0, 0]),
      ])
    run.origin.format = "perfdog"
    return run
  }

  private static let perfDogAnswers: [(id: String, value: Double)] = [
    ("perfdog.avg", 20), ("perfdog.var", 98), ("perfdog.drop", 1920), ("perfdog.fps18", 0.75),
    ("perfdog.jank", 5), ("perfdog.bigjank", 1), ("perfdog.jank.rate", 800),
    ("perfdog.bigjank.rate", 160), ("perfdog.delta", 1920), ("perfdog.stutter", 0.14 / 3.75),
  ]

  @Test("PerfDog's figures are computed from the samples of the session", arguments: perfDogAnswers)
  func perfDogSessions(id: String, value: Double) throws {
    let summary = RunSummary(of: Self.perfDogSession(), catalog: Metric.foreign)
    let found = try #require(summary[id]?.value.value)
    #expect(abs(found - value) < 1e-9 * max(1, value), "\(found)")
  }

  @Test("samples that the user deleted do not count in PerfDog's figures")
  func perfDogDeletions() throws {
    let kept = [(0, 2400), (3750, 4750)].map { (span: (Int, Int)) in
      Marker(
        start: Nanoseconds(span.0) * .perMillisecond, end: Nanoseconds(span.1) * .perMillisecond,
        name: "kept", isActivity: true)
    }
    let summary = RunSummary(of: Self.perfDogSession(markers: kept), catalog: Metric.foreign)
    #expect(summary["perfdog.avg"]?.value.value == 18)
    #expect(summary["perfdog.jank"]?.value.value == 5)
    #expect(summary["perfdog.drop"]?.value.value == 1 / 1.25 * 3600)
  }

  @Test func presentMonForgetsTheUnitOfASingleFrame() throws {
    let summary = RunSummary(
      of: Recording.of(frameTimes: [20].milliseconds), catalog: Metric.foreign)
    #expect(summary["presentmon.p1"]?.value.value == 0.05)
    #expect(summary["presentmon.p5"]?.value.value == 0.05)
    #expect(summary["presentmon.min"]?.value.value == 50)
  }

  /// Patterns of refreshes, repeated, and the results that Chromium's own tests expect.
  ///
  /// Source: dropped_frame_counter_unittest.cc. There, the expected maximum has decimals, such as 66.67 for the first
  /// pattern, which the histogram truncates.
  @Test(
    "Chrome's windows",
    arguments: [
      ([("DDDsDs", 20)], 16667, 66, 67), ([("ssssD", 24)], 16667, 20, 20),
      ([("ssssD", 1)], 16667, nil, nil), ([("ssssD", 12)], 16667, 20, 20),
      ([("ssssD", 80)], 10000, 20, 20),
      ([("ssssD", 12), ("ssDDD", 6), ("sDDDD", 6)], 16667, 70, nil),
    ] as [([(pattern: String, count: Int)], Int, Double?, Double?)])
  func chromesWindows(
    parts: [(pattern: String, count: Int)], interval: Int, highest: Double?, percentile: Double?
  ) throws {
    let refreshes = parts.map { String(repeating: $0.pattern, count: $0.count) }.joined()
    // A frame lasts as long as the dropped frames before it. Dropped frames at the end need a frame that ends them.
    let frameTimes = (refreshes + "s").split(separator: "s", omittingEmptySubsequences: false)
      .dropLast().map { Nanoseconds(($0.count + 1) * interval * 1000) }
    let run = Recording.of(frameTimes: Array(frameTimes))
    var settings = ParameterSettings()
    try settings.set(.refreshRate, to: "\(1e6 / Double(interval))")
    let summary = RunSummary(of: run, settings: settings, catalog: Metric.foreign)
    func percent(_ id: String) -> Double? {
      summary[id]?.value.value.map { ($0 * 100).rounded() }
    }
    #expect(percent("chrome.window.max") == highest)
    if let percentile { #expect(percent("chrome.window.p95") == percentile) }
  }

  @Test func chromeRoundsUpAndReportsNoShortSequence() throws {
    func dropped(_ count: Int, of all: Int) -> Known<Double>? {
      let kinds = (0..<all).map { $0 < count ? FrameKind.dropped : .displayed }
      let run = Recording.of(frameTimes: kinds.map { _ in 10 * .perMillisecond }, kinds: kinds)
      return RunSummary(of: run, catalog: Metric.foreign)["chrome.dropped"]?.value
    }
    #expect(dropped(1, of: 300)?.value == 0.01)
    #expect(dropped(0, of: 100)?.value == 0)
    #expect(
      dropped(9, of: 99)?.reason
        == "the run has under 100 frames, and Chrome reports only sequences of at least 100 frames")
  }

  @Test("OCAT's frames are all presents, and its duration begins before the first of them")
  func ocatsFrames() throws {
    var run = Recording.of(
      frameTimes: [10, 20, 30, 40].map { Nanoseconds($0) * .perMillisecond },
      kinds: [.displayed, .dropped, .displayed, .displayed])
    let tool = try #require(ForeignTool.all.first { $0.id == "ocat" })
    func value(_ id: String) throws -> Double {
      var settings = ParameterSettings()
      settings.frames = tool.frames
      let summary = RunSummary(of: run, settings: settings, catalog: tool.figures)
      return try #require(summary[id]?.value.value)
    }
    #expect(try value("ocat.avg") == 40)
    #expect(try value("ocat.frametime.median") == 25)
    // The dropped frame is one of the four, and is also added to them.
    #expect(try value("ocat.missed.average") == 0.2)
    run.description.labels["before_first_present_s"] = "0.1"
    #expect(try value("ocat.avg") == 20)
    #expect(try value("ocat.frametime") == 50)
  }

  private static func iteration(
    _ number: Int, status: String? = nil, fps: [Double?], ram: [Double?]? = nil,
    threads: [String: [Double]]
  ) -> Recording {
    let times = fps.indices.map { Nanoseconds($0) * .perSecond }
    func counter(_ name: String, _ role: Counter.Role, _ values: [Double?]) -> Counter {
      Counter(
        role: role, name: name, unit: .count, samples: SampleColumn(times: times, values: values))
    }
    var run = Recording.without(frames: "polls")
    run.origin = .init(
      source: "f", format: "flashlight", dialect: "one result", stream: "f #\(number)")
    let load = fps.indices.map { poll in threads.values.reduce(0) { $0 + $1[poll] } }
    run.counters =
      [
        counter("fps", .other, fps), counter("cpu", .other, load),
        counter("ram", .memory, (ram ?? fps.map { _ in 100 }).map { $0.map { $0 * 1_048_576 } }),
      ] + threads.sorted { $0.key < $1.key }.map { counter($0.key, .threadCPU($0.key), $0.value) }
    run.description.testDuration = Nanoseconds(number) * .perSecond
    run.description.labels = ["result status": "SUCCESS", "status": status ?? "SUCCESS"]
    return run
  }

  private static func flashlight(_ runs: [Recording]) throws -> (String) -> MetricValue? {
    let tool = try #require(ForeignTool.all.first { $0.id == "flashlight" })
    let pooled = runs.pooled(try #require(tool.pooling))
    #expect(pooled.count == 1)
    let summary = RunSummary(of: pooled[0], catalog: tool.figures)
    return { summary["flashlight.\($0)"] }
  }

  @Test("flashlight averages iterations poll by poll, up to the end of the shortest successful one")
  func flashlight() throws {
    let value = try Self.flashlight([
      Self.iteration(
        1, fps: [60, 30], ram: [100, 100], threads: ["A": [0.5, 1], "B": [0.3, 1]]),
      Self.iteration(
        2, fps: [60, 0, 7], ram: [300, 300, 900],
        threads: ["B": [0.7, 0.7, 0.95], "C": [0.9, 1, 1]]),
      Self.iteration(3, status: "FAILURE", fps: [1], threads: ["A": [0.1]]),
    ])
    #expect(value("fps")?.value.value == 37.5)
    #expect(abs((value("cpu")?.value.value ?? 0) - (0.8 + 2 + 1.6 + 1.7) / 4) < 1e-12)
    #expect(value("memory")?.value.value == 200)
    #expect(value("runtime")?.value.value == 1500)
    // All polls of both iterations: A and B once, B once and C twice. 90% is not above 90%.
    #expect(value("high-cpu")?.value.value == (1 + 1.5) / 2)
    // 116 - 31.67 * 1.525 is 67.7, and 37.5 of 60 is 62.5; but threads were busy for more than a second per second.
    #expect(value("score")?.value.value == 0)
  }

  @Test func flashlightGivesNoMeanWhereAPollLacksItsValue() throws {
    let value = try Self.flashlight([
      Self.iteration(1, fps: [60, nil], threads: ["Total": [0.5, 0.5]]),
      Self.iteration(2, fps: [60, 60], threads: ["Total": [1, 1]]),
    ])
    #expect(
      value("fps")?.value.reason
        == "a poll in the flashlight result has no value, and then flashlight reports no mean")
    #expect(value("cpu")?.value.value == 0.75)
    #expect(value("high-cpu")?.value.value == nil)
    #expect(value("score")?.value.value.map { ($0 * 1000).rounded() } == 92250)
  }

  @Test func flutterTakesRanksAndCallsADeviationWhatIsNone() {
    let build = OptionalColumn([2, 4, 6, 8, 30].map { Nanoseconds($0) * .perMillisecond })
    let run = Recording(
      origin: .init(source: "t", format: "flutter", dialect: "1"),
      timeline: .withheld(because: "durations"), unplacedSignals: [.ui: build, .render: build])
    let tool = ForeignTool.all.first { $0.id == "flutter" }
    let summary = RunSummary(of: run, catalog: tool?.figures ?? [])
    #expect(summary["flutter.build.average"]?.value.value == 10)
    // round(4 * 0.9) is 4: the last of five.
    #expect(summary["flutter.build.p90"]?.value.value == 30)
    // Absolute deviations from 10 are 8, 6, 4, 2 and 20.
    #expect(summary["flutter.rasterizer.stddev"]?.value.value == 8)
    #expect(summary["flutter.build.missed"]?.value.value == 1)
  }

  @Test("Android counts frames in buckets of increasing width, and misnames the wide ones")
  func buckets() {
    func percentile(_ milliseconds: Int) -> Double? {
      let work = OptionalColumn([Nanoseconds(milliseconds) * .perMillisecond])
      let run = Recording(
        origin: .init(source: "t", format: "gfxinfo", dialect: "1"),
        timeline: .withheld(because: "durations"), unplacedSignals: [.work: work])
      return RunSummary(of: run, catalog: Metric.foreign)["gfxinfo.p50"]?.value.value
    }
    let labels = [3: 5, 5: 5, 6: 6, 32: 32, 33: 32, 34: 34, 49: 48, 52: 53, 57: 57, 133: 133]
    for (milliseconds, label) in labels {
      #expect(percentile(milliseconds) == Double(label), "\(milliseconds)")
    }
    #expect(percentile(249) == 200)
    #expect(percentile(9000) == 4950)
  }

  @Test func iterationsOfABenchmarkArePooled() throws {
    func run(_ stream: String, _ values: [Int]) -> Recording {
      Recording(
        origin: .init(source: "b", format: "macrobenchmark", dialect: "1", stream: stream),
        timeline: .withheld(because: "durations"),
        unplacedSignals: [
          .cpuBusy: OptionalColumn(values.map { Nanoseconds($0) * .perMillisecond })
        ])
    }
    let runs =
      [run("a #1", [1, 2]), run("a #2", [3]), run("b #1", [9]), run("b #x", [8])]
      + [run("b #2", [4]), run("b #3", [4]), run("b #1", [4])]
    let tool = try #require(ForeignTool.all.first { $0.id == "macrobenchmark" })
    let pooled = runs.pooled(try #require(tool.pooling))
    // The last recording is the first iteration of another file.
    #expect(pooled.map(\.origin.stream) == ["a", "b", "b #x", "b"])
    #expect(pooled.map(\.unplacedFrameCount) == [3, 3, 1, 1])
    // Files list the iteration with the most frames first.
    let sorted = [runs[1], runs[4], runs[0], runs[2]].pooled(try #require(tool.pooling))
    #expect(sorted.map(\.unplacedFrameCount) == [3, 2])
    let summary = RunSummary(of: pooled[0], catalog: Metric.foreign)
    #expect(summary["macrobenchmark.frameDurationCpuMs.P50"]?.value.value == 2)
  }
}
