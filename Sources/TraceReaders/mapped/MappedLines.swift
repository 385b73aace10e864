internal import Decoding
internal import Recordings

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
