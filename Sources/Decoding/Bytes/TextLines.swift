package import Recordings

/// Iterates over the lines of a trace that is text but not a table.
///
///     var lines = TextLines()
///     while let line = try lines.next(in: &source) {
///         if line.starts(with: "#") { continue }
///     }
package struct TextLines: ~Copyable {
  /// The problems found in the lines of the trace.
  package var issues = IssueLog()

  /// The line number of the trace's current line, from 1; 0 before the first line.
  package private(set) var number = 0

  /// Whether the current line is the last line of the trace and has no newline: it may be cut off.
  package private(set) var isCut = false

  private var block: LineBlock?
  private var position = 0
  private var longLines = 0

  /// Creates an iterator over the lines of a trace, before the first line.
  package init() {}

  /// Moves to the next line of the trace.
  ///
  /// - Parameter source: must be the same in every call.
  /// - Returns: the line without its end, valid until the next call; `nil` after the last line.
  package mutating func next(in source: inout TraceSource) throws(TraceError) -> Field? {
    if position >= block?.count ?? 0 { try enterBlock(of: &source) }
    guard let block else { return nil }
    let start = block.start + position
    let rest = block.count - position
    let length = Memory.firstIndex(of: Byte.newline, start, count: rest) ?? rest
    position += length + 1
    number += 1
    isCut = position >= block.count && !block.endsInNewline
    // A Windows console makes CR CR LF of the CR LF that adb sends.
    var end = length
    while end > 0, start[end - 1] == Byte.carriageReturn { end -= 1 }
    return Field(start: start, count: end)
  }

  /// Records a problem in the trace's current line.
  ///
  /// If the last line has no newline, a problem in it that is more severe than a note is recorded as a cut-off line.
  package mutating func note(_ kind: ImportIssue.Kind, _ field: Field? = nil) {
    let isBroken = isCut && kind.severity > .note
    issues.note(isBroken ? .truncatedLine : kind, line: number, found: field?.shown)
  }

  private mutating func enterBlock(of source: inout TraceSource) throws(TraceError) {
    block = try source.nextBlock()
    position = 0
    while longLines < source.longLineCount {
      longLines += 1
      number += 1
      issues.note(.longLine, line: number)
    }
  }
}
