import Analysis
import Recordings
import Statistics
import Testing
import Units

@Suite("Causes of late frames")
struct CausesTests {
  private static let cpu = Cause("CPU", .stage)
  private static let gpu = Cause("GPU", .stage)

  /// A run at 50 Hz: 20 frames in time with 10 ms of CPU and 8 ms of GPU time, followed by other frames.
  private static func run(
    late: [(frameTime: Int, cpu: Int, gpu: Int)], usual count: Int = 20
  ) -> Recording {
    let frames = Array(repeating: (frameTime: 20, cpu: 10, gpu: 8), count: count) + late
    var presents: NumberColumn<Nanoseconds> = [0]
    for frame in frames {
      presents.append((presents.last ?? 0) + Nanoseconds(frame.frameTime) * .perMillisecond)
    }
    let columns = [
      FrameSignal.cpuBusy: OptionalColumn(frames.map { Nanoseconds($0.cpu) * .perMillisecond }),
      .gpuBusy: OptionalColumn(frames.map { Nanoseconds($0.gpu) * .perMillisecond }),
    ]
    return .of(FrameTimeline(presents: presents, signals: columns))
  }

  private static func summary(of recording: Recording, hertz: String? = "50") throws -> RunSummary {
    var settings = ParameterSettings()
    if let hertz { try settings.set(.refreshRate, to: hertz) }
    return RunSummary(of: recording, settings: settings, needs: RunNeeds(causes: true))
  }

  private static func causes(of recording: Recording) throws -> RunCauses {
    try #require(try summary(of: recording).causes?.value)
  }

  @Test(
    "the lateness of a frame is attributed to what took longer than usual",
    arguments: [
      // All lateness goes to the CPU, which took 25 ms longer, because the frame is only 20 ms late.
      (frameTime: 40, cpu: 35, gpu: 8, toCPU: 20.0, toGPU: 0.0, rest: 0.0),
      // A cause explains at most its own duration.
      (120, 35, 8, 35, 0, 65),
      // CPU and GPU took 10 and 30 ms longer, so they share the 40 ms in this ratio.
      (60, 20, 38, 10, 30, 0),
      // A frame that just misses a refresh waits for the next one.
      (40, 10, 22, 0, 20, 0),
      // Work that fits into a refresh and is hardly longer than usual is not a cause of the lateness.
      (60, 12, 8, 0, 0, 40),
      (60, 10, 8, 0, 0, 40),
    ])
  func shares(
    frameTime: Int, cpu: Int, gpu: Int, toCPU: Double, toGPU: Double, rest: Double
  ) throws {
    let causes = try Self.causes(of: Self.run(late: [(frameTime, cpu, gpu)]))
    let shares = [Self.cpu, Self.gpu, .unexplained].map { causes.shares[$0]?.time ?? 0 }
    #expect(zip(shares, [toCPU, toGPU, rest]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(shares)")
    #expect(causes.lateFrameCount == 1)
    #expect(causes.usualDurations[Self.cpu] == 10 && causes.usualDurations[Self.gpu] == 8)
  }

  @Test("if all frames are late, causes share the lateness by their durations")
  func allLate() throws {
    let run = Self.run(late: Array(repeating: (40, 30, 10), count: 50), usual: 0)
    let causes = try Self.causes(of: run)
    // A frame in time would have 15 ms of CPU and 5 ms of GPU time.
    #expect(abs((causes.shares[Self.cpu]?.time ?? 0) - 50 * 20) < 1e-9)
    #expect(causes.shares[.unexplained]?.frames == 0)
    #expect(causes.shares[Self.gpu] == nil, "10 ms do not fill a refresh")
  }

  @Test("the shares sum to the hitch time ratio", arguments: 1...20 as ClosedRange<UInt64>)
  func sum(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let frames = (0..<300).map { _ in
      let slow = generator.next() % 5 == 0
      return (
        frameTime: Int(slow ? 31 + generator.next() % 300 : 16 + generator.next() % 8),
        cpu: Int(generator.next() % (slow ? 200 : 15)), gpu: Int(generator.next() % 40)
      )
    }
    var run = Self.run(late: frames)
    run.markers = [
      Marker(
        start: 40 * .perMillisecond, end: 4 * .perSecond, name: "scroll", isActivity: seed % 2 == 0)
    ]
    let summary = try Self.summary(of: run)
    let causes = try #require(summary.causes?.value)
    let ratio = try #require(summary["hitch.ratio"]?.value.value)
    // Equal to within a nanosecond of hitch time.
    let sum = causes.shares.values.reduce(0) { $0 + $1.time }
    #expect(abs(sum - ratio * causes.duration.seconds) < 1e-6)
    #expect(causes.shares.values.allSatisfy { $0.time >= 0 })
    for frame in causes.slowest {
      #expect(frame.causes.reduce(0) { $0 + $1.share } <= frame.excess + 1e-6)
    }
    #expect(causes.slowest.map(\.excess) == causes.slowest.map(\.excess).sorted(by: >))
  }

