internal import Decoding
internal import Recordings
internal import Units

/// The remaining capacity for slices of a trace, and the problems of its slices.
struct SliceLimits {
  /// The remaining number of slices and waits.
  private(set) var capacity = 1 << 20
  /// The problems of the slices.
  private(set) var issues = IssueLog()
  private var reached: Set<String> = []

  /// The maximum number of slices around a slice; deeper slices count for the slice around them.
  static let deepest = 512
  /// Shorter slices count for the slice around them, and shorter waits are ignored.
  static let shortest: Nanoseconds = 10_000
  /// The maximum number of threads whose slices are collected.
  static let mostThreads = 1 << 12

  /// Takes capacity for one slice or wait; `false` if there is none.
  mutating func take() -> Bool {
    guard capacity > 0 else {
      noteLimit(of: "slices")
      return false
    }
    capacity -= 1
    return true
  }

  /// Returns the capacity of slices that are no longer needed.
  mutating func giveBack(_ count: Int) { capacity += count }

  /// Records once that a limit was reached.
  mutating func noteLimit(of things: String) {
    if reached.insert(things).inserted { issues.note(.tooMany, line: nil, found: things) }
  }

  /// Records a problem of a slice.
  mutating func note(_ kind: ImportIssue.Kind, _ found: @autoclosure () -> String) {
    issues.note(kind, line: nil, found: found())
  }
}
