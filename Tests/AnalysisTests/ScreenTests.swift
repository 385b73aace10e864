import Recordings
import Testing
import Units

@testable import Analysis

/// What the screen showed, which may differ from what the program presented.
@Suite("The screen")
struct ScreenTests {
  private static let ms = Nanoseconds.perMillisecond

  /// A run that presents every 21 ms, with these display times; `nil` for a frame without one.
  private static func run(
    displays: [Nanoseconds?], kinds: [FrameKind]? = nil, unplaced: NumberColumn<Nanoseconds> = []
  ) -> Recording {
    let presents = NumberColumn((0...displays.count).map { Nanoseconds($0) * 21 * ms })
    return .of(
      FrameTimeline(
        presents: presents, kinds: kinds.map { NumberColumn($0) },
        signals: [.display: OptionalColumn(displays)],
        unplaced: unplaced.isEmpty ? [:] : [.generated: unplaced.count],
        unplacedDisplays: unplaced))
  }

  private static func times(_ recording: Recording) -> [Nanoseconds]? {
    recording.timeline.value?.onScreen.value.map { Array($0.presents) }
  }

  @Test("frames before the first and after the last known display are not on the screen")
  func ends() {
    #expect(
      Self.times(Self.run(displays: [nil, nil, 50, 60, 80, nil])) == [50, 60, 80])
    #expect(Self.times(Self.run(displays: [nil, nil])) == nil)
  }

  @Test("dropped frames are not on the screen, and a display time that repeats counts once")
  func kinds() {
    let kinds: [FrameKind] = [.displayed, .dropped, .generated, .repeated, .displayed]
    #expect(
      Self.times(Self.run(displays: [50, nil, 70, 75, 70], kinds: kinds)) == [50, 70])
  }

  @Test("generated frames without a present are between the others")
  func generated() {
    #expect(
      Self.times(Self.run(displays: [50, 70, 90], unplaced: [60, 80])) == [50, 60, 70, 80, 90])
  }

  @Test(
    "an idle time is one on the screen too, and ends as long before the next frame as it does for presents"
  )
  func idle() throws {
    let ms = Self.ms
    let kinds: [FrameKind] = [.displayed, .displayed, .idle, .displayed, .displayed, .idle]
    let displays = [30, 50, nil, 100, 121, nil].map { $0.map { Nanoseconds($0) * ms } }
    let shown = try #require(
      Self.run(displays: displays, kinds: kinds).timeline.value?.onScreen.value)
    #expect(shown.presents.map { $0 / ms } == [30, 50, 79, 100, 121])
    #expect(shown.kinds.map(Array.init) == [.displayed, .idle, .displayed, .displayed])
    // A frame that is shown before its idle time is over leaves no idle time.
    let early = displays.map { $0 == 100 * ms ? 70 * ms : $0 }
    let none = Self.run(displays: early, kinds: kinds).timeline.value?.onScreen.value
    #expect(none?.presents.map { $0 / ms } == [30, 50, 70, 121])
    #expect(none?.kinds?.contains(.idle) != true)
  }

  @Test("with over 5% of the display times missing, there is no screen, with the reason")
  func missing() {
    var displays = (0..<100).map { Nanoseconds($0) * 16 * Self.ms as Nanoseconds? }
    for frame in 1...5 { displays[frame * 10] = nil }
    #expect(Self.times(Self.run(displays: displays))?.count == 95)
    displays[60] = nil
    let reason = Self.run(displays: displays).timeline.value?.onScreen.reason
    #expect(reason == "only 94% of the displayed frames have a display time")
  }

  // MARK: - Metrics

  /// Shown for one and two refreshes of 60 Hz in turn, although presented every 25 ms.
  private static let judder = run(
    displays: (0..<200).map { Nanoseconds($0 + $0 / 2) * 50_000_000 / 3 + 40 * ms })

  @Test("each metric of the screen is its twin, computed from the times of displays")
  func metrics() throws {
    let run = Self.judder
    #expect(try run.value("frametime.p99").map { ($0 * 10).rounded() } == 210)
    #expect(try run.value("screen.frametime.p99").map { ($0 * 10).rounded() } == 333)
    #expect(try run.value("screen.fps.low1.average").map { ($0 * 10).rounded() } == 300)
    #expect(try run.value("screen.fps.avg").map { ($0 * 10).rounded() } == 401)
    #expect(try run.value("screen.freeze.longest").map { ($0 * 10).rounded() } == 333)
    #expect(try run.value("screen.frames.missed").map { ($0 * 100).rounded() } == 33)
    // The differences between 16.7 and 33.3 ms count in full: the viewer sees them.
    #expect(try run.value("screen.pacing.error").map { ($0 * 100).rounded() } == 33)
    #expect(try run.value("pacing.error") == 0)
    #expect(try run.value("hitch.ratio") == 0)
    #expect(try run.value("screen.hitch.ratio").map { $0.rounded() } == 332)
  }

  @Test("without display times, the reason says so")
  func withheld() throws {
    let run = Recording.of(frameTimes: Array(repeating: 16 * Self.ms, count: 100))
    #expect(try run.reason("screen.fps.avg") == "the trace has no display times")
  }

  @Test("each metric of the screen has the unit, floor and direction of a metric of presents")
  func twins() {
    #expect(Metric.onScreen.count == 8)
    for metric in Metric.onScreen {
      let twin = Metric.all.first { $0.twinOnScreen == metric.id }
      #expect(twin?.unit == metric.unit && twin?.polarity == metric.polarity)
      #expect(twin?.noiseFloor == metric.noiseFloor)
    }
  }

  // MARK: - Refresh rate

  private static func rate(_ displays: [Nanoseconds]) -> RefreshRate {
    .inferred(fromDisplays: FrameTimes(between: NumberColumn(displays)))
  }

  @Test("the refresh rate is inferred from display times before presents")
  func refreshRate() throws {
    #expect(Parameters(for: Self.judder).refreshRate == .inferred(60, from: .displays))
    #expect(Parameters(for: Self.judder).refreshRate.origin == "inferred from display times")
    let plain = Recording.of(frameTimes: Array(repeating: 16_666_667, count: 100))
    #expect(Parameters(for: plain).refreshRate == .inferred(60, from: .presents))
    var declared = Self.judder
    declared.description.device.refreshRate = 75
    #expect(Parameters(for: declared).refreshRate == .declared(75))
  }

  @Test("frames on the screen that follow no refresh give no rate")
  func noRefreshRate() {
    var generator = SystemRandom(state: 7)
    let times = (0..<200).reduce(into: [Nanoseconds(0)]) { times, _ in
      times.append(times[times.count - 1] + 16_000_000 + Nanoseconds(generator.next() % 1_300_000))
    }
    #expect(Self.rate(times) == .unknown)
    // A steady cap of 52 FPS is no refresh rate, and neither are its multiples.
    #expect(Self.rate((0..<200).map { Nanoseconds($0) * 1_000_000_000 / 52 }) == .unknown)
  }

  private struct SystemRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  // MARK: - Findings

  private static func findings(_ recording: Recording) -> [String: String] {
    let findings = RunSummary(of: recording).quality.findings
    return Dictionary(findings.map { ($0.kind, $0.message) }) { first, _ in first }
  }

  @Test("a screen that judders behind an even program is reported, with what the viewer saw")
  func judders() throws {
    let message = try #require(Self.findings(Self.judder)["screen-differs"])
    #expect(
      message.hasPrefix(
        "the program presented evenly, the screen did not: frames stay for 16.7 or 33.3 ms"))
    let even = Self.run(displays: (0..<200).map { Nanoseconds($0) * 21 * Self.ms + 9 })
    #expect(Self.findings(even)["screen-differs"] == nil)
  }

  @Test("a way to the screen that changes within the run is reported")
  func presentation() {
    var run = Self.judder
    run.description.device.properties["presentation"] = "Composed: Flip"
    #expect(Self.findings(run)["changing-presentation"] == nil)
    run.description.device.properties["presentation"] = "Composed: Flip / Hardware: Legacy Flip"
    #expect(Self.findings(run)["changing-presentation"]?.contains("Hardware: Legacy Flip") == true)
  }

  @Test("presents in pairs count as pairs, like frames of a generator that the trace does not mark")
  func pairs() throws {
    let paired = Recording.of(frameTimes: (0..<100).map { ($0 % 2 == 0 ? 2 : 16) * Self.ms })
    #expect(try paired.value("framegen.factor") == 2)
    #expect(try paired.value("framegen.base_fps").map { $0.rounded() } == 56)
    #expect(try paired.value("fps.avg").map { $0.rounded() } == 111)
    #expect(Self.findings(paired)["paired-presents"] != nil)
    // Frames that wait for one and two refreshes in turn are no pairs.
    let judder = Recording.of(
      frameTimes: (0..<100).map { $0 % 2 == 0 ? 16_400_000 : 33_600_000 })
    #expect(try judder.reason("framegen.factor") == "no generated frames in this trace")
    #expect(Self.findings(judder)["paired-presents"] == nil)
  }

  // MARK: - Causes

  @Test("a present that was not displayed is a cause of its own, and no work of the CPU")
  func notDisplayed() throws {
    // 50 Hz; every second present is dropped, and the CPU takes 8 ms for each.
    let count = 60
    let kinds = (0..<count).map { $0 >= 20 && $0 % 2 == 0 ? FrameKind.dropped : .displayed }
    let presents = NumberColumn((0...count).map { Nanoseconds($0) * 20 * Self.ms })
    let work = OptionalColumn(Array(repeating: 8 * Self.ms as Nanoseconds?, count: count - 1) + [9])
    let run = Recording.of(
      FrameTimeline(
        presents: presents, kinds: NumberColumn(kinds), signals: [.cpuBusy: work]))
    var settings = ParameterSettings()
    try settings.set(.refreshRate, to: "50")
    let summary = RunSummary(of: run, settings: settings, needs: RunNeeds(causes: true))
    let causes = try #require(summary.causes?.value)
    #expect(causes.lateFrameCount == 20)
    #expect(causes.shares[.notDisplayed]?.time == 400)
    #expect(causes.shares[Cause("CPU", .stage)] == nil)
    #expect(causes.shares[.unexplained]?.time == 0)
  }
}
