internal import Decoding

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
