internal import Decoding
internal import Recordings

extension ColumnMap {
  func readTable(
    _ source: inout TraceSource, _ head: TraceHead
  ) throws(TraceError) -> TraceRun {
    guard let header = header(in: head) else {
      throw .notThisFormat(path: source.name, format: "mapped", missing: [])
    }
    var reader = NativeReader(below: header, of: &source, mapped: !readsRates)
    try reader.readRows(in: &source)
    return withRates(
      try reader.finish(.init(source: source.name, format: "mapped", dialect: "CSV")))
  }

  func readArray(
    _ source: inout TraceSource, _ dialect: String
  ) throws(TraceError) -> TraceRun {
    var elements = ArrayRows(paths: entries.map(\.column))
    var rows = TraceSource(bytes: [], name: source.name)
    var reader = NativeReader(
      below: CSVHeader(entries.map(\.nativeName), line: 0), of: &rows, mapped: !readsRates)
    while try elements.readOn(in: &source) {
      rows = TraceSource(bytes: elements.rows, name: source.name)
      try reader.readRows(in: &rows)
    }
    if let missing = elements.missing {
      throw .refused(path: source.name, Self.noColumn(missing, among: elements.members.sorted()))
    }
    return withRates(
      try reader.finish(.init(source: source.name, format: "mapped", dialect: dialect)))
  }

  func readLines(
    _ source: inout TraceSource, _ dialect: String
  ) throws(TraceError) -> TraceRun {
    var lines = MappedLines(paths: entries.map(\.column))
    let header = CSVHeader(entries.map(\.nativeName), line: 0)
    var rows = TraceSource(bytes: [], name: source.name)
    var reader = NativeReader(below: header, of: &rows, mapped: !readsRates)
    while try lines.readOn(in: &source) {
      rows = TraceSource(bytes: lines.rows, name: source.name)
      try reader.readRows(in: &rows)
    }
    if let missing = lines.missing {
      throw .refused(
        path: source.name, Self.noColumn(missing, among: lines.members.sorted()))
    }
    var run = try reader.finish(.init(source: source.name, format: "mapped", dialect: dialect))
    run.recording.issues += lines.issues
    return withRates(run)
  }

  /// The run with the mean of its sampled frame rates, if it has no frames.
  private func withRates(_ run: TraceRun) -> TraceRun {
    guard readsRates else { return run }
    var run = run
    run.recording.timeline = .withheld(
      because: "the column of frame rates contains samples, and no frames")
    if let mean = run.recording.counters.sampledFrameRate(named: Self.rate) {
      run.recording.description.scalars.append(mean)
    }
    let hasTimes = entries.contains { $0.nativeName.hasPrefix("timestamp_") }
    if !hasTimes { run.recording.counters = [] }
    return run
  }
}

/// Converts a JSON array of numbers or objects to CSV rows.
struct ArrayRows: ~Copyable {
  /// The CSV rows of the elements that were converted last, one per line.
  private(set) var rows: [UInt8] = []
  /// The paths of the members in the array's objects, such as `frame.time`, including the requested members.
  private(set) var members: Set<String> = []

  private var json = JSONReader()
  private let paths: [String]
  private var seen: Set<String> = []
  private var isOpen = false
  private var isAtEnd = false

  private static let (most, mostMembers, deepest) = (1 << 16, 200, 32)

  /// Creates a converter of a JSON array.
  ///
  /// - Parameter paths: the paths of the requested members, in the order of the rows' fields; `1` for elements that are
  ///   numbers.
  init(paths: [String]) { self.paths = paths }

  /// The first requested member that no object of the array had; `nil` if all members were found.
  var missing: String? { paths.first { !seen.contains($0) } }

  /// Converts the next elements of the array to rows; `false` at the end of the array.
  mutating func readOn(in source: inout TraceSource) throws(TraceError) -> Bool {
    rows.removeAll(keepingCapacity: true)
    if !isOpen { isAtEnd = !(try json.enterArray(in: &source)) }
    isOpen = true
    while !isAtEnd, rows.count < Self.most {
      guard let token = try json.nextElement(in: &source) else {
        isAtEnd = true
        // Reading on throws if anything follows the array.
        _ = try json.next(in: &source)
        break
      }
      var fields = paths.map { _ in "" }
      try take(token, at: "", depth: 0, &fields, in: &source)
      rows += fields.joined(separator: ",").utf8
      rows.append(Byte.newline)
    }
    return !rows.isEmpty
  }

