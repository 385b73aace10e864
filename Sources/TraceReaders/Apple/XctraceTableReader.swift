internal import Recordings

/// Reads the rows of all tables in an export one after the other.
///
/// A value that came before stands as a mere reference to it. Those kept for that are bounded in number: a
/// name of a process comes again and again, a time hardly ever and then soon.
struct XctraceTableReader: ~Copyable {
  /// The row that was read last.
  private(set) var row = XctraceRow(schema: "", columns: [])
  /// The schemas of the tables so far, in the order of the file.
  private(set) var schemas: [String] = []
  /// What was wrong with the text.
  private(set) var issues = IssueLog()

  private var xml = XMLReader(ignoring: passedOver)
  private var times = RecentValues<Int64>(capacity: 1 << 16)
  private var values = RecentValues<XctraceCell>(capacity: 1 << 15)
  private var isAtEnd = false

  /// Stacks of calls, which are most of an export and no part of what is read.
  private static let passedOver: Set<String> = [
    "backtrace", "tagged-backtrace", "kperf-bt", "text-backtrace",
  ]

  /// Types whose values are times, each new but for those of the same moment.
  private static let timeTypes: Set<String> = ["start-time", "sample-time", "event-time"]

  private static let (longestText, mostColumns, mostSchemas) = (200, 64, 64)

  /// Goes to the next row.
  ///
  /// - Parameter source: standing at the beginning of the export at the first call.
  /// - Returns: `false` at the end.
  /// - Throws: when the text is no XML but for a missing end, or the file cannot be read on.
  mutating func next(in source: inout TraceSource) throws(TraceError) -> Bool {
    do throws(TraceError) {
      return try advance(in: &source)
    } catch {
      guard xml.isCutOff, !schemas.isEmpty else { throw error }
      issues.note(.truncatedText, line: nil)
      isAtEnd = true
      return false
    }
  }

  private mutating func advance(in source: inout TraceSource) throws(TraceError) -> Bool {
    while !isAtEnd {
      switch try xml.next(in: &source) {
      case .begin(let tag) where tag.name == "schema": try readSchema(tag, in: &source)
      case .begin(let tag) where tag.name == "row":
        try readRow(in: &source)
        return true
      case .begin, .text, .end: break
      case .finished: isAtEnd = true
      }
    }
    return false
  }

  // MARK: - Columns

  private mutating func readSchema(
    _ tag: XMLTag, in source: inout TraceSource
  ) throws(TraceError) {
    let name = harmless(tag["name"] ?? "", limit: Self.longestText)
    var columns: [String] = []
    var depth = 1
    var isMnemonic = false
    while depth > 0 {
      switch try xml.next(in: &source) {
      case .begin(let tag):
        depth += 1
        isMnemonic = tag.name == "mnemonic" && columns.count < Self.mostColumns
        if isMnemonic { columns.append("") }
      case .text(let text) where isMnemonic:
        if columns[columns.count - 1].utf8.count < Self.longestText {
          columns[columns.count - 1] += text
        }
      case .text: break
      case .end:
        depth -= 1
        isMnemonic = false
      case .finished: depth = 0
      }
    }
    row = XctraceRow(schema: name, columns: columns)
    if schemas.count < Self.mostSchemas, !schemas.contains(name) { schemas.append(name) }
  }

  // MARK: - Cells

  private mutating func readRow(in source: inout TraceSource) throws(TraceError) {
    row.cells.removeAll(keepingCapacity: true)
    while true {
      switch try xml.next(in: &source) {
      case .begin(let tag):
        let cell = try readCell(tag, in: &source)
        if row.cells.count < Self.mostColumns { row.cells.append(cell) }
      case .text: break
      case .end, .finished: return
      }
    }
  }

  /// Reads an element and those within it, which can be referred to as well.
  private mutating func readCell(
    _ tag: XMLTag, in source: inout TraceSource
  ) throws(TraceError) -> XctraceCell? {
    var text = ""
    while true {
      switch try xml.next(in: &source) {
      case .begin(let inner): _ = try readCell(inner, in: &source)
      case .text(let piece): if text.utf8.count < Self.longestText { text += piece }
      case .end, .finished: return cell(tag, text)
      }
    }
  }

  private mutating func cell(_ tag: XMLTag, _ text: String) -> XctraceCell? {
    if let reference = tag["ref"] { return referred(reference, type: tag.name) }
    guard tag.name != "sentinel" else { return nil }
    let shown = tag["fmt"] ?? text
    let isTime = Self.timeTypes.contains(tag.name)
    let cell = XctraceCell(
      number: Int64(text.filter { !$0.isWhitespace }),
      text: isTime || shown.isEmpty ? nil : harmless(shown, limit: Self.longestText))
    guard let id = tag["id"].flatMap({ Int64($0) }) else { return cell }
    if isTime {
      if let number = cell.number { times.set(id, to: number) }
    } else {
      values.set(id, to: cell)
    }
    return cell
  }

  private mutating func referred(_ reference: String, type: String) -> XctraceCell? {
    if let id = Int64(reference) {
      if Self.timeTypes.contains(type) {
        if let time = times.value(of: id) { return XctraceCell(number: time) }
      } else if let value = values.value(of: id) {
        return value
      }
    }
    issues.note(.brokenReference, line: nil, found: "\(shortened(type)) \(shortened(reference))")
    return nil
  }
}
