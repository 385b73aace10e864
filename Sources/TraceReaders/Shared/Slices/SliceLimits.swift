internal import Decoding
internal import Recordings
internal import Units

/// The limits of a trace's slices: the remaining capacity, and the issues of slices that exceed a limit.
struct SliceLimits {
  /// The remaining number of slices and waits that can be stored.
  private(set) var capacity = 1 << 20
  /// The problems found in the slices of the trace.
  private(set) var issues = IssueLog()
  private var reached: Set<String> = []

  /// The maximum nesting depth of slices; the time of a deeper slice counts for the slice around it.
  static let deepest = 512
  /// The shortest slice or wait of a thread that is stored.
  ///
  /// The time of a shorter slice counts for the slice around it; a shorter wait is ignored.
  static let shortest: Nanoseconds = 10_000
  /// The maximum number of threads whose slices are collected.
  static let mostThreads = 1 << 12

  /// Reserves capacity for one slice or wait; `false` if no capacity is left.
  mutating func take() -> Bool {
    guard capacity > 0 else {
      noteLimit(of: "slices")
      return false
    }
    capacity -= 1
    return true
  }

  /// Makes the capacity of slices that are no longer needed available again.
  mutating func giveBack(_ count: Int) { capacity += count }

  /// Records that a limit was reached, once for each kind of limit.
  mutating func noteLimit(of things: String) {
    if reached.insert(things).inserted { issues.note(.tooMany, line: nil, found: things) }
  }

  /// Records a problem of a slice as an issue.
  mutating func note(_ kind: ImportIssue.Kind, _ found: @autoclosure () -> String) {
    issues.note(kind, line: nil, found: found())
  }
}
