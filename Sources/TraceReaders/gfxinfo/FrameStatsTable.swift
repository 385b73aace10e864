internal import Decoding
internal import Recordings
internal import Units

/// A column of `dumpsys gfxinfo framestats`.
///
/// The names of these columns in the table differ from the names here only in case.
enum FrameStatsColumn: Int, CaseIterable {
  case flags
  case intendedVsync
  case frameCompleted
  case handleInputStart
  case animationStart
  case performTraversalsStart
  case drawStart
  case syncQueued
  case syncStart
  case issueDrawCommandsStart
  case frameDeadline
  case frameInterval
  case frameStartTime
  case swapBuffers
  case swapBuffersCompleted
  case commandSubmissionCompleted
  case gpuCompleted
  case displayPresentTime
}

/// Reads the `framestats` table of one window: its header, and its rows one by one.
struct FrameStatsTable {
  private let positions: [Int?]
  private let fieldCount: Int
  private var values: [Nanoseconds]

  /// The result of reading a line of the table: a row, or a problem.
  enum Reading {
    case row
    /// The row of the table cannot be used, for this reason.
    case problem(ImportIssue.Kind)
  }

  /// Parses the header of a `framestats` table; `nil` if the line is not such a header.
  init?(_ header: CSVHeader) {
    guard header.has("Flags", "IntendedVsync", "FrameCompleted") else { return nil }
    positions = FrameStatsColumn.allCases.map { header.column("\($0)") }
    fieldCount = header.names.last == "" ? header.count - 1 : header.count
    values = Array(repeating: 0, count: fieldCount)
  }

  /// The dialect of the `framestats` table, named after the Android versions that write it.
  static func dialect(of header: CSVHeader) -> String {
    if header.has("WorkloadTarget") { return GfxInfoDialect.workloadTarget }
    return header.has("FrameTimelineVsyncId") ? GfxInfoDialect.since12 : GfxInfoDialect.to11
  }

  /// Parses a line below the header: integers, with or without a comma after the last integer.
  mutating func read(_ line: Field) -> Reading {
    var fields = 0
    var start = 0
    hasAbsurdTime = false
    for end in 0...line.count where end == line.count || line.start[end] == Byte.comma {
      if end == line.count, start == end { break }
      guard fields < fieldCount else { return .problem(.unusableRow) }
      let field = Field(start: line.start + start, count: end - start)
      switch field.nanoseconds(in: .nanoseconds) {
      case .value(let value): values[fields] = value
      // In the table, the largest 64-bit integer represents a missing deadline or input.
      case .problem(.outOfRange), .missing:
        values[fields] = 0
        hasAbsurdTime = hasAbsurdTime || (field.count > 0 && !field.isWord("9223372036854775807"))
      case .problem(let kind): return .problem(kind)
      }
      fields += 1
      start = end + 1
    }
    return fields == fieldCount ? .row : .problem(.shortRow)
  }

  /// The value of a column in the last row; `nil` if the table does not have the column, or the value is unknown.
  subscript(column: FrameStatsColumn) -> Nanoseconds? {
    guard let position = positions[column.rawValue] else { return nil }
    return values[position] > 0 ? values[position] : nil
  }

  /// Whether the last row has a time that no clock can show.
  private(set) var hasAbsurdTime = false

  /// Whether Android marks the last row as not representative: the window changed, or nothing was drawn.
  var isFlagged: Bool { self[.flags] != nil }

  /// The interval between refreshes in the last row; `nil` if the row does not contain it.
  ///
  /// Android 12 to 14 swap the column of the interval and the column of the frame's start. The two values are easily
  /// distinguished, because the interval is a duration and the start is a time.
  var interval: Nanoseconds? {
    [self[.frameInterval], self[.frameStartTime]].compactMap { $0 }.first { $0 <= .perSecond }
  }
}
