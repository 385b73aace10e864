package import Recordings

/// Walks over the lines of a trace that is text, but no table.
package struct TextLines: ~Copyable {
  /// What was wrong with the lines.
  package var issues = IssueLog()

  /// Number of the current line, from 1; 0 before the first.
  package private(set) var number = 0

  /// Whether the current line is the last and has no newline behind it: it may be cut off.
  package private(set) var isCut = false

  private var block: LineBlock?
  private var position = 0
  private var longLines = 0

  /// Creates a reader that is before the first line.
  package init() {}

  /// Moves on to the next line.
  ///
  /// - Parameter source: where the lines come from; the same in every call.
  /// - Returns: the line without its end, good until the next call; `nil` behind the last.
  /// - Throws: when the file cannot be read on.
  package mutating func next(in source: inout TraceSource) throws(TraceError) -> Field? {
    if position >= block?.count ?? 0 { try enterBlock(of: &source) }
    guard let block else { return nil }
    let start = block.start + position
    let rest = block.count - position
    let length = Memory.firstIndex(of: Byte.newline, start, count: rest) ?? rest
    position += length + 1
    number += 1
    isCut = position >= block.count && !block.endsInNewline
    let hasReturn = length > 0 && start[length - 1] == Byte.carriageReturn
    return Field(start: start, count: hasReturn ? length - 1 : length)
  }

  /// Notes what is wrong with the current line.
  ///
  /// - Parameters:
  ///   - kind: what is wrong; a last line without a newline is cut off, whatever else is wrong with it.
  ///   - field: what stands there.
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
