internal import Decoding

/// A history as it was taken apart, before its format is known.
enum HistoryContent: Sendable {
  case json(JSONNode, isScript: Bool)
  case table(DelimitedTable)

  /// What a script's assignment begins with.
  static let scriptName = "window.BENCHMARK_DATA"

  /// Takes a text apart: JSON where it begins like that, else a table.
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
        guard head.start != nil else { throw .unrecognised(path: source.path, start: nil) }
        let bytes = try source.rest()
        self = .table(try DelimitedTable(bytes, path: source.path, delimiter: delimiter))
      }
    }
  }

  /// The bytes up to the value that a script assigns; `nil` when it is no such script.
  private static func scriptPrefix(of bytes: [UInt8]) -> Int? {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
      bytes[start...].starts(with: scriptName.utf8),
      let sign = bytes.firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    let name = bytes[(start + scriptName.utf8.count)..<sign]
    // On one line, so that columns can be told.
    let isOneLine = !bytes[..<sign].contains(Byte.newline)
    return isOneLine && name.allSatisfy { $0 == 0x20 } ? sign + 1 : nil
  }

  /// The JSON, whether a script holds it or not; `nil` of a table.
  var root: JSONNode? {
    if case .json(let root, _) = self { root } else { nil }
  }

  /// The table; `nil` of JSON.
  var table: DelimitedTable? {
    if case .table(let table) = self { table } else { nil }
  }

  /// Its first names, as messages show them; `nil` when there are none.
  var start: String? {
    let names =
      switch self {
      case .json(let root, _): ((root.elements?.first ?? root).members ?? []).map(\.key)
      case .table(let table): table.names
      }
    return names.isEmpty ? nil : shortened(names.prefix(6).joined(separator: ", "))
  }
}
