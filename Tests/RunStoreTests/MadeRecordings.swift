import Recordings
import TestSupport
import Units

@testable import RunStore

/// Generates recordings for tests.
enum Made {
  /// A timeline of plain frames at 60 Hz.
  static func timeline(frames: Int) -> FrameTimeline {
    FrameTimeline(presents: NumberColumn((0...frames).map { Nanoseconds($0) * 16_666_667 }))
  }

  /// A recording of plain frames.
  static func recording(frames: Int = 3, source: String = "a.csv") -> Recording {
    Recording(
      origin: Recording.Origin(source: source, format: "native", dialect: "1"),
      timeline: .known(timeline(frames: frames)))
  }

  /// A draft of plain frames.
  static func draft(
    _ name: String, suite: String? = nil, stage: String? = nil, digest: String? = nil,
    frames: Int = 3, edit: (inout Recording) -> Void = { _ in }
  ) -> RunDraft {
    var recording = recording(frames: frames)
    edit(&recording)
    return RunDraft(
      suite: suite, stage: stage, name: name, digest: digest ?? "digest of \(name)",
      recording: recording)
  }

  /// A random recording that uses every kind of data.
  static func anything(seed: UInt64) -> Recording {
    var random = SeededGenerator(seed: seed)
    var recording = recording(source: "trace \(seed) \u{1F3AE}.csv")
    recording.origin.stream = Bool.random(using: &random) ? "game.exe 0x1" : nil
    let frames = [0, 1, 2, 127, 128, 129, 1000].randomElement(using: &random) ?? 0
    recording.timeline =
      seed % 7 == 0
      ? .withheld(because: "the log is sampled") : .known(timeline(frames: frames, &random))
    if seed % 14 == 0 { recording.unplacedSignals = unplacedSignals(frames: frames, &random) }
    recording.counters = (0..<Int.random(in: 0...3, using: &random)).map { _ in counter(&random) }
    recording.markers = [
      Marker(start: .min, end: .max, name: "all", isActivity: true),
      Marker(start: 5, end: 5, name: ""),
    ]
    recording.issues = ImportIssue.Kind.allCases.map {
      ImportIssue($0, line: Bool.random(using: &random) ? 7 : nil, found: "ä\u{0}b", count: 3)
    }
    recording.description = description()
    return recording
  }

