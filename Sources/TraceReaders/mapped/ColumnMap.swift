internal import Decoding
internal import Recordings
internal import Units

/// A user-supplied mapping (`--map`) from column names or JSON keys to Hitchmark's columns.
///
///     let map = try ColumnMap([("frame_time", "dt:ms")])
///     let file = try TraceReader.read("frames.csv", as: map.format)
public struct ColumnMap: Sendable, Equatable {
  /// One mapped column: its name in the file, and the name of Hitchmark's column to which it is mapped.
  struct Entry: Equatable {
    let column: String
    let nativeName: String
  }

  let entries: [Entry]

  /// The units of time that the user may write in the option `--map`, such as `ms`.
  public static let units: [String] = TimeUnit.suffixes.map { String($0.0.dropFirst()) }

  /// Hitchmark's columns for which the option `--map` requires a unit, such as `frame_time` in `frame_time=dt:ms`.
  public static let times: [String] =
    ["timestamp", "frame_time"] + NativeColumns.signalNames.map(\.0)

  /// Hitchmark's columns for which the option `--map` requires no unit, such as `cpu_percent`, whose name contains the
  /// unit.
  public static let samples: [String] =
    NativeColumns.samplesByName.keys.sorted() + ["dropped", rate]

  /// The target of a column with sampled frame rates.
  static let rate = "fps"

  /// Whether the rows are samples of frame rates, and no frames.
  var readsRates: Bool {
    entries.contains { $0.nativeName == Self.rate }
      && !entries.contains { $0.nativeName.hasPrefix("frame_time_") }
  }

  /// Parses the values of the option `--map`, which map columns of a file to Hitchmark's columns.
  ///
  /// - Parameter pairs: for each mapping, the target (Hitchmark's column), and `COLUMN:UNIT`; without `:UNIT` for
  ///   samples.
  /// - Throws: for the first invalid pair, or if no pair has the target `timestamp`, `frame_time` or `fps`.
  public init(_ pairs: [(target: String, column: String)]) throws(ColumnMapFault) {
    var entries: [Entry] = []
    var targets: Set<String> = []
    for (target, text) in pairs {
      guard targets.insert(target).inserted else { throw .repeated(target) }
      let entry = try Self.entry(target, text)
      let isTaken = entries.contains { $0.column == entry.column }
      guard !isTaken else { throw .repeatedColumn(entry.column) }
      entries.append(entry)
    }
    guard !targets.isDisjoint(with: ["timestamp", "frame_time", Self.rate]) else { throw .noTime }
    self.entries = entries
  }

  private static func entry(_ target: String, _ text: String) throws(ColumnMapFault) -> Entry {
    if samples.contains(target) {
      guard !text.isEmpty else { throw .noColumn(target) }
      return Entry(column: text, nativeName: target)
    }
    guard times.contains(target) else {
      throw .unknownTarget(target, nearest: target.nearest(among: times + samples))
    }
    guard let colon = text.lastIndex(of: ":") else { throw .noUnit(target, column: text) }
    let (column, unit) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
    guard units.contains(unit) else { throw .unknownUnit(unit, target: target, column: column) }
    guard !column.isEmpty else { throw .noColumn(target) }
    return Entry(column: column, nativeName: "\(target)_\(unit)")
  }

  /// The trace format of files whose columns the user describes with the option `--map`.
  ///
  /// Such files are tables with commas, semicolons or tabs, files with one JSON object per line, and JSON arrays of
  /// numbers or objects.
  public var format: TraceFormat {
    TraceFormat(
      id: "mapped",
      title: "Tables with columns that --map names",
      summary: "tables whose columns the option --map names on the command line",
      dialects: ["CSV", "JSON lines", Self.array],
      supports: "the metrics that can be computed from the columns that --map names",
      checkedAgainst:
        "only tables that Hitchmark's own tests write, because each user chooses other columns",
      recognize: recognize,
      read: { (source, head, dialect) throws(TraceError) in
        switch dialect {
        case "CSV": return [try self.readTable(&source, head)]
        case Self.array: return [try self.readArray(&source, dialect)]
        default: return [try self.readLines(&source, dialect)]
        }
      })
  }

  static let array = "JSON array"

  // MARK: - Recognition

