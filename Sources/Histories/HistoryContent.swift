internal import Decoding

/// A parsed history, before its format is known.
enum HistoryContent: Sendable {
  case json(JSONNode, isScript: Bool)
  case table(DelimitedTable)

  /// The beginning of the script that github-action-benchmark writes.
  static let scriptName = "window.BENCHMARK_DATA"

  /// Parses a text as JSON if it begins like JSON, and as a table otherwise.
  init(
    _ source: inout HistorySource, delimiter: HistoryOptions.Delimiter?
  ) throws(HistoryError) {
    let head = try source.head()
    switch head.firstVisibleByte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      self = .json(try source.json(), isScript: false)
    default:
      if let prefix = Self.scriptPrefix(of: head.bytes) {
        let value = try source.json(behind: prefix)
        self = .json(value, isScript: true)
      } else {
        guard head.start != nil else { throw .unrecognized(path: source.path, start: nil) }
        let bytes = try source.rest()
        self = .table(try DelimitedTable(bytes, path: source.path, delimiter: delimiter))
      }
    }
  }

  /// The length of the script up to the assigned value; `nil` if the text is not such a script.
  private static func scriptPrefix(of bytes: [UInt8]) -> Int? {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
      bytes[start...].starts(with: scriptName.utf8),
      let sign = bytes.firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    let name = bytes[(start + scriptName.utf8.count)..<sign]
    // The assignment must be on one line, so that columns in messages are right.
    let isOneLine = !bytes[..<sign].contains(Byte.newline)
    return isOneLine && name.allSatisfy { $0 == 0x20 } ? sign + 1 : nil
  }

  /// The JSON value, also if it is within a script; `nil` for a table.
  var root: JSONNode? {
    if case .json(let root, _) = self { root } else { nil }
  }

  /// The table; `nil` for JSON.
  var table: DelimitedTable? {
    if case .table(let table) = self { table } else { nil }
  }

  /// The first names in the text, for messages; `nil` if there are none.
  var start: String? {
    let names =
      switch self {
      case .json(let root, _): ((root.elements?.first ?? root).members ?? []).map(\.key)
      case .table(let table): table.names
      }
    return names.isEmpty ? nil : shortened(names.prefix(6).joined(separator: ", "))
  }
}
