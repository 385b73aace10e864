internal import Decoding
internal import Recordings
public import Units

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
    guard numbers.count == entries.count else { return nil }
    let count = head.firstLine.split(separator: ",", omittingEmptySubsequences: false).count
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
public enum ColumnMapFault: ExplainedError, Sendable, Equatable {
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

extension ColumnMapFault {
  public var complaint: Complaint {
    let units = "expected one of the units \(ColumnMap.units.joined(separator: ", "))"
    return switch self {
    case .unknownTarget(let word, let nearest):
      Complaint(
        at: "--map", "“\(word)” is not a kind of column that Hitchmark reads",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? "expected one of the kinds of columns \((ColumnMap.times + ColumnMap.samples).joined(separator: ", "))"
      )
    case .noUnit(let target, let column):
      Complaint(
        at: "--map \(target)=\(column)", "the time column has no unit", wanted: units,
        remedy: "write, for example, \(target)=\(column):ms")
    case .unknownUnit(let unit, let target, let column):
      Complaint(
        at: "--map \(target)=\(column):\(unit)", "“\(unit)” is not a unit of time", wanted: units)
    case .noColumn(let target):
      Complaint(
        at: "--map \(target)=", "the option does not name a column of the trace",
        wanted: "expected the name of a column, or the number of a column, counted from 1")
    case .repeated(let target):
      Complaint(
        at: "--map \(target)=", "the option names two columns for “\(target)”",
        remedy: "leave one out")
    case .repeatedColumn(let column):
      Complaint(
        at: "--map", "the option uses the column “\(column)” for two kinds of values",
        remedy: "leave one out")
    case .noTime:
      Complaint(
        at: "--map", "the option names no column that contains times",
        wanted: "expected timestamp=COLUMN:UNIT, frame_time=COLUMN:UNIT or fps=COLUMN")
    }
  }
}

/// Checks whether the rows of a table can be the frames that `--map` says, by columns that the option does not name.
///
/// Tables with one row per second have columns of frame times and of times, too.
struct MapCheck {
  private let table: TableSample
  /// The mapped column of frame times or timestamps, and its unit in seconds.
  private let times: (column: Int, unit: Double, areFrameTimes: Bool)
  /// Whether timestamps and frame times are mapped, so that the reader compares them row by row.
  private let mapsBoth: Bool

  private static let leastRows = 6
  /// Two columns may differ by this factor and still describe the same frames.
  private static let mostFactor = 1.5