  private mutating func take(
    _ token: JSONToken, at path: String, depth: Int, _ fields: inout [String],
    in source: inout TraceSource
  ) throws(TraceError) {
    switch token {
    case .beginObject where depth < Self.deepest:
      while let key = try json.nextKey(in: &source) {
        let inner = path.isEmpty ? key : "\(path).\(key)"
        try take(try json.next(in: &source), at: inner, depth: depth + 1, &fields, in: &source)
      }
    case .number: note("\(json.text)", at: path.isEmpty ? "1" : path, &fields)
    case .string:
      note(json.text.filter { $0 != "," && $0 != "\"" && !$0.isNewline }, at: path, &fields)
    case .bool(let value): note(value ? "1" : "0", at: path, &fields)
    default: try json.skipRest(of: token, in: &source)
    }
  }

  private mutating func note(_ text: String, at path: String, _ fields: inout [String]) {
    if members.count < Self.mostMembers { members.insert(path) }
    guard let slot = paths.firstIndex(of: path) else { return }
    seen.insert(path)
    fields[slot] = text
  }
}

/// Converts lines with one JSON object each to CSV rows, with one field per requested member.
struct MappedLines: ~Copyable {
  /// The CSV rows of the lines that were converted last, one per line; an empty row for a line without an object.
  private(set) var rows: [UInt8] = []

  /// The paths of the members in the first objects, such as `frame.time`.
  private(set) var members: Set<String> = []

  private let paths: [String]
  private var seen: Set<String> = []
  private var lines = TextLines()

  /// The maximum number of bytes converted at once, and of member paths that are stored.
  private static let (most, mostMembers) = (1 << 16, 200)

  /// Creates a converter of lines with JSON objects.
  ///
  /// - Parameter paths: the paths of the requested members, in the order of the rows' fields.
  init(paths: [String]) { self.paths = paths }

  /// The first requested member that no object of the file had; `nil` if all members were found.
  var missing: String? { paths.first { !seen.contains($0) } }

  /// The problems of lines that are not JSON objects.
  var issues: [ImportIssue] { lines.issues.inOrder }

  /// Converts the next lines to CSV rows; `false` at the end of the file.
  mutating func readOn(in source: inout TraceSource) throws(TraceError) -> Bool {
    rows.removeAll(keepingCapacity: true)
    while rows.count < Self.most {
      guard let line = try lines.next(in: &source) else { break }
      if line.trimmed.count > 0 { take(line) }
      rows.append(Byte.newline)
    }
    return !rows.isEmpty
  }

  private mutating func take(_ line: Field) {
    var fields = paths.map { _ in "" }
    do throws(JSONFault) {
      try readMembers(of: line, into: &fields)
    } catch {
      return lines.note(.unusableRow, line)
    }
    guard fields.contains(where: { !$0.isEmpty }) else { return }
    rows += fields.joined(separator: ",").utf8
  }

  private mutating func readMembers(
    of line: Field, into fields: inout [String]
  ) throws(JSONFault) {
    var tokenizer = JSONTokenizer()
    tokenizer.append(UnsafeBufferPointer(start: line.start, count: line.count))
    tokenizer.finish()
    var keys: [String] = []
    while let token = try tokenizer.next(), token != .end {
      switch token {
      case .beginObject, .beginArray: keys.append(token == .beginArray ? "[]" : "")
      case .endObject, .endArray: keys.removeLast()
      case .key: keys[keys.count - 1] = tokenizer.field.text
      case .number, .string: take(tokenizer.field, at: keys.joined(separator: "."), &fields)
      case .bool(let value): take(value ? "1" : "0", at: keys.joined(separator: "."), &fields)
      case .null, .notANumber, .end: break
      }
    }
  }

  private mutating func take(_ field: Field, at path: String, _ fields: inout [String]) {
    guard paths.contains(path) || members.count < Self.mostMembers else { return }
    // Separators and quotes are removed; the reader of rows then reports text that is not a number.
    take(field.text.filter { $0 != "," && $0 != "\"" && !$0.isNewline }, at: path, &fields)
  }

  private mutating func take(_ text: String, at path: String, _ fields: inout [String]) {
    if members.count < Self.mostMembers { members.insert(path) }
    guard let slot = paths.firstIndex(of: path) else { return }
    seen.insert(path)
    fields[slot] = text
  }
}
