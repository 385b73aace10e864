internal import Decoding
internal import Recordings

/// Reads the rows of all tables in an Instruments export one by one.
///
/// In an export, repeated values are references to the first occurrence of the value. Only the most recent values are
/// cached: process names recur throughout the file, and times only within a few rows.
struct XctraceTableReader: ~Copyable {
  private(set) var row = XctraceRow(schema: "", columns: [])
  /// The schemas of the tables that were read so far, in the order of the file.
  private(set) var schemas: [String] = []
  /// The problems found in the export's text.
  private(set) var issues = IssueLog()

  private var xml = XMLReader(ignoring: passedOver)
  private var numbers = RecentValues<Int64>(capacity: 1 << 15)
  private var values = RecentValues<XctraceCell>(capacity: 1 << 14)
  /// The text so far of each XML element within the row that is open, from the outermost.
  private var contents: [[UInt8]] = []
  private var isAtEnd = false

  /// The XML elements that are skipped: call stacks, which make up most of an export.
  private static let passedOver: [StaticString] = [
    "backtrace", "tagged-backtrace", "kperf-bt", "text-backtrace",
  ]

  /// The types of XML elements that contain plain integers, whose text is not needed, and that rarely repeat.
  private static let numberTypes: [StaticString] = [
    "start-time", "sample-time", "event-time", "duration", "uint64", "uint32", "connection-uuid64",
    "weight",
  ]

  /// The maximum length of a cell's text in characters, and of its source in bytes.
  private static let (longestText, longestBytes) = (200, 800)
  private static let (mostColumns, mostSchemas) = (64, 64)

  /// Moves to the next row of the exported tables.
  ///
  /// - Parameter source: at the beginning of the export in the first call.
  /// - Returns: `false` at the end of the export.
  /// - Throws: if the text is not XML, apart from a missing end, or the file cannot be read.
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
      case .begin where xml.words.isExactly("row"):
        try readRow(in: &source)
        return true
      case .begin where xml.words.isExactly("schema"): try readSchema(in: &source)
      case .begin, .text, .end: break
      case .finished: isAtEnd = true
      }
    }
    return false
  }

  // MARK: - Columns

  private mutating func readSchema(in source: inout TraceSource) throws(TraceError) {
    let name = harmless(xml.attribute("name")?.text ?? "", limit: Self.longestText)
    var columns: [String] = []
    var depth = 1
    var isMnemonic = false
    while depth > 0 {
      switch try xml.next(in: &source) {
      case .begin:
        depth += 1
        isMnemonic = xml.words.isExactly("mnemonic") && columns.count < Self.mostColumns
        if isMnemonic { columns.append("") }
      case .text where isMnemonic:
        if columns[columns.count - 1].utf8.count < Self.longestText {
          columns[columns.count - 1] += xml.words.prefix(Self.longestBytes).text
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
      case .begin:
        let cell = try readCell(in: &source, depth: 0)
        if row.cells.count < Self.mostColumns { row.cells.append(cell) }
      case .text: break
      case .end, .finished: return
      }
    }
  }

  /// The meaning of a cell's opening tag: a known value, or a new one.
  private enum Opening {
    /// The tag refers to an earlier value, or says explicitly that there is no value.
    case known(XctraceCell?)
    /// The tag begins a new value; `shown` is the text in Instruments, or `nil` if there is none or it is not needed.
    case new(id: Int64?, isNumber: Bool, shown: String?)
  }

  /// Reads the cell whose element was opened last, and its children, which later cells may refer to as well.
  private mutating func readCell(
    in source: inout TraceSource, depth: Int
  ) throws(TraceError) -> XctraceCell? {
    let opening = takeOpening()
    if contents.count == depth { contents.append([]) }
    contents[depth].removeAll(keepingCapacity: true)
    while true {
      switch try xml.next(in: &source) {
      case .begin: _ = try readCell(in: &source, depth: depth + 1)
      case .text:
        if contents[depth].count < Self.longestText {
          contents[depth] += xml.words.prefix(Self.longestBytes).bytes
        }
      case .end, .finished: return cell(opening, contents[depth])
      }
    }
  }

  private mutating func takeOpening() -> Opening {
    let type = xml.words
    let isNumber = Self.numberTypes.contains { type.isExactly($0) }
    if let reference = xml.attribute("ref") {
      return .known(referred(reference, type, isNumber: isNumber))
    }
    if type.isExactly("sentinel") { return .known(nil) }
    return .new(
      id: xml.attribute("id").flatMap { wholeNumber($0.bytes) }, isNumber: isNumber,
      shown: isNumber ? nil : xml.attribute("fmt")?.prefix(Self.longestBytes).text)
  }

  private mutating func cell(_ opening: Opening, _ content: [UInt8]) -> XctraceCell? {
    switch opening {
    case .known(let cell): return cell
    case .new(let id, let isNumber, let shown):
      let number = content.withUnsafeBufferPointer { wholeNumber($0) }
      if isNumber {
        if let id, let number { numbers.set(id, to: number) }
        return XctraceCell(number: number)
      }
      let text = shown ?? String(decoding: content, as: UTF8.self)
      let cell = XctraceCell(
        number: number, text: text.isEmpty ? nil : harmless(text, limit: Self.longestText))
      if let id { values.set(id, to: cell) }
      return cell
    }
  }

  private mutating func referred(
    _ reference: Field, _ type: Field, isNumber: Bool
  ) -> XctraceCell? {
    if let id = wholeNumber(reference.bytes) {
      if isNumber {
        if let number = numbers.value(of: id) { return XctraceCell(number: number) }
      } else if let value = values.value(of: id) {
        return value
      }
    }
    issues.note(.brokenReference, line: nil, found: "\(type.shown) \(reference.shown)")
    return nil
  }
}

