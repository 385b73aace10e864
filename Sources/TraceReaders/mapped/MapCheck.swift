internal import Decoding
internal import Units

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
