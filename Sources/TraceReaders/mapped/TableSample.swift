internal import Decoding
internal import Units

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

  /// The number of rows at the beginning of the table.
  var rowCount: Int { rows.count }

  /// The number of columns in the first row.
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
