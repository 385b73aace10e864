internal import Recordings
internal import Units

/// A recording with packed columns, ready to be inserted.
struct PackedRecording: Sendable {
  struct Column: Sendable {
    /// `present`, `kind`, or the signal's name.
    let signal: String
    let count: Int
    let data: [UInt8]
  }

  struct PackedCounter: Sendable {
    let role: Counter.Role
    let name: String
    let unit: Unit
    let count: Int
    let samples: PackedSamples
  }

  let origin: Recording.Origin
  let description: RunDescription
  let markers: [Marker]
  let issues: [ImportIssue]
  /// The number of frames, or the reason why there is no timeline.
  let frames: Known<Int>
  /// The time from the first present to the last; `nil` without a timeline.
  let duration: Nanoseconds?
  let columns: [Column]
  let unplaced: [FrameKind: Int]
  let counters: [PackedCounter]
  let parts: PackedParts?
  let contentDigest: String

  init(_ recording: Recording) {
    let timeline = recording.timeline.value
    origin = recording.origin
    description = recording.description
    markers = recording.markers
    issues = recording.issues
    frames = recording.timeline.map(\.frameCount)
    duration = timeline?.duration
    columns = timeline.map(Self.columns) ?? Self.columns(of: recording.unplacedSignals)
    unplaced = timeline?.unplaced ?? [:]
    counters = recording.counters.map(Self.packed)
    parts = timeline?.parts.map { PackedParts($0) }
    contentDigest = ContentDigest.text(of: recording)
  }

  /// Whether the counts are accepted by `RunDecoder`.
  var isReadable: Bool {
    let hasPresents = frames.value != nil
    return columns.prefix(hasPresents ? 1 : columns.count).allSatisfy {
      PackedColumn.isPlausible(count: $0.count, bytes: $0.data.count)
    }
      && counters.allSatisfy {
        $0.count <= frames.value ?? 0
          || PackedColumn.isPlausible(count: $0.count, bytes: $0.samples.size)
      }
      && parts?.isPlausible ?? true
  }

  private static func columns(of timeline: FrameTimeline) -> [Column] {
    let presents = timeline.presents
    var columns = [
      Column(
        signal: FrameColumnName.present, count: presents.count,
        data: PackedTimeline.pack(presents: presents))
    ]
    if let kinds = timeline.kinds {
      let data = PackedTimeline.pack(kinds)
      columns.append(Column(signal: FrameColumnName.kind, count: kinds.count, data: data))
    }
    if let blames = timeline.blames {
      let data = PackedTimeline.pack(blames)
      columns.append(Column(signal: FrameColumnName.blame, count: blames.count, data: data))
    }
    if !timeline.unplacedDisplays.isEmpty {
      let displays = timeline.unplacedDisplays
      columns.append(
        Column(
          signal: FrameColumnName.unplacedDisplay, count: displays.count,
          data: PackedTimeline.pack(presents: displays)))
    }
    return columns + Self.columns(of: timeline.signals, presents: presents)
  }

  private static func columns(
    of signals: [FrameSignal: OptionalColumn], presents: NumberColumn<Nanoseconds> = []
  ) -> [Column] {
    signals.sorted { $0.key < $1.key }.map { signal, column in
      let data = PackedTimeline.pack(column, of: signal, presents: presents)
      return Column(signal: signal.rawValue, count: column.count, data: data)
    }
  }

  private static func packed(_ counter: Counter) -> PackedCounter {
    PackedCounter(
      role: counter.role, name: counter.name, unit: counter.unit, count: counter.samples.count,
      samples: PackedSamples(counter.samples))
  }
}

/// The names of frame columns that are not signals.
enum FrameColumnName {
  static let present = "present"
  static let kind = "kind"
  static let blame = "blame"
  static let unplacedDisplay = "unplaced_display"
}

extension FrameTimeline {
  /// The time from the first present to the last; `nil` if it exceeds 292 years.
  fileprivate var duration: Nanoseconds? {
    guard let first = presents.first, let last = presents.last else { return nil }
    let (difference, overflow) = last.subtractingReportingOverflow(first)
    return overflow ? nil : difference
  }
}
