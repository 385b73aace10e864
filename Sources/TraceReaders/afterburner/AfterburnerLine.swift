internal import Decoding
internal import Recordings
internal import Units

/// A line of a log of Afterburner: its kind, its time, and what follows.
struct AfterburnerLine {
  /// What a line is about, by the number that it begins with.
  enum Kind: Int {
    case title = 0
    case device = 1
    case names = 2
    case unit = 3
    case samples = 80
  }

  let kind: Kind

  /// From 1 January 1970 on the clock of the machine; whole seconds.
  let time: Nanoseconds

  /// What follows the time, cell by cell, without blanks around.
  let cells: [Field]

  /// Reads a line; fails when it does not begin with a number that is known and a time of day.
  ///
  /// - Parameter line: as it stands there; the cells are good as long as it is.
  init?(_ line: Field) {
    let all = line.cells
    guard all.count > 2, let number = all[0].scaledInteger(digits: 0).value,
      let kind = Kind(rawValue: Int(number)), let time = Self.time(all[1].text)
    else { return nil }
    self.kind = kind
    self.time = time
    cells = Array(all.dropFirst(2))
  }

  /// The text of a cell, or `""` behind the last; in the encoding of Windows, of which ASCII is kept.
  func text(_ cell: Int) -> String {
    guard cell < cells.count else { return "" }
    return harmless(cells[cell].text.replacing("\u{FFFD}", with: ""), limit: 200)
  }

  /// Day, month and year, or the other way round, with `-` or `.` between, and a time.
  private static func time(_ text: String) -> Nanoseconds? {
    let numbers = text.split { " -.:".contains($0) }.compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == 6 else { return nil }
    let date = numbers[0] > 31 ? Array(numbers[..<3]) : numbers[..<3].reversed()
    return CalendarTime.seconds(date + numbers[3...]).map { Nanoseconds($0) * .perSecond }
  }
}

extension Field {
  /// What stands between commas, without blanks around.
  fileprivate var cells: [Field] {
    UnsafeBufferPointer(start: start, count: count)
      .split(separator: Byte.comma, omittingEmptySubsequences: false)
      .map { Field(start: start + $0.startIndex, count: $0.count).trimmed }
  }
}
