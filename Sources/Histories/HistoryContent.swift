internal import Decoding

/// The parsed text of a benchmark history whose format is not known yet: a JSON value or a table.
enum HistoryContent: Sendable {
  case json(JSONNode, isScript: Bool)
  case table(DelimitedTable)

  /// The beginning of the script that github-action-benchmark writes around its JSON value.
  static let scriptName = "window.BENCHMARK_DATA"

  /// Parses the text of a history: as JSON if it begins like JSON or github-action-benchmark's script, otherwise as a
  /// table.
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

  /// The length of the script up to the JSON value that it assigns; `nil` if the text is not github-action-benchmark's
  /// script.
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

  /// The JSON value of the history, also if it is within a script; `nil` for a table.
  var root: JSONNode? {
    if case .json(let root, _) = self { root } else { nil }
  }

  /// The table of the history; `nil` if the history is JSON.
  var table: DelimitedTable? {
    if case .table(let table) = self { table } else { nil }
  }

  /// The first names of members or columns in the history, for messages; `nil` if there are none.
  var start: String? {
    let names =
      switch self {
      case .json(let root, _): ((root.elements?.first ?? root).members ?? []).map(\.key)
      case .table(let table): table.names
      }
    return names.isEmpty ? nil : shortened(names.prefix(6).joined(separator: ", "))
  }
}
