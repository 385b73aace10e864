internal import Recordings
internal import Units

/// Collects how long the parts of the work on frames took, where a trace does not tell when frames were
/// presented.
///
/// Each part is counted for itself, in the order of the trace: row `k` of a column is the `k`-th of its part,
/// and need not be the same frame as row `k` of another.
struct FrameWork {
  private var durations: [FrameSignal: [Nanoseconds?]] = [:]

  /// Takes the next duration of a part.
  ///
  /// - Parameters:
  ///   - duration: `nil` when the trace has none for this frame.
  ///   - signal: the part.
  mutating func append(_ duration: Nanoseconds?, to signal: FrameSignal) {
    durations[signal, default: []].append(duration)
  }

  /// Whether there is not one duration.
  var isEmpty: Bool { durations.values.allSatisfy { $0.allSatisfy { $0 == nil } } }

  /// The columns with values, all as long as the longest.
  var signals: [FrameSignal: OptionalColumn] {
    let count = durations.values.map(\.count).max() ?? 0
    return durations.filter { $0.value.contains { $0 != nil } }.mapValues { values in
      let missing = [Nanoseconds?](repeating: nil, count: count - values.count)
      return OptionalColumn(values + missing)
    }
  }

  /// Why such a run has no timeline.
  static let reasonForNoTimeline =
    "the trace tells how long the work on frames took, and not when they were presented"
}
