internal import Decoding
internal import Recordings
internal import Units

/// A line of an Afterburner log: its kind, its time and its cells.
struct AfterburnerLine {
  /// The kind of a line in an Afterburner log, which is the number at the beginning of the line.
  enum Kind: Int {
    case title = 0
    case device = 1
    case names = 2
    case unit = 3
    case samples = 80
  }

  let kind: Kind

  /// The time since 1 January 1970 on the machine's clock, in whole seconds.
  let time: Nanoseconds

  /// The cells of the line after its time, without white space around them.
  let cells: [Field]

  /// Parses a line of the log; `nil` if the line does not begin with a known number and a time.
  ///
  /// - Parameter line: the bytes of the line; the cells are valid as long as this field.
  init?(_ line: Field) {
    let all = line.cells
    guard all.count > 2, let number = all[0].scaledInteger(digits: 0).value,
      let kind = Kind(rawValue: Int(number)), let time = Self.time(all[1].text)
    else { return nil }
    self.kind = kind
    self.time = time
    cells = Array(all.dropFirst(2))
  }

  /// The text of a cell, by its position after the time; empty if the line has fewer cells.
  ///
  /// The log has a Windows encoding, of which only ASCII characters are kept.
  func text(_ cell: Int) -> String {
    guard cell < cells.count else { return "" }
    return harmless(cells[cell].text.replacing("\u{FFFD}", with: ""), limit: 200)
  }

  /// Parses a date and a time in Afterburner's notation; `nil` if the text contains other numbers.
  ///
  /// The day and the year may be swapped, and `-` or `.` separates the parts of the date.
  private static func time(_ text: String) -> Nanoseconds? {
    let numbers = text.split { " -.:".contains($0) }.compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == 6 else { return nil }
    let date = numbers[0] > 31 ? Array(numbers[..<3]) : numbers[..<3].reversed()
    return CalendarTime.seconds(date + numbers[3...]).map { Nanoseconds($0) * .perSecond }
  }
}

extension Field {
  /// The cells of the line: the fields between commas, without white space around them.
  fileprivate var cells: [Field] {
    UnsafeBufferPointer(start: start, count: count)
      .split(separator: Byte.comma, omittingEmptySubsequences: false)
      .map { Field(start: start + $0.startIndex, count: $0.count).trimmed }
  }
}
