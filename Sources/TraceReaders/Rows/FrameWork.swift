internal import Recordings
internal import Units

/// Collects how long the parts of the work on frames took, where a trace does not tell when frames were
/// presented.
///
/// Each part is counted for itself, in the order of the trace: row `k` of a column is the `k`-th of its part,
/// and need not be the same frame as row `k` of another.
struct FrameWork {
  private var durations: [FrameSignal: OptionalColumn] = [:]

  /// How many durations of the usual size it takes yet.
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
    room -= durations[signal]?.room(for: duration) ?? 1
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
      return column.finished()
    }
  }

  /// Why such a run has no timeline.
  static let reasonForNoTimeline =
    "the trace tells how long the work on frames took, and not when they were presented"
}

extension OptionalColumn {
  /// How many entries of the usual size one more may take the memory of.
  ///
  /// - Parameter value: of the entry; `nil` for a missing one.
  /// - Returns: 7 where it lies so far from the last one that it may have to be kept whole, in a list that doubles as it
  ///   grows, and 1 otherwise.
  func room(for value: Nanoseconds?) -> Int {
    guard let value else { return 1 }
    guard let last = last ?? nil else { return isEmpty ? 1 : 7 }
    // Of 64 such steps in a row, none leads out of what a block of the column spans.
    return (value &- last).magnitude < 1 << 25 ? 1 : 7
  }
}
