internal import Decoding
internal import Recordings
internal import Units

/// Collects the stages of Chrome's work on frames, such as `SendBeginMainFrameToCommit`.
///
/// Chrome writes the stages of a frame as asynchronous events between the beginning and the end of the frame's
/// `PipelineReporter` event, with the same id and categories. The limits of slices also bound the memory for stages.
struct ChromeStages {
  /// The stages of a frame whose `PipelineReporter` event has not ended yet.
  struct OpenFrame {
    /// A hash of the event's categories, which the events of its stages share.
    let category: UInt64
    fileprivate var begun: [(part: UInt16, start: Nanoseconds)] = []
    fileprivate var ended = ThreadSlices()

    /// Begins the list of a frame's stages.
    init(category: UInt64) { self.category = category }
  }

  private var names = SliceNames(kind: .stage)
  private var limits = SliceLimits()
  /// The durations of the stages of all presented frames.
  private var durations: [(part: UInt16, duration: Nanoseconds)] = []
  /// The end position in `durations` of the stages of each presented frame that has stages.
  private var ends: [Int] = []

  /// The problems found in the stages of frames.
  var issues: IssueLog {
    var issues = limits.issues
    if names.isFull {
      issues.note(.tooMany, line: nil, found: "distinct names of the stages of Chrome's frames")
    }
    return issues
  }

  // MARK: - Events

  /// Reads an event that begins or ends a stage of a frame.
  mutating func take(_ event: TraceEvent, name: Field, in frame: inout OpenFrame) {
    guard let time = event.time, time.isPlausible else {
      return limits.note(.outOfRange, "the time of the frame stage \(name.shown)")
    }
    let part = names.number(of: name)
    if event.phase == .asyncBegin {
      guard frame.begun.count < SliceLimits.deepest else {
        return limits.noteLimit(
          of: "frame stages nested more than \(SliceLimits.deepest) levels deep")
      }
      frame.begun.append((part, time))
    } else {
      end(part, at: time, in: &frame)
    }
  }

  /// Ends the innermost open stage that has a given name.
  private mutating func end(_ part: UInt16, at time: Nanoseconds, in frame: inout OpenFrame) {
    guard let index = frame.begun.lastIndex(where: { $0.part == part }) else {
      return limits.note(.unmatchedEnd, names.parts[Int(part)].name)
    }
    let start = frame.begun.remove(at: index).start
    guard time >= start else { return limits.note(.timeWentBack, names.parts[Int(part)].name) }
    frame.ended.add(part, from: start, to: time, &limits)
  }

  // MARK: - Frames

  /// Stores the time of each stage of a frame that was presented; stages that did not end are left out.
  ///
  /// - Parameter range: the time from the vsync of the frame to its present, at which its stages end.
  /// - Returns: the number of the frame's list of stages; `nil` if the frame has no stages.
  mutating func finish(_ frame: OpenFrame, within range: Range<Nanoseconds>) -> UInt32? {
    defer { remove(frame) }
    guard frame.ended.count > 0 else { return nil }
    guard durations.count < Self.mostDurations else {
      limits.noteLimit(of: "stages of the frames of Chrome")
      return nil
    }
    var stages = frame.ended
    for stage in stages.finish(&limits).work {
      let start = max(stage.start, range.lowerBound)
      let end = min(stage.end, range.upperBound)
      if (start, end) != (stage.start, stage.end) {
        limits.note(
          .outOfRange, "a stage of Chrome's work on a frame, partly outside the time of this frame")
      }
      if end > start { durations.append((stage.part, end - start)) }
    }
    ends.append(durations.count)
    return UInt32(ends.count - 1)
  }

  /// Removes the stages of a frame that did not reach the screen.
  mutating func remove(_ frame: OpenFrame) { limits.giveBack(frame.ended.count) }

  /// The maximum number of stored durations of stages; the stages of later frames are left out.
  private static let mostDurations = 1 << 20

  /// The time of each stage in each frame of a run; `nil` if no frame has stages.
  ///
  /// - Parameter lists: the number of the list of stages, for each frame.
  func parts(of lists: OptionalColumn) -> FrameParts? {
    guard !lists.isAllMissing else { return nil }
    var builder = FrameParts.Builder()
    for (frame, list) in lists.enumerated() {
      guard let list = list.map({ Int($0) }) else { continue }
      for (part, duration) in durations[(list > 0 ? ends[list - 1] : 0)..<ends[list]] {
        builder.add(duration, to: names.parts[Int(part)], ofFrame: frame)
      }
    }
    return builder.finish()
  }
}
