internal import Decoding

/// Guesses the option `--map` for a table in an unknown format, by the names and the numbers of its columns.
struct MapSuggestion {
  private let names: [String]?
  /// The numbers of each column of the table, without cells that are not numbers.
  private let columns: [[Double]]

  /// Guesses the value of the option `--map` from the beginning of a file.
  ///
  /// - Returns: a value such as `frame_time=1:ms`, quoted for a shell; `nil` if no column looks like times. The unit
  ///   may be a guess from the size of the numbers.
  static func option(for head: TraceHead) -> String? {
    let table = head.isNumberList ? list(of: head) : MapSuggestion(head)
    guard let (target, column, unit) = table?.guess else { return nil }
    let pair = (target: target, column: "\(column):\(unit)")
    let columns = TableSeparator.of(head).flatMap { head.withCommas(for: $0) } ?? head
    guard let map = try? ColumnMap([pair]), case .yes = map.format.recognize(columns) else {
      return nil
    }
    return quoted("\(target)=\(pair.column)")
  }

  private init?(_ head: TraceHead) {
    guard head.start != nil, head.outline == nil, head.firstVisibleByte != UInt8(ascii: "<")
    else { return nil }
    let separator = TableSeparator.of(head)
    let rows = (head.isWhole ? head.lines : head.lines.dropLast()).filter { !$0.isEmpty }.map {
      CSVHeader.cells(of: Array($0.utf8), separator: separator?.byte ?? Byte.comma)
    }
    guard let first = rows.firstIndex(where: { $0.contains { Self.number($0) != nil } }) else {
      return nil
    }
    let width = rows[first].count
    names = first > 0 && rows[first - 1].count == width ? rows[first - 1] : nil
    columns = (0..<width).map { column in
      rows[first...].compactMap { column < $0.count ? Self.number($0[column]) : nil }
    }
  }

  private init(list: [Double]) { (names, columns) = (nil, [list]) }

  private static func list(of head: TraceHead) -> MapSuggestion? {
    let text = String(decoding: head.bytes.prefix(4096), as: UTF8.self)
    let cells = text.split { "[], \n\r\t".contains($0) }
    return MapSuggestion(list: cells.prefix(100).compactMap { Double($0) })
  }

  private static func number(_ cell: String) -> Double? {
    Double(cell) ?? Double(cell.replacing(",", with: "."))
  }

  // MARK: - Guessing

  private var guess: (target: String, column: String, unit: String)? {
    let frameTime = position(
      containing: ["frametime", "msbetweenpresents", "frameduration", "deltatime"])
    if let position = frameTime ?? position(equal: ["dt", "delta", "ft", "ms", "duration"]) {
      return ("frame_time", label(position), unit(of: position, columns[position]))
    }
    let time = position(containing: ["timestamp", "timeinseconds", "elapsed", "presenttime"])
    if let position = time ?? position(equal: ["time", "t", "times", "timems", "sec", "seconds"]) {
      return ("timestamp", label(position), unit(of: position, steps(of: position)))
    }
    guard names == nil || columns.count == 1 else { return nil }
    if let position = columns.indices.first(where: { isRising($0) }) {
      return ("timestamp", label(position), unit(of: position, steps(of: position)))
    }
    guard columns.count == 1, columns[0].count > 1, columns[0].allSatisfy({ $0 > 0 }) else {
      return nil
    }
    return ("frame_time", label(0), unit(of: 0, columns[0]))
  }

  private func position(containing words: [String]) -> Int? {
    position { name in words.contains { name.contains($0) } }
  }

  private func position(equal words: [String]) -> Int? { position { words.contains($0) } }

  private func position(where isNamed: (String) -> Bool) -> Int? {
    names?.indices.first { column in
      columns[column].count > 1
        && isNamed((names?[column] ?? "").lowercased().filter { $0.isLetter || $0.isNumber })
    }
  }

  /// The minimum number of values in a column of times; fewer values may increase by chance.
  private static let leastRising = 6

  private func isRising(_ column: Int) -> Bool {
    let values = columns[column]
    return values.count >= Self.leastRising
      && zip(values.dropFirst(), values).allSatisfy { $0 > $1 }
  }

  private func steps(of column: Int) -> [Double] {
    zip(columns[column].dropFirst(), columns[column]).map { $0 - $1 }.filter { $0 > 0 }
  }

  private func label(_ column: Int) -> String {
    guard let name = names?[column], !name.isEmpty, !name.contains("'"), name == harmless(name)
    else { return "\(column + 1)" }
    return name
  }

  /// The unit of a column of times: the unit at the end of the column's name, otherwise the unit in which the times are
  /// plausible.
  private func unit(of column: Int, _ times: [Double]) -> String {
    let name = (names?[column] ?? "").lowercased()
    if let last = name.split(whereSeparator: { !$0.isLetter }).last {
      if let unit = ColumnMap.units.first(where: { $0 == last }) { return unit }
      if last.hasPrefix("ms") { return "ms" }
      if last.hasSuffix("seconds") || last == "sec" { return "s" }
    }
    let sorted = times.sorted()
    let typical = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
    return typical < 1 ? "s" : typical < 1000 ? "ms" : typical < 1e6 ? "us" : "ns"
  }

  private static func quoted(_ option: String) -> String {
    let isPlain = option.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789_=:.-".unicodeScalars.contains($0))
    }
    return isPlain ? option : "'\(option)'"
  }
}

extension TraceHead {
  /// Whether the text of the file begins like a JSON array of numbers.
  var isNumberList: Bool {
    let visible = bytes.lazy.filter { $0 > 0x20 }
    guard visible.first == UInt8(ascii: "["), let next = visible.dropFirst().first else {
      return false
    }
    return Byte.isDigit(next) || next == Byte.minus
  }
}
