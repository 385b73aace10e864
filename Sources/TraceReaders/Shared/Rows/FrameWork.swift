internal import Decoding
internal import Recordings
internal import Units

/// Collects how long the parts of the work on frames took, where a trace does not tell when frames were
/// presented.
///
/// Each part is counted for itself, in the order of the trace: row `k` of a column is the `k`-th of its part,
/// and need not be the same frame as row `k` of another.
struct FrameWork {
  private var durations: [FrameSignal: OptionalColumn] = [:]

  /// How many more durations it takes.
  var room: Int

  /// Durations of a trace, at most: of build and raster times, nearly five hours at 60 Hz.
  static let most = 1 << 21

  /// Creates an empty collection.
  ///
  /// - Parameter room: for how many durations of all parts together.
  init(room: Int = most) { self.room = room }

  /// Takes the next duration of a part.
  ///
  /// - Parameters:
  ///   - duration: `nil` when the trace has none for this frame.
  ///   - signal: the part.
  /// - Returns: what to note; it is not taken then.
  mutating func append(_ duration: Nanoseconds?, to signal: FrameSignal) -> ImportIssue.Kind? {
    guard room > 0 else { return .tooMany }
    room -= 1
    durations[signal, default: OptionalColumn()].append(duration)
    return nil
  }

  /// Whether there is not one duration.
  var isEmpty: Bool { durations.values.allSatisfy(\.isAllMissing) }

  /// The columns with values, all as long as the longest.
  var signals: [FrameSignal: OptionalColumn] {
    let count = durations.values.map(\.count).max() ?? 0
    return durations.filter { !$0.value.isAllMissing }.mapValues { column in
      var column = column
      for _ in column.count..<count { column.append(nil) }
      return column
    }
  }

  /// Why such a run has no timeline.
  static let reasonForNoTimeline =
    "the trace tells how long the work on frames took, and not when they were presented"
}
