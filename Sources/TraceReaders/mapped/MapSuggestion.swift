internal import Decoding

/// Guesses the option `--map` for a table in an unknown format, by the names and the numbers of its columns.
struct MapSuggestion {
  private let sample: TableSample?
  private let names: [String]?
  /// The numbers of each column of the table, without cells that are not numbers.
  private let columns: [[Double]]

  /// Guesses the value of the option `--map` from the beginning of a file.
  ///
  /// - Returns: a value such as `frame_time=1:ms`, quoted for a shell; `nil` if no column looks like times. The unit
  ///   may be a guess from the size of the numbers.
  static func option(for head: TraceHead) -> String? {
    let table = head.isNumberList ? list(of: head) : MapSuggestion(head)
    let columns = TableSeparator.of(head).flatMap { head.withCommas(for: $0) } ?? head
    for (target, column, unit) in table?.guesses ?? [] {
      let pair = (target: target, column: unit.map { "\(column):\($0)" } ?? column)
      // A map that would read samples as frames is refused here as it is on the command line.
      guard let map = try? ColumnMap([pair]), case .yes = map.format.recognize(columns) else {
        continue
      }
      return quoted("\(target)=\(pair.column)")
    }
    return nil
  }

  private init?(_ head: TraceHead) {
    guard let sample = TableSample(head) else { return nil }
    self.sample = sample
    names = sample.names
    columns = (0..<sample.width).map(sample.numbers)
  }

  private init(list: [Double]) { (sample, names, columns) = (nil, nil, [list]) }

  private static func list(of head: TraceHead) -> MapSuggestion? {
    let text = String(decoding: head.bytes.prefix(4096), as: UTF8.self)
    let cells = text.split { "[], \n\r\t".contains($0) }
    return MapSuggestion(list: cells.prefix(100).compactMap { Double($0) })
  }

  // MARK: - Guessing

  private typealias Guess = (target: String, column: String, unit: String?)

  /// The possible maps, the most likely first.
  private var guesses: [Guess] {
    let rates = (sample?.rateColumns ?? []).map { column -> Guess in
      (target: ColumnMap.rate, column: label(column), unit: nil)
    }
    return [frameTimes, timestamps].compactMap(\.self) + rates + [unnamed].compactMap(\.self)
  }

  private var frameTimes: Guess? {
    let named = position(
      containing: ["frametime", "msbetweenpresents", "frameduration", "deltatime"])
    guard let position = named ?? position(equal: ["dt", "delta", "ft", "ms", "duration"]) else {
      return nil
    }
    return ("frame_time", label(position), unit(of: position, columns[position]))
  }

  private var timestamps: Guess? {
    let named = position(containing: ["timestamp", "timeinseconds", "elapsed", "presenttime"])
    let others = ["time", "t", "times", "timems", "sec", "seconds"]
    guard let position = named ?? position(equal: others) else { return nil }
    return ("timestamp", label(position), unit(of: position, steps(of: position)))
  }

  /// A column without a name, or the only one.
  private var unnamed: Guess? {
    guard names == nil || columns.count == 1 else { return nil }
    if let position = columns.indices.first(where: { isRising($0) }) {
      return ("timestamp", label(position), unit(of: position, steps(of: position)))
    }
    guard columns.count == 1, columns[0].count > 1, columns[0].allSatisfy({ $0 > 0 }) else {
      return nil
    }
    let median = columns[0].sorted()[columns[0].count / 2]
    if Self.likelyRates.contains(median), sample?.namedUnit(of: 0) == nil {
      return ("fps", label(0), nil)
    }
    return ("frame_time", label(0), unit(of: 0, columns[0]))
  }

  /// Numbers without a unit that are more often frame rates than frame times in milliseconds.
  private static let likelyRates = 40.0..<1000

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

  private func label(_ column: Int) -> String { sample?.label(column) ?? "\(column + 1)" }

  /// The unit of a column of times: the unit at the end of the column's name, otherwise the unit in which the times are
  /// plausible.
  private func unit(of column: Int, _ times: [Double]) -> String {
    if let named = sample?.namedUnit(of: column) { return named }
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
