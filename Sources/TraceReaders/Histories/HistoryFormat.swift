/// One format of histories: what it is called, how it is recognised, how it is read.
///
/// A new format is one file in `Histories/Formats/` and one line in `all`.
public struct HistoryFormat: Sendable {
  /// The short name, such as `asv`; public interface.
  public let id: String

  /// The name in prose.
  public let title: String

  /// What is read, in a clause.
  public let summary: String

  /// What becomes of what the format has, for the documentation.
  public let mapping: [Mapping]

  /// Looks at a whole text.
  let recognise: @Sendable (HistoryContent) -> Bool

  /// Reads a text that was recognised; also tells the edition of the format, or nothing.
  let read:
    @Sendable (HistoryContent, inout HistoryContext) throws(HistoryError) -> (
      dialect: String, builder: HistoryBuilder
    )

  /// What one thing becomes.
  public struct Mapping: Sendable {
    /// What it becomes: `suite`, `stage`, `metrics`.
    public let subject: String
    /// Where it comes from, in a clause.
    public let source: String

    init(_ subject: String, _ source: String) {
      self.subject = subject
      self.source = source
    }
  }

  /// All formats, in the order in which a text is shown to them; at most one recognises it.
  public static let all: [HistoryFormat] = [
    .asv, .gitHubActionBenchmark, .bencher, .bencherMetricFormat, .hyperfine, .otavaCSV,
  ]

  /// The format of an id.
  ///
  /// - Parameter id: in any case.
  /// - Returns: `nil` when there is none.
  public static func named(_ id: String) -> HistoryFormat? {
    all.first { $0.id == id.lowercased() }
  }
}

/// A history as it was taken apart, before its format is known.
enum HistoryContent: Sendable {
  case json(HistoryJSON, isScript: Bool)
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
      self = .json(try HistoryJSONReader.value(of: &source), isScript: false)
    default:
      if let prefix = Self.scriptPrefix(of: head.bytes) {
        let value = try HistoryJSONReader.value(of: &source, behind: prefix)
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
  var root: HistoryJSON? {
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
      case .json(let root, _): (root.members ?? []).map(\.key)
      case .table(let table): table.names
      }
    return names.isEmpty ? nil : shortened(names.prefix(6).joined(separator: ", "))
  }
}

/// What a command line says of histories, over what they say themselves.
public struct HistoryOptions: Sendable {
  /// The commit of histories that name none.
  public var commit: String?
  /// The branch whose points count; `nil` for all.
  public var branch: String?
  /// The columns of a table that are metrics; empty for all that hold numbers.
  public var columns: [String] = []
  /// The column of a table that names commits; found by its name when not given.
  public var commitColumn: String?
  /// The column of a table that holds times; found by its name when not given.
  public var timeColumn: String?
  /// What stands between the cells of a table; found in its first line when not given.
  public var delimiter: Delimiter?
  /// Names of metrics of which less is better, whatever the history says.
  public var lessIsBetter: Set<String> = []
  /// Names of metrics of which more is better, whatever the history says.
  public var moreIsBetter: Set<String> = []

  /// Creates options that leave everything to the histories.
  public init() {}

  /// What may stand between the cells of a table.
  public enum Delimiter: String, Sendable, CaseIterable {
    case comma
    case semicolon
    case tab

    var byte: UInt8 {
      switch self {
      case .comma: Byte.comma
      case .semicolon: Byte.semicolon
      case .tab: 0x09
      }
    }
  }
}

/// What a format knows beside the text.
struct HistoryContext {
  let path: String
  /// The hash of the file's bytes.
  let digest: String
  let options: HistoryOptions
  var neighbours: HistoryNeighbours

  /// The place of a value.
  func place(of value: HistoryJSON) -> HistoryPlace {
    HistoryPlace(path: path, line: Int(value.line), column: Int(value.column))
  }

  /// A member that has to be there.
  func member(
    _ key: String, of object: HistoryJSON, at path: String = ""
  ) throws(HistoryError) -> HistoryJSON {
    guard let member = object[key] else {
      throw .missingKey(place(of: object), key: path.isEmpty ? key : "\(path).\(key)")
    }
    return member
  }

  /// The members of a value that has to be an object.
  func members(
    of value: HistoryJSON, at key: String
  ) throws(HistoryError) -> [HistoryJSON.Member] {
    guard let members = value.members else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "an object")
    }
    return members
  }

  /// The elements of a value that has to be a list.
  func elements(of value: HistoryJSON, at key: String) throws(HistoryError) -> [HistoryJSON] {
    guard let elements = value.elements else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "a list")
    }
    return elements
  }

  /// The text of a value that has to be one.
  func text(of value: HistoryJSON, at key: String) throws(HistoryError) -> String {
    guard let text = value.text else {
      throw .wrongValue(place(of: value), key: key, found: value.shown, wanted: "a text")
    }
    return text
  }
}

/// JSON files beside a history that belong to it; each is read once.
struct HistoryNeighbours {
  /// What was wrong with those that could not be read.
  private(set) var problems: [HistoryError] = []
  private var objects: [String: [String: HistoryJSON]] = [:]
  private var texts: [String: String?] = [:]

  /// A file's members by name; `nil` when there is no such file, it cannot be read, or is no object.
  mutating func object(at path: String) -> [String: HistoryJSON]? {
    if let known = objects[path] { return known.isEmpty ? nil : known }
    var members: [String: HistoryJSON] = [:]
    if PathKind(path: path) == .file {
      do throws(HistoryError) {
        var source = try HistorySource(path: path)
        let value = try HistoryJSONReader.value(of: &source)
        for member in value.members ?? [] { members[member.key] = member.value }
      } catch {
        problems.append(error)
      }
    }
    objects[path] = members
    return members.isEmpty ? nil : members
  }

  /// A text in a small file that may hold comments; `nil` when there is none, or the file is no JSON.
  mutating func text(_ key: String, at path: String) -> String? {
    if let known = texts[path] { return known }
    var text: String?
    if PathKind(path: path) == .file, let bytes = try? smallFile(path).bytes,
      case .object(let members)? = try? JSONValue.parse(bytes)
    {
      text = members[key]?.plainText.flatMap { $0.isEmpty ? nil : $0 }
    }
    texts[path] = text
    return text
  }
}