  private func recognize(_ head: TraceHead) -> Recognition {
    if let list = entries.first(where: { $0.column.hasSuffix(".[]") }) {
      return .refused(.nestedList(shortened(String(list.column.dropLast(3)))))
    }
    if head.firstVisibleByte == UInt8(ascii: "{") { return .yes(dialect: "JSON lines") }
    if head.firstVisibleByte == UInt8(ascii: "[") { return .yes(dialect: Self.array) }
    if named(in: head) != nil { return checked(head) }
    // A table with another separator is recognized after its conversion to commas.
    guard let columns = TableSeparator.of(head).flatMap({ head.withCommas(for: $0) })
    else {
      return header(in: head) == nil ? refused(head) : checked(head)
    }
    return header(in: columns) == nil ? refused(columns) : .no()
  }

  /// The recognition of a table with all mapped columns, unless other columns show that its rows are no frames.
  private func checked(_ head: TraceHead) -> Recognition {
    if !readsRates, let refusal = MapCheck(self, head)?.refusal { return .refused(refusal) }
    return .yes(dialect: "CSV")
  }

  private func refused(_ head: TraceHead) -> Recognition {
    let nearest = head.headers.min { missing(in: $0).count < missing(in: $1).count }
    let columns = nearest?.names.filter { !$0.isEmpty } ?? []
    let name = nearest.flatMap { missing(in: $0).first } ?? entries[0].column
    return .refused(Self.noColumn(name, among: columns))
  }

  static func noColumn(_ name: String, among columns: [String]) -> TraceRefusal {
    let list = name.hasSuffix(".[]") ? name : name + ".[]"
    if columns.contains(list) { return .nestedList(shortened(String(list.dropLast(3)))) }
    let nearest = name.nearest(among: columns.map { $0.lowercased() })
    return .noColumn(
      shortened(name), nearest: columns.first { $0.lowercased() == nearest }.map(shortened),
      columns: columns.map(shortened))
  }

  private func missing(in header: CSVHeader) -> [String] {
    header.missing(of: entries.map(\.column))
  }

  /// The header of the table, with Hitchmark's names for the mapped columns and empty names for all other columns.
  ///
  /// For a table without a header, the user may give columns by number, from 1.
  func header(in head: TraceHead) -> CSVHeader? {
    if let header = named(in: head) { return header }
    let numbers = entries.compactMap { Int($0.column) }
    guard numbers.count == entries.count, let line = head.lines.first else { return nil }
    let count = line.split(separator: ",", omittingEmptySubsequences: false).count
    guard numbers.allSatisfy({ (1...count).contains($0) }) else { return nil }
    let commas = [UInt8](repeating: Byte.comma, count: count - 1)
    let isNamed = head.headers.first?.line == 1
    return renamed(CSVHeader(bytes: commas, line: isNamed ? 1 : 0)) { Int($0).map { $0 - 1 } }
  }

  private func named(in head: TraceHead) -> CSVHeader? {
    head.headers.first { missing(in: $0).isEmpty }.map { header in
      renamed(header) { header.column($0) }
    }
  }

  private func renamed(_ header: CSVHeader, column: (String) -> Int?) -> CSVHeader {
    var names = [String](repeating: "", count: header.count)
    for entry in entries {
      if let column = column(entry.column) { names[column] = entry.nativeName }
    }
    return CSVHeader(names, insteadOf: header)
  }
}

/// The reason why a `--map` option is invalid.
///
/// `ColumnMapFault+Wording.swift` turns each case into a message.
public enum ColumnMapFault: Error, Sendable, Equatable {
  /// A `--map` option names a target that is none of Hitchmark's columns.
  case unknownTarget(String, nearest: String?)
  /// A `--map` option maps a column of times, and lacks the unit.
  case noUnit(String, column: String)
  /// A `--map` option has a word in place of the unit that is not a unit of time.
  case unknownUnit(String, target: String, column: String)
  /// A `--map` option names a target, and no column of the file.
  case noColumn(String)
  /// Two columns of the file are mapped to the same target.
  case repeated(String)
  /// One column of the file is mapped to two targets.
  case repeatedColumn(String)
  /// The `--map` options map neither timestamps nor frame times.
  case noTime
}
