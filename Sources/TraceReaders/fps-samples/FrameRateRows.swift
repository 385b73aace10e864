internal import Decoding
internal import Units

/// The first rows of a table with frame rates, by which the unit of its times and the meaning of its rows are guessed.
struct FrameRateRows {
  private let rows: [[String]]

  var count: Int { rows.count }

  /// The times of the rows in one of several columns; a row without a time has `nil`.
  struct Times {
    fileprivate let values: [Double?]
    /// The unit of the times; `nil` if no heading states it.
    fileprivate let statedUnit: TimeUnit?
    /// The columns that contain the times.
    let columns: [Int]
    fileprivate let areDates: Bool
  }

  /// Reads the rows below the header that are whole in the beginning of the file.
  init(below header: CSVHeader, in head: TraceHead) {
    let lines = head.isWhole ? head.lines : head.lines.dropLast()
    rows = lines.dropFirst(header.line).filter { !$0.isEmpty }
      .map { CSVHeader.cells(of: Array($0.utf8)) }
  }

  /// The numbers of a column by row; `nil` for cells that are not finite numbers.
  func numbers(_ column: Int) -> [Double?] {
    rows.map { column < $0.count ? Double($0[column]).flatMap { $0.isFinite ? $0 : nil } : nil }
  }

  /// Whether a column has words in most rows.
  func isText(_ column: Int) -> Bool {
    let words = rows.count { column < $0.count && !$0[column].isEmpty && Double($0[column]) == nil }
    return words * 2 > count
  }

  private func dates(_ columns: [Int]) -> [Nanoseconds?] {
    rows.map { row in
      let cells = columns.compactMap { $0 < row.count ? row[$0] : nil }
      return SampleClock.time(cells.joined(separator: " "))
    }
  }

  // MARK: - Times

  /// The times of the rows; `nil` if no column looks like times.
  func times(below header: CSVHeader) -> Times? {
    let named = header.names.indices.filter { Self.isTime(header.names[$0]) }
    let pairs = named.map { [$0] } + zip(named, named.dropFirst()).map { [$0, $1] }
    for columns in pairs {
      let dates = dates(columns)
      guard let first = dates.lazy.compactMap(\.self).first else { continue }
      let values = dates.map { $0.map { Double($0 &- first) } }
      guard isMostlyRising(values) else { continue }
      return Times(values: values, statedUnit: .nanoseconds, columns: columns, areDates: true)
    }
    return named.lazy.map { [$0] }.map { columns in
      Times(
        values: numbers(columns[0]), statedUnit: Self.unit(in: header.names[columns[0]]),
        columns: columns, areDates: false)
    }.first { isMostlyRising($0.values) }
  }

  /// Whether most rows have a time, and most times are not before the time above.
  private func isMostlyRising(_ times: [Double?]) -> Bool {
    let known = times.compactMap(\.self)
    let rising = zip(known, known.dropFirst()).count { $0 <= $1 }
    return known.count * 5 >= count * 4 && rising * 5 >= (known.count - 1) * 4
      && known.first != known.last
  }

  private static func isTime(_ heading: String) -> Bool {
    let letters = SensorHeading(heading).name.letters
    return ["time", "elapsed", "date"].contains { letters.hasPrefix($0) }
      || ["sec", "secs", "second", "seconds", "t"].contains(letters)
  }

  private static func unit(in heading: String) -> TimeUnit? {
    let last = heading.lowercased().split { !$0.isLetter }.last
    if let last, last.hasPrefix("sec") { return .seconds }
    return TimeUnit.suffixes.first { $0.0.dropFirst() == last ?? "" }?.1
  }

  /// Whether each row is a frame: the time from row to row is the inverse of the frame rate, for most rows.
  ///
  /// - Parameter rates: the frame rates by row.
  func areFrames(at times: Times, rates: [Double?]) -> Bool {
    let steps = times.steps
    let units =
      times.statedUnit.map { [$0] } ?? [.seconds, .milliseconds, .microseconds, .nanoseconds]
    return units.contains { unit in
      let seconds = Double(unit.length) / 1e9
      let frames = zip(steps, rates.dropFirst()).count { step, rate in
        guard let step, let rate else { return false }
        return abs(step * seconds * rate - 1) <= 0.25
      }
      return frames * 2 > steps.count
    }
  }
}

extension FrameRateRows.Times {
  /// How the times are read.
  var clock: SensorTable.Clock {
    areDates ? .date(columns) : .time(columns[0], statedUnit ?? likelyUnit)
  }

  /// The time from each row to the next one; `nil` if one of them has no time.
  fileprivate var steps: [Double?] {
    zip(values.dropFirst(), values).map { after, before in
      guard let after, let before else { return nil }
      return after - before
    }
  }

  /// The unit in which the steps between rows are from 60 ms to a minute.
  private var likelyUnit: TimeUnit {
    let sorted = steps.compactMap(\.self).sorted()
    let step = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
    return step < 60
      ? .seconds : step < 6e4 ? .milliseconds : step < 6e7 ? .microseconds : .nanoseconds
  }
}
