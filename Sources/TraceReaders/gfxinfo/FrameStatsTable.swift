internal import Decoding
internal import Recordings
internal import Units

/// What a column of `dumpsys gfxinfo framestats` says; the table calls it the same, in another case.
enum FrameStatsColumn: Int, CaseIterable {
  case flags
  case intendedVsync
  case frameCompleted
  case handleInputStart
  case frameDeadline
  case frameInterval
  case frameStartTime
  case swapBuffers
  case swapBuffersCompleted
  case commandSubmissionCompleted
  case gpuCompleted
  case displayPresentTime
}

/// The table of one window: its header, and the row read last.
struct FrameStatsTable {
  private let positions: [Int?]
  private let fieldCount: Int
  private var values: [Nanoseconds]

  /// What became of a line.
  enum Reading {
    case row
    /// It cannot be used.
    case problem(ImportIssue.Kind)
  }

  /// Reads a header; `nil` when it is none.
  ///
  /// - Parameter header: a line with the columns' names, a comma behind the last.
  init?(_ header: CSVHeader) {
    guard header.has("Flags", "IntendedVsync", "FrameCompleted") else { return nil }
    positions = FrameStatsColumn.allCases.map { header.column("\($0)") }
    fieldCount = header.names.last == "" ? header.count - 1 : header.count
    values = Array(repeating: 0, count: fieldCount)
  }

  /// The edition of the table, after the Android versions that write it.
  static func dialect(of header: CSVHeader) -> String {
    if header.has("WorkloadTarget") { return GfxInfoDialect.workloadTarget }
    return header.has("FrameTimelineVsyncId") ? GfxInfoDialect.since12 : GfxInfoDialect.to11
  }

  /// Reads a line below the header.
  ///
  /// - Parameter line: fields of whole numbers, with or without a comma behind the last.
  /// - Returns: what the line is.
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
      // The largest number of all is written for a missing deadline or input.
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

  /// A value of the row read last; `nil` when the table has no such column, or nothing is known.
  subscript(column: FrameStatsColumn) -> Nanoseconds? {
    guard let position = positions[column.rawValue] else { return nil }
    return values[position] > 0 ? values[position] : nil
  }

  /// Whether the row read last has a time that no clock shows.
  private(set) var hasAbsurdTime = false

  /// Whether the platform says that the row is no measure of performance: the window changed, or
  /// nothing was drawn.
  var isFlagged: Bool { self[.flags] != nil }

  /// The display's interval between refreshes.
  ///
  /// Android 12 to 14 name it and the beginning of the frame the wrong way round; one is a duration,
  /// the other a time.
  var interval: Nanoseconds? {
    [self[.frameInterval], self[.frameStartTime]].compactMap { $0 }.first { $0 <= .perSecond }
  }
}
