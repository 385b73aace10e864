internal import Decoding
internal import Recordings
internal import Units

/// Collects durations of the work on frames from a trace without present times.
///
/// Each part of the work, such as build time, has a separate column of durations in the order of the trace. Row `k` of
/// one column and row `k` of another column need not belong to the same frame.
struct FrameWork {
  private var durations: [FrameSignal: OptionalColumn] = [:]

  /// The remaining capacity for durations of the work on frames, as a number of durations.
  var capacity: Int

  /// The default capacity in durations: nearly five hours of build and raster times at 60 Hz.
  static let most = 1 << 21

  init(capacity: Int = most) { self.capacity = capacity }

  /// Adds the next duration of one part of the work on frames, such as build time.
  ///
  /// - Parameter duration: the duration of the part; `nil` if the trace has none for this frame.
  /// - Returns: an issue if the capacity is used up, so that the duration is ignored.
  mutating func append(_ duration: Nanoseconds?, to signal: FrameSignal) -> ImportIssue.Kind? {
    guard capacity > 0 else { return .tooMany }
    capacity -= 1
    durations[signal, default: OptionalColumn()].append(duration)
    return nil
  }

  /// Adds the durations of parts for which there is none yet.
  mutating func fill(from other: FrameWork) {
    durations.merge(other.durations) { own, _ in own }
  }

  /// Whether no duration with a value was added.
  var isEmpty: Bool { durations.values.allSatisfy(\.isAllMissing) }

  /// The columns of durations that have values, extended to the same length with missing values.
  var signals: [FrameSignal: OptionalColumn] {
    let count = durations.values.map(\.count).max() ?? 0
    return durations.filter { !$0.value.isAllMissing }.mapValues { column in
      var column = column
      for _ in column.count..<count { column.append(nil) }
      return column
    }
  }

  /// The reason why a run with only durations of work has no timeline, as a clause.
  static let reasonForNoTimeline =
    "the trace contains how long the work on frames took, but not when the frames were presented"
}
