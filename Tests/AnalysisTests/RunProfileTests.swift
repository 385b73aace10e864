import Recordings
import Testing
import Units

@testable import Analysis

@Suite("Profile of a run")
struct RunProfileTests {
  private static func profile(
    _ recording: Recording, _ settings: ParameterSettings = ParameterSettings()
  ) throws -> RunProfile {
    let summary = RunSummary(of: recording, settings: settings, needs: RunNeeds(charts: true))
    return try #require(summary.profile)
  }

  private static func recording(
    frameTimes: [Double], start: Nanoseconds = 7_000_000_000, kinds: [FrameKind]? = nil
  ) -> Recording {
    var presents = [start]
    for time in frameTimes {
      presents.append(presents[presents.count - 1] + Nanoseconds(time * 1e6))
    }
    return Recording(
      origin: .init(source: "made", format: "native", dialect: "frames"),
      timeline: .known(
        FrameTimeline(presents: NumberColumn(presents), kinds: kinds.map { NumberColumn($0) })))
  }

  @Test("a profile is kept only on request, and a run without frames has none")
  func asked() {
    let recording = Self.recording(frameTimes: [10, 10])
    #expect(RunSummary(of: recording).profile == nil)
    let empty = Self.recording(frameTimes: [])
    #expect(RunSummary(of: empty, needs: RunNeeds(charts: true)).profile == nil)
  }

  @Test(
    "its times start at the first present; hitches and janks are given by the indices of their frames"
  )
  func events() throws {
    // At 60 Hz a hitch lasts over 25 ms. A jank lasts over 84 ms and over twice the mean of the three frames before.
    var recording = Self.recording(frameTimes: [16, 16, 26, 100, 16, 16, 25])
    recording.description.device.refreshRate = 60
    recording.markers = [Marker(start: 7_010_000_000, end: 7_020_000_000, name: "lap")]
    let profile = try Self.profile(recording)
    #expect(profile.starts == [0] && profile.span == 215_000_000)
    #expect(profile.hitches == [2, 3] && profile.janks == [3])
    #expect(profile.markers == [Marker(start: 10_000_000, end: 20_000_000, name: "lap")])
    #expect(profile.sorted.last == 100_000_000)
  }

  @Test("without a refresh rate there are no hitches")
  func noRate() throws {
    #expect(try Self.profile(Self.recording(frameTimes: [13, 29, 47])).hitches == nil)
  }

  @Test("segments start at the first present that counts")
  func segments() throws {
    var recording = Self.recording(
      frameTimes: [10, 10, 10, 10, 10, 10],
      kinds: [.displayed, .dropped, .displayed, .displayed, .dropped, .displayed])
    recording.markers = [
      Marker(start: 7_000_000_000, end: 7_015_000_000, name: "a", isActivity: true),
      Marker(start: 7_020_000_000, end: 7_060_000_000, name: "b", isActivity: true),
    ]
    let profile = try Self.profile(recording)
    // The present at 20 ms was dropped, so the second segment begins at 30 ms.
    #expect(profile.starts == [0, 30_000_000])
    #expect(Array(profile.frames.frameTimes) == [10_000_000, 10_000_000, 20_000_000])
    #expect(profile.starts.count == profile.frames.segments.count)
  }

  @Test("each frame-rate point has its window", arguments: ["100ms", "frame", "fpscounter:100ms"])
  func windows(name: String) throws {
    var settings = ParameterSettings()
    try settings.set(.points, to: name)
    let recording = Self.recording(frameTimes: Array(repeating: 30, count: 12))
    let points = try Self.profile(recording, settings).points
    let times = points.map { [$0.start, $0.end].map { Int($0 / 1_000_000) } }
    switch name {
    case "100ms": #expect(times == [[0, 100], [100, 200], [200, 300]])
    case "frame": #expect(times == (0..<12).map { [$0 * 30, $0 * 30 + 30] })
    // Four frames fill a window, and the fifth frame is lost.
    default: #expect(times == [[0, 120], [150, 270]])
    }
    #expect(points.allSatisfy { $0.rate > 0 })
  }

  @Test("of equal samples the first and the last are kept, and missing samples separate the others")
  func lanes() throws {
    var recording = Self.recording(frameTimes: [10, 10, 10, 10, 10])
    var withFrames = SampleColumn()
    for value in [0.5, 0.5, 0.5, nil, 0.7] { withFrames.appendWithFrame(value) }
    let second = SampleColumn(times: [7_000_000_000, .min], values: [1, 2])
    recording.counters = [
      Counter(role: .cpu, name: "cpu", unit: .fraction, samples: withFrames),
      Counter(role: .cpu, name: "again", unit: .fraction, samples: withFrames),
      Counter(role: .memory, name: "memory", unit: .bytes, samples: second),
      Counter(role: .other, name: "other", unit: .count, samples: second),
    ]
    let lanes = try Self.profile(recording).lanes
    #expect(lanes.map(\.role) == [.cpu, .memory])
    #expect(lanes[0].stretches.map { $0.map { $0.time / 1_000_000 } } == [[10, 30], [50]])
    #expect(lanes[1].stretches.map { $0.map(\.value) } == [[1]])
  }
}