  /// `nil` if the file is no table, or the map names no times.
  init?(_ map: ColumnMap, _ head: TraceHead) {
    guard let table = TableSample(head) else { return nil }
    let units: [String: Double] = ["ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1]
    let found = map.entries.compactMap { entry -> (Int, Double, Bool)? in
      let parts = entry.nativeName.split(separator: "_")
      guard let unit = parts.last.flatMap({ units[String($0)] }),
        let column = table.column(named: entry.column)
      else { return nil }
      if entry.nativeName.hasPrefix("frame_time_") { return (column, unit, true) }
      return entry.nativeName.hasPrefix("timestamp_") ? (column, unit, false) : nil
    }
    guard let first = found.first(where: \.2) ?? found.first else { return nil }
    self.table = table
    times = first
    mapsBoth = found.count > 1
  }

  /// The contradiction between the mapped column and another one; `nil` if there is none.
  var refusal: TraceRefusal? {
    let numbers = table.numbers(in: times.column)
    let steps = times.areFrameTimes ? numbers.dropFirst() : numbers.steps
    guard steps.count >= Self.leastRows else { return nil }
    let duration = steps.filter { $0 > 0 }.reduce(0, +) * times.unit
    guard duration > 0, duration.isFinite else { return nil }
    return clockContradiction(duration) ?? rateContradiction(steps.count, duration)
  }

  private func clockContradiction(_ duration: Double) -> TraceRefusal? {
    guard times.areFrameTimes, !mapsBoth else { return nil }
    for column in 0..<table.width where column != times.column && isClock(column) {
      guard let span = span(of: column, near: duration) else { continue }
      if Self.differ(span, duration) {
        return refusal(column, "advances by \(Self.text(span)) s", duration)
      }
      return nil
    }
    return nil
  }

  private func isClock(_ column: Int) -> Bool {
    let name = table.plainName(of: column)
    return ["timestamp", "elapsed", "date", "datetime"].contains { name.contains($0) }
      || ["time", "t", "times", "timems", "times", "sec", "seconds", "timeinseconds"].contains(name)
  }

  /// The time over which a column of times advances; of numbers without a unit, in the unit that fits best.
  private func span(of column: Int, near duration: Double) -> Double? {
    if let clock = table.clockTimes(in: column), let last = clock.last { return last }
    let numbers = table.numbers(in: column)
    guard numbers.count >= Self.leastRows, numbers.steps.allSatisfy({ $0 >= 0 }),
      let first = numbers.first, let last = numbers.last, last > first
    else { return nil }
    let units: [String: Double] = ["ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1]
    if let unit = table.namedUnit(of: column).flatMap({ units[$0] }) {
      return (last - first) * unit
    }
    return units.values.sorted().map { (last - first) * $0 }.min {
      factor($0, duration) < factor($1, duration)
    }
  }

  private func rateContradiction(_ count: Int, _ duration: Double) -> TraceRefusal? {
    guard let column = table.rateColumns.first else { return nil }
    let rates = table.numbers(in: column).filter { $0 > 0 }
    guard rates.count >= Self.leastRows else { return nil }
    // Of rates of single frames, the harmonic mean is the rate of all.
    let rate = Double(rates.count) / rates.reduce(0) { $0 + 1 / $1 }
    guard Self.differ(rate, Double(count) / duration) else { return nil }
    return refusal(column, "shows \(Self.text(rate)) FPS", duration)
  }

  private func refusal(_ column: Int, _ shows: String, _ duration: Double) -> TraceRefusal {
    .noFrameRows(
      rows: table.rowCount, column: table.label(times.column), sum: Self.text(duration),
      other: table.label(column),
      shows: shows, rates: table.rateColumns.first.map(table.label))
  }

  private func factor(_ one: Double, _ other: Double) -> Double { max(one / other, other / one) }

  private static func differ(_ one: Double, _ other: Double) -> Bool {
    max(one, other) > mostFactor * min(one, other)
  }

  private static func text(_ number: Double) -> String {
    let rounded = (number * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension TableSample {
  /// The position of a column that the user names, or gives by its number, from 1.
  func column(named name: String) -> Int? {
    names?.firstIndex { $0.lowercased() == name.lowercased() }
      ?? Int(name).flatMap { (1...width).contains($0) ? $0 - 1 : nil }
  }

  /// The name of a column if it can be written on a command line, otherwise its number, from 1.
  func label(_ column: Int) -> String {
    guard let name = names?[column], !name.isEmpty, !name.contains("'"), name == harmless(name)
    else { return "\(column + 1)" }
    return name
  }
}

extension [Double] {
  /// The differences between consecutive numbers.
  fileprivate var steps: ArraySlice<Double> { ArraySlice(zip(dropFirst(), self).map { $0 - $1 }) }
}

/// The rows at the beginning of a table in an unknown format, by which `--map` options are proposed and checked.
struct TableSample {
  /// The names of the columns; `nil` if the table has no header.
  let names: [String]?
  private let rows: [[String]]

  /// `nil` if the file does not begin with a table that has a number.
  init?(_ head: TraceHead) {
    guard head.start != nil, head.outline == nil, head.firstVisibleByte != UInt8(ascii: "<")
    else { return nil }
    let separator = TableSeparator.of(head)
    let lines = (head.isWhole ? head.lines : head.lines.dropLast()).filter { !$0.isEmpty }.map {
      CSVHeader.cells(of: Array($0.utf8), separator: separator?.byte ?? Byte.comma)
    }
    guard let first = lines.firstIndex(where: { $0.contains { Self.number($0) != nil } }) else {
      return nil
    }
    let width = lines[first].count
    // A separator at the end of the rows only.
    let isHeader = first > 0 && (width - 1...width).contains(lines[first - 1].count)
    names = isHeader ? lines[first - 1] : nil
    rows = Array(lines[first...])
  }

  var rowCount: Int { rows.count }

  var width: Int { names?.count ?? rows[0].count }

  /// The numbers of a column, without cells that are not numbers.
  func numbers(in column: Int) -> [Double] {
    rows.compactMap { column < $0.count ? Self.number($0[column]) : nil }
  }

  static func number(_ cell: String) -> Double? {
    Double(cell) ?? Double(cell.replacing(",", with: "."))
  }

  /// The name of a column in lower case, with letters and digits only; empty without a header.
  func plainName(of column: Int) -> String {
    (names?[column] ?? "").lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The unit of time at the end of a column's name; `nil` if there is none.
  func namedUnit(of column: Int) -> String? {
    let name = (names?[column] ?? "").lowercased()
    guard let last = name.split(whereSeparator: { !$0.isLetter }).last else { return nil }
    if let unit = ColumnMap.units.first(where: { $0 == last }) { return unit }
    if last.hasPrefix("ms") { return "ms" }
    return last.hasSuffix("seconds") || last == "sec" ? "s" : nil
  }

  /// The positions of the columns of frame rates, such as `FPS`, without extremes, percentiles and limits.
  var rateColumns: [Int] {
    let others = ["low", "min", "max", "target", "limit", "cap", "std", "1", "9", "drop"]
    return (names ?? []).indices.filter { column in
      let name = plainName(of: column)
      return (name.contains("fps") || name.contains("framerate"))
        && !others.contains { name.contains($0) }
    }
  }

  /// The times of day in a column of dates or times, in seconds from the first, increasing; `nil` for another column.
  func clockTimes(in column: Int) -> [Double]? {
    let times = rows.compactMap { column < $0.count ? Self.secondOfDay($0[column]) : nil }
    guard times.count == rows.count, let first = times.first else { return nil }
    var (days, last) = (0.0, first)
    return times.map { time in
      if time < last { days += 86_400 }
      last = time
      return time - first + days
    }
  }

  /// The second of the day at the end of a cell such as `04-01-2026 14:25:00`.
  private static func secondOfDay(_ cell: String) -> Double? {
    let parts = cell.split { " T".contains($0) }.last?.split(separator: ":") ?? []
    guard parts.count == 3, let hour = Double(parts[0]), let minute = Double(parts[1]),
      let second = Double(parts[2].prefix { $0.isNumber || $0 == "." }), hour < 25, minute < 60,
      second < 61
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }
}