  @Test("a frame that spans a dropped frame is late because that was not displayed")
  func dropped() throws {
    var run = Self.run(late: [(20, 15, 8), (20, 15, 8)])
    let timeline = try #require(run.timeline.value)
    var kinds = NumberColumn(repeating: FrameKind.displayed, count: 22)
    kinds[20] = .dropped
    run.timeline = .known(
      FrameTimeline(presents: timeline.presents, kinds: kinds, signals: timeline.signals))
    // Both presents came in time, so neither the CPU nor the GPU made the frame 20 ms late.
    let causes = try Self.causes(of: run)
    #expect(causes.shares[.notDisplayed]?.time == 20)
    #expect(causes.shares[Self.cpu] == nil && causes.shares[Self.gpu] == nil)
  }

  @Test("without stages, slices or a refresh rate, causes are withheld with a reason")
  func reasons() throws {
    let bare = Recording.of(frameTimes: [20, 20, 60].milliseconds)
    #expect(
      try Self.summary(of: bare).causes?.reason
        == "the trace does not show what frames spent their time on; docs/why.md lists traces that do"
    )
    let irregular = Recording.of(frameTimes: [11, 23, 37].milliseconds)
    #expect(
      try Self.summary(of: irregular, hertz: nil).causes?.reason
        == "the refresh rate of the display is unknown; pass --refresh-rate")
    #expect(RunSummary(of: bare).causes == nil)
  }

  // MARK: - Parts

  /// 20 frames in time with 5 ms of layout, and a late frame that also has `parse`.
  private static func parts() throws -> Recording {
    var builder = FrameParts.Builder()
    for frame in 0..<21 {
      builder.add(5 * .perMillisecond, to: FrameParts.Part("layout", .slice), ofFrame: frame)
    }
    builder.add(18 * .perMillisecond, to: FrameParts.Part("parse", .slice), ofFrame: 20)
    builder.add(4 * .perMillisecond, to: FrameParts.Part("waiting for a CPU", .wait), ofFrame: 20)
    var run = Self.run(late: [(40, 10, 8)])
    var timeline = try #require(run.timeline.value)
    timeline.parts = builder.finish()
    run.timeline = .known(timeline)
    return run
  }

  @Test("functions and waits are blamed instead of stages")
  func slices() throws {
    let causes = try Self.causes(of: Self.parts())
    #expect(Set(causes.shares.keys.map(\.name)) == ["parse", "waiting for a CPU", "not explained"])
    // 20 ms, shared in the ratio 18 to 4.
    #expect(abs((causes.shares[Cause("parse", .slice)]?.time ?? 0) - 20 * 18.0 / 22) < 1e-9)
    #expect(causes.shares[Cause("waiting for a CPU", .wait)]?.frames == 1)
    #expect(causes.usualDurations[Cause("layout", .slice)] == 5)
    #expect(
      causes.durationsInLateFrames
        == [
          Cause("layout", .slice): 5, Cause("parse", .slice): 18,
          Cause("waiting for a CPU", .wait): 4,
        ])
  }

  @Test("a recording limited to the parts of late frames has the same causes")
  func limited() throws {
    let whole = try Self.parts()
    var settings = ParameterSettings()
    try settings.set(.refreshRate, to: "50")
    let limited = whole.limitedToLateFrames(settings)
    let parts = try #require(limited.timeline.value?.parts)
    #expect(Set(parts.entries.map(\.frame)) == [20])
    #expect(parts.typical == [5 * .perMillisecond, 0, 0])
    #expect(
      try Self.causes(of: limited).shares.mapValues(\.time)
        == (try Self.causes(of: whole).shares.mapValues(\.time)))
    #expect(limited.limitedToLateFrames(settings) == limited)
  }

  // MARK: - Two sides

  private static func side(_ name: String, slow: Int, work: Int) throws -> ComparedSide {
    let runs = try (0..<5).map { run in
      let late = Array(repeating: (60, work + run, 8), count: slow)
      return try summary(of: Self.run(late: late, usual: 200 + run))
    }
    return ComparedSide(name: name, runs: runs)
  }

  private static func explanation(
    _ before: ComparedSide, _ after: ComparedSide
  ) -> Explanation {
    Explanation.explanations(of: [("", before, after)])[0]
  }

  @Test("the changes of the causes sum to the change of the hitch time ratio")
  func changes() throws {
    let explanation = Self.explanation(
      try Self.side("a", slow: 2, work: 40), try Self.side("b", slow: 12, work: 45))
    let total = try #require(explanation.total.change)
    let parts = explanation.rows.compactMap(\.change.change).reduce(0, +)
    #expect(abs(total - parts) < 1e-9 && total > 50)
    #expect(explanation.rows.map(\.cause).first == Self.cpu)
    #expect(explanation.rows.last?.cause == .unexplained)
    #expect(explanation.rows.first?.change.verdict == .regressed)
    #expect(explanation.missing == nil)
  }

  @Test("runs without causes are left out, so that the causes still sum to the total")
  func mixed() throws {
    let before = try Self.side("a", slow: 2, work: 40)
    let bare = try Self.summary(of: .of(frameTimes: [20, 20, 20, 900].milliseconds))
    let after = ComparedSide(
      name: "b", runs: [bare] + (try Self.side("b", slow: 12, work: 45)).runs)
    let explanation = Self.explanation(before, after)
    #expect(explanation.total.candidate.count == 5)
    let sum = explanation.rows.compactMap(\.change.candidateMean).reduce(0, +)
    #expect(abs(sum - (explanation.total.candidateMean ?? 0)) < 1e-9)
  }

  /// Three runs in which every sixth of 120 frames is late because of a function.
  private static func side(function name: String, milliseconds: Int) throws -> ComparedSide {
    let runs = try (0..<3).map { number in
      var builder = FrameParts.Builder()
      for frame in 0..<120 {
        let isLate = frame >= 100
        let duration = isLate ? milliseconds + number : 2
        builder.add(
          Nanoseconds(duration) * .perMillisecond, to: FrameParts.Part(name, .slice), ofFrame: frame
        )
      }
      var run = Self.run(late: Array(repeating: (60, 10, 8), count: 20), usual: 100)
      var timeline = try #require(run.timeline.value)
      timeline.parts = builder.finish()
      run.timeline = .known(timeline)
      return try Self.summary(of: run)
    }
    return ComparedSide(name: name, runs: runs)
  }

  @Test("a function that vanishes and a new one with equal times are named as one with two names")
  func renamed() throws {
    let old = try Self.side(function: "bind", milliseconds: 30)
    let same = try Self.side(function: "onBind", milliseconds: 31)
    let renamed = Self.explanation(old, same).renamed
    #expect(renamed.map(\.before.name) == ["bind"] && renamed.map(\.after.name) == ["onBind"])
    let shorter = try Self.side(function: "parse", milliseconds: 22)
    #expect(Self.explanation(old, shorter).renamed.isEmpty, "the times differ")
    #expect(Self.explanation(old, old).renamed.isEmpty, "nothing is new")
  }

  @Test("small causes share one row")
  func small() throws {
    let names = (0..<40).map { FrameParts.Part("part \($0)", .slice) }
    let runs = try (0..<3).map { _ in
      var builder = FrameParts.Builder()
      builder.add(20 * .perMillisecond, to: FrameParts.Part("large", .slice), ofFrame: 20)
      for part in names { builder.add(.perMillisecond / 10, to: part, ofFrame: 20) }
      var run = Self.run(late: [(60, 10, 8)])
      var timeline = try #require(run.timeline.value)
      timeline.parts = builder.finish()
      run.timeline = .known(timeline)
      return try Self.summary(of: run)
    }
    let side = ComparedSide(name: "a", runs: runs)
    let explanation = Self.explanation(side, side)
    #expect(explanation.causes.map(\.name) == ["large", "other causes", "not explained"])
    let sum = explanation.rows.compactMap(\.change.candidateMean).reduce(0, +)
    #expect(abs(sum - (explanation.total.candidateMean ?? 0)) < 1e-9)
  }

  @Test("a side without causes has a reason")
  func missing() throws {
    let bare = ComparedSide(
      name: "bare", runs: [try Self.summary(of: .of(frameTimes: [20, 60].milliseconds))])
    let explanation = Self.explanation(bare, try Self.side("b", slow: 1, work: 40))
    #expect(explanation.missing?.side == "bare")
    #expect(
      explanation.missing?.reason
        == "the trace does not show what frames spent their time on; docs/why.md lists traces that do"
    )
  }
}