  private static func timeline(
    frames: Int, _ random: inout SeededGenerator
  ) -> FrameTimeline {
    var presents: [Nanoseconds] = [Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)]
    for _ in 0..<frames {
      let step = Int64.random(in: 1...40_000_000, using: &random)
      presents.append((presents.last ?? 0) + step)
    }
    let kinds = (0..<frames).map { _ in FrameKind.allCases.randomElement(using: &random) ?? .dropped
    }
    var signals: [FrameSignal: OptionalColumn] = [:]
    for signal in FrameSignal.allCases where Bool.random(using: &random) {
      signals[signal] = OptionalColumn((0..<frames).map { _ in duration(&random) })
    }
    let blames = (0..<frames).map { _ in FrameBlame(rawValue: .random(in: 0...15, using: &random)) }
    return FrameTimeline(
      presents: NumberColumn(presents),
      kinds: Bool.random(using: &random) ? NumberColumn(kinds) : nil,
      signals: signals,
      unplaced: [.generated: 5, .repeated: 1],
      unplacedDisplays: Bool.random(using: &random) ? [-5, 7, 1_000_000_000_000] : [],
      blames: Bool.random(using: &random) ? NumberColumn(blames) : nil,
      parts: Bool.random(using: &random) ? parts(frames: frames, &random) : nil)
  }

  /// Parts of random frames, with or without typical durations.
  private static func parts(
    frames: Int, _ random: inout SeededGenerator
  ) -> FrameParts? {
    var builder = FrameParts.Builder()
    for frame in 0..<frames where Bool.random(using: &random) {
      for name in ["onBind", "", "ä\u{0}\u{1F3AE}"] {
        let kind = FrameParts.Kind.allCases.randomElement(using: &random) ?? .slice
        builder.add(duration(&random) ?? 1, to: .init(name, kind), ofFrame: frame)
      }
    }
    guard let parts = builder.finish(), Bool.random(using: &random) else { return builder.finish() }
    let typical = parts.parts.indices.map { Nanoseconds($0) * 1_000_000 }
    return parts.limited(toFrames: { $0 % 3 == 0 }, typical: typical)
  }

  private static func unplacedSignals(
    frames: Int, _ random: inout SeededGenerator
  ) -> [FrameSignal: OptionalColumn] {
    [.work, .display].reduce(into: [:]) { signals, signal in
      signals[signal] = OptionalColumn((0..<frames).map { _ in duration(&random) })
    }
  }

  private static func duration(_ random: inout SeededGenerator) -> Nanoseconds? {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: nil
    case 1: [Int64.max, Int64.min + 1, 0, -1].randomElement(using: &random) ?? 0
    default: Int64.random(in: -1_000...9_000_000, using: &random)
    }
  }

  private static func counter(_ random: inout SeededGenerator) -> Counter {
    let count = Int.random(in: 0...300, using: &random)
    let values = (0..<count).map { _ in value(&random) }
    var samples = SampleColumn()
    if Bool.random(using: &random) {
      samples = SampleColumn(times: (0..<count).map { Int64($0 / 2) * 500_000_000 }, values: values)
    } else {
      for value in values { samples.appendWithFrame(value) }
    }
    let roles: [Counter.Role] = [.cpu, .memory, .threadCPU("main"), .other]
    return Counter(
      role: roles.randomElement(using: &random) ?? .gpu, name: "counter \(count)",
      unit: count % 2 == 0 ? .celsius : Unit(id: "rpm", symbol: "r/min"), samples: samples)
  }

  private static func value(_ random: inout SeededGenerator) -> Double? {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: nil
    case 1: 1.0 / 3
    case 2: .leastNonzeroMagnitude
    case 3: -.greatestFiniteMagnitude
    default: Double(Int.random(in: 0...20, using: &random)) / 1000
    }
  }

  private static func description() -> RunDescription {
    var description = RunDescription()
    description.commit = "deadbeef"
    description.date = "2017-05-01"
    description.session = "s1"
    description.testDuration = 12_345_678_901
    description.provenance = "made up"
    description.labels = ["build": "release", "quote'd": "\"x\"; DROP TABLE run"]
    description.scalars = [
      Scalar(name: "cell.configure", value: 0.1 + 0.2, unit: .milliseconds, lowerIsBetter: true),
      Scalar(name: "other", value: -0.0, unit: Unit(id: "x"), lowerIsBetter: nil),
    ]
    description.threads = ThreadList(
      threads: [
        .init(name: "Main Thread", id: "0x1", isMain: true, time: 17_310_000_000, share: 0.567),
        .init(name: "worker", time: 0), .init(name: "worker", id: "\u{0}", share: 1.0 / 3),
      ], total: 30_500_000_000, isReported: true)
    description.reported = ["fps.avg": 59.94, "cpu.avg": 0.1234]
    description.device.name = "iPad Air"
    description.device.os = "iOS 10.3"
    description.device.refreshRate = 59.94
    description.device.inputLag = 55_000_000
    description.device.properties = ["resolution": "2048x1536", "governor": "performance"]
    return description
  }
}

extension Made {
  /// Parts of the first and the last of three frames.
  static let parts = FrameParts(
    parts: [.init("onBind", .slice), .init("waiting for a CPU", .wait)],
    entries: [
      .init(frame: 0, part: 1, duration: 2_000_000), .init(frame: 2, part: 0, duration: 30_000_000),
      .init(frame: 2, part: 1, duration: 4_000_000),
    ])

  /// A timeline of three frames with parts.
  static var timelineWithParts: FrameTimeline {
    var timeline = timeline(frames: 3)
    timeline.parts = parts
    return timeline
  }

  /// A recording whose frames hardly compress.
  static func noisy(frames: Int) -> Recording {
    var random = SeededGenerator(seed: 5)
    var presents: [Nanoseconds] = [0]
    for _ in 0..<frames {
      presents.append((presents.last ?? 0) + .random(in: 1...40_000_000, using: &random))
    }
    var recording = recording()
    recording.timeline = .known(FrameTimeline(presents: NumberColumn(presents)))
    return recording
  }
}
