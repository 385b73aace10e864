internal import Recordings
internal import Units

extension QualityCheck {
  /// The largest share of frames that may be left out without a finding: leaving them out changes no figure by a
  /// multiple.
  private static let tolerableShare = 0.05

  static let leftOutFrames = QualityCheck(
    id: "left-out-frames", severity: .warning,
    condition: """
      More than 5% of the frames in the trace are dropped frames, or generated and repeated frames, that the option \
      --frames does not select. Tools that count dropped, generated or repeated frames report other frame rates than \
      Hitchmark.
      """
  ) { evidence in
    guard let timeline = evidence.recording.timeline.value, evidence.frames != nil else {
      return []
    }
    let counts = FrameCounts(timeline)
    let selection = evidence.parameters.frames
    return FrameCounts.wideningSelections.compactMap { kinds, wider in
      let count = kinds.reduce(0) { $0 + (selection.includes($1) ? 0 : counts[$1]) }
      guard Double(count) > tolerableShare * Double(counts.all) else { return nil }
      let all = SelectedFrames.of(evidence.recording, selection: wider).value
      let isTimed = kinds.allSatisfy { timeline.unplaced[$0, default: 0] == 0 }
      let rate = isTimed ? all.map { Double($0.count) / $0.duration.seconds } : nil
      let names = kinds.filter { counts[$0] > 0 }.names
      let effect =
        rate.map {
          "if these frames are counted too, the average frame rate is \($0.oneDecimal) FPS"
        }
        ?? "the trace does not contain the times of these frames"
      return Strike(
        message: """
          \(count) of \(counts.all) frames are marked \(names) and are not counted; \(effect); \
          --frames \(wider.rawValue) counts these frames
          """)
    }
  }

  static let untimedFrames = QualityCheck(
    id: "untimed-frames", severity: .warning,
    condition: """
      The frames that the option --frames selects include frames whose times the trace does not contain, such as \
      generated frames whose presents were not recorded. Metrics leave out frames whose present times the trace does \
      not contain.
      """,
    withholds: """
      all metrics that are computed from the frames of the run, if more than 5% of the trace's frames are selected by \
      --frames but have no present time
      """
  ) { evidence in
    guard let timeline = evidence.recording.timeline.value, evidence.frames != nil else {
      return []
    }
    let kinds = [FrameKind.generated, .repeated].filter {
      evidence.parameters.frames.includes($0) && timeline.unplaced[$0, default: 0] > 0
    }
    let count = kinds.reduce(0) { $0 + timeline.unplaced[$1, default: 0] }
    let all = FrameCounts(timeline).all
    guard count > 0 else { return [] }
    let isTolerable = Double(count) <= tolerableShare * Double(all)
    let marked = "\(count) of \(all) frames are marked \(kinds.names)"
    return [
      Strike(
        message: """
          \(marked) and have no present times in this trace, so metrics of presents leave these frames out; \
          \(evidence.screen == nil ? "record the presents of these frames, or pass" : "those of the screen count them; pass") \
          --frames displayed
          """,
        reason: "\(marked) and have no present times in this trace",
        spoiled: isTolerable ? [] : [.frames, .longFrames])
    ]
  }
}

/// The number of frames of each kind (displayed, dropped, generated, repeated), with and without a present time.
private struct FrameCounts {
  private var counts = [Int](repeating: 0, count: FrameKind.allCases.count)

  /// The kinds of frames that metrics leave out by default, each with the `--frames` selection that includes them.
  static let wideningSelections: [(kinds: [FrameKind], selection: FrameSelection)] = [
    ([.dropped], .presented), ([.generated, .repeated], .all),
  ]

  /// Counts the frames of a timeline by kind; O(frames) if any frame is not displayed.
  ///
  /// Dropped frames without a present were never presented, and are not counted.
  init(_ timeline: FrameTimeline) {
    let displayed = Int(FrameKind.displayed.rawValue)
    if let kinds = timeline.kinds {
      for kind in kinds where kind != .idle { counts[Int(kind.rawValue)] += 1 }
    } else {
      counts[displayed] = timeline.frameCount
    }
    for (kind, count) in timeline.unplaced where kind != .dropped {
      counts[Int(kind.rawValue)] += count
    }
  }

  var all: Int { counts.reduce(0, +) }

  subscript(kind: FrameKind) -> Int { counts[Int(kind.rawValue)] }
}

extension QualityCheck {
  static let fewFrames = QualityCheck(
    id: "too-few-frames", severity: .warning,
    condition: """
      The run has fewer than 101 frames, too few for a 99.9th percentile of frame times, or fewer than 11 frames, too \
      few for a 99th percentile. If a percentile needs more frames than the run has, interpolation would give the \
      longest frame time a weight of more than 90% in the percentile.
      """,
    withholds: """
      the 99.9th percentile of frame times and the 0.1% lows, with fewer than 11 frames also the 99th percentile and \
      the 1% lows, and metrics computed from these values
      """
  ) { evidence in
    guard let count = evidence.frames?.count else { return [] }
    let missed = Tail.probabilities.filter { count < Tail.leastFrames(for: $0) }
    guard let last = missed.last else { return [] }
    let least = Tail.leastFrames(for: last)
    return [
      Strike(
        message: """
          \(count) frame\(count == 1 ? " is" : "s are") too few for the \(missed.ordinals), which \
          would only show the longest frame; at least \(least) are needed
          """)
    ]
  }

  static let lonelyPercentile = QualityCheck(
    id: "lonely-percentile", severity: .note,
    condition: """
      Only one frame of the run is longer than the 99th or the 99.9th percentile of the frame times, so the percentile \
      depends on a single frame. The 99.9th percentile has only one longer frame in runs of fewer than 1,001 frames, \
      and the 99th percentile in runs of fewer than 101 frames.
      """
  ) { evidence in
    guard let count = evidence.frames?.count else { return [] }
    return Tail.probabilities.filter {
      (Tail.leastFrames(for: $0)..<Tail.leastFramesBeyond($0)).contains(count)
    }.map {
      Strike(
        message:
          "\(count) frames are too few for the \($0.ordinal): the percentile depends on a single frame"
      )
    }
  }
}

extension QualityCheck {
  static let mergedFrames = QualityCheck(
    id: "merged-frames", severity: .warning,
    condition: """
      Rows that the trace should contain are missing or unreadable, but these are fewer than 10 rows or at most 1% of \
      all rows; at most 1% is only a note. A frame next to a missing row may have the time of two frames, so a long frame may not be a hitch.
      """
  ) { evidence in
    guard let frames = evidence.frames?.count, frames > 0, !evidence.withholdsLongFrames else {
      return []
    }
    let rows = evidence.damagedRows
    guard rows > 0 else { return [] }
    let slowest = max(1, frames / 100)
    let were = rows == 1 ? "row was" : "rows were"
    let doubtful = rows < slowest ? "\(rows) of the \(slowest) frames" : "all frames"
    return [
      Strike(
        message: """
          \(rows) \(were) lost or left out among \(frames) frames, so a frame time may cover two \
          frames; this affects the longest frame time, and up to \(doubtful) of the 1% low
          """,
        severity: rows * 99 > frames ? .warning : .note)
    ]
  }
}