/// Parses bytes as an integer, with or without white space around it; `nil` if they are not an integer.
private func wholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
  var (start, end) = (0, bytes.count)
  while start < end, bytes[start] <= 0x20 { start += 1 }
  while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
  let isNegative = start < end && bytes[start] == UInt8(ascii: "-")
  if isNegative { start += 1 }
  guard start < end else { return nil }
  var number: Int64 = 0
  for index in start..<end {
    let digit = bytes[index] &- UInt8(ascii: "0")
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
    let (sum, isTooFar) = product.subtractingReportingOverflow(Int64(digit))
    guard digit < 10, !isTooLarge, !isTooFar else { return nil }
    number = sum
  }
  // Negative digits are accumulated, because the smallest integer has no positive counterpart.
  return isNegative ? number : number == .min ? nil : -number
}

extension Field {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  /// The first bytes of the field, at most `limit`.
  fileprivate func prefix(_ limit: Int) -> Field {
    Field(start: start, count: min(count, limit))
  }
}

/// A bounded id → value cache with least-recently-used eviction.
///
/// The cache has two generations of values. A lookup moves the value to the young generation; if the young generation
/// is full, the old generation is dropped.
struct RecentValues<Value> {
  private var young: [Int64: Value] = [:]
  private var old: [Int64: Value] = [:]
  private let capacity: Int

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: the size of a generation, so that at least this many and at most twice as many values are
  ///   stored.
  init(capacity: Int) { self.capacity = capacity }

  mutating func set(_ number: Int64, to value: Value) {
    if young.count >= capacity {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
    }
    young[number] = value
  }

  /// The cached value of an id; `nil` if the value was never stored or was evicted.
  mutating func value(of number: Int64) -> Value? {
    if let value = young[number] { return value }
    guard let value = old[number] else { return nil }
    set(number, to: value)
    return value
  }
}

/// A cell of an exported Instruments table: a number, its formatted text, or both.
struct XctraceCell: Equatable {
  /// The content of the cell as an integer in the unit of its type; times are in nanoseconds.
  var number: Int64?
  /// The text that Instruments shows for the cell.
  var text: String?

  /// The number at the beginning of the text, with decimals, such as 58.5 in `58.5 FPS`; the integer if the text has none.
  ///
  /// The text has the decimal separator of the Mac's language.
  var decimal: Double? {
    let digits = text?.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," } ?? ""
    return Double(digits.replacing(",", with: ".")) ?? number.map(Double.init)
  }
}

/// A row of a table that `xctrace export` wrote.
struct XctraceRow {
  /// The name of the table's schema, such as `hitches`.
  let schema: String

  /// The mnemonics (short names) of the table's columns.
  let columns: [String]

  /// The cells of the row in the order of the columns; `nil` for a cell without a value.
  var cells: [XctraceCell?] = []

  /// The cell of a column in the row; `nil` if there is no such column, or the cell has no value.
  subscript(column: String) -> XctraceCell? {
    guard let index = columns.firstIndex(of: column), index < cells.count else { return nil }
    return cells[index]
  }
}
