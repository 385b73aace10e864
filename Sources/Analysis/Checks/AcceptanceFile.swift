public import Recordings
public import Units

/// What is wrong with a line of an acceptance file.
public enum AcceptanceFault: Sendable, Equatable {
  /// A word that is no `KEY=VALUE`.
  case noKey(String)
  /// A key that means nothing.
  case unknownKey(String, known: [String])
  /// A key that stands there twice.
  case repeatedKey(String)
  /// A key that has to be there.
  case missingKey(String)
  /// No day, and not `never`.
  case badDay(String)
  /// A level that is no value of a metric that is meant.
  case badLevel(Metric.ID, QuantityTextError)
}

/// A line of an acceptance file that cannot be understood.
public struct AcceptanceProblem: Error, Sendable, Equatable {
  /// Where it is.
  public let place: TextPlace
  /// What is wrong.
  public let fault: AcceptanceFault
}

/// The text of an acceptance file: a line an acceptance.
///
/// A line is a pattern of series, then `commit=`, `until=` and maybe `level=` in any order, with blanks
/// between, and `reason=`, which takes the rest of the line. A backslash takes the meaning from the
/// character behind it. Lines that begin with `#` are remarks.
public enum AcceptanceFile {
  static let keys = ["commit", "until", "level", "reason"]

  /// Reads a text.
  ///
  /// - Parameter text: the whole file.
  /// - Returns: the acceptances in the order of the lines.
  /// - Throws: `AcceptanceProblem` for the first line that cannot be understood.
  public static func acceptances(in text: String) throws(AcceptanceProblem) -> [Acceptance] {
    var acceptances: [Acceptance] = []
    // A line break of Windows is one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      var line = AcceptanceLine(line, number: index + 1)
      if let acceptance = try line.acceptance() { acceptances.append(acceptance) }
    }
    return acceptances
  }

  /// The line that accepts something.
  ///
  /// - Parameters:
  ///   - series: the series' name.
  ///   - commit: the commit that brought the regression.
  ///   - until: the last day; `nil` for never.
  ///   - level: the level that is accepted.
  ///   - reason: why.
  /// - Returns: the line without its end, which reads back as the same.
  public static func line(
    series: String, commit: String, until: String?, level: String, reason: String
  ) -> String {
    let words = [
      escaped(series, special: "\\ *?#"), "commit=" + escaped(commit, special: "\\ "),
      "until=" + (until ?? "never"), "level=" + level.filter { $0 != " " },
      "reason=" + reason.map { $0.isNewline ? " " : String($0) }.joined(),
    ]
    return words.joined(separator: " ")
  }

  /// What would break the line is written as what matches it.
  private static func escaped(_ text: String, special: String) -> String {
    text.map { character in
      if character.isNewline || character == "\t" { return "?" }
      return special.contains(character) ? "\\\(character)" : String(character)
    }.joined()
  }
}

/// Takes a line apart.
private struct AcceptanceLine {
  private let characters: [Character]
  private let number: Int
  private var position = 0

  init(_ line: Substring, number: Int) {
    characters = Array(line)
    self.number = number
  }

  /// `nil` for an empty line, or a remark.
  mutating func acceptance() throws(AcceptanceProblem) -> Acceptance? {
    skipBlanks()
    guard position < characters.count, characters[position] != "#" else { return nil }
    let start = place
    let pattern = SeriesPattern(word())
    var values: [String: (text: String, place: TextPlace)] = [:]
    while values["reason"] == nil, let (key, value, place) = try pair() {
      guard values[key] == nil else {
        throw AcceptanceProblem(place: place, fault: .repeatedKey(key))
      }
      values[key] = (value, place)
    }
    for key in ["commit", "until", "reason"] where values[key]?.text.isEmpty ?? true {
      throw AcceptanceProblem(place: values[key]?.place ?? start, fault: .missingKey(key))
    }
    return Acceptance(
      series: pattern, commit: values["commit"]?.text ?? "", until: try day(values["until"]),
      level: values["level"]?.text, reason: values["reason"]?.text ?? "", place: start,
      levelPlace: values["level"]?.place)
  }

  private var place: TextPlace { TextPlace(line: number, column: position + 1) }

  private mutating func skipBlanks() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }

  /// The characters up to a blank that means one.
  private mutating func word() -> [SeriesPattern.Element] {
    var elements: [SeriesPattern.Element] = []
    while position < characters.count, !characters[position].isWhitespace {
      switch characters[position] {
      case "\\" where position + 1 < characters.count:
        position += 1
        elements.append(.character(characters[position]))
      case "*": elements.append(.any)
      case "?": elements.append(.one)
      case let character: elements.append(.character(character))
      }
      position += 1
    }
    return elements
  }

  private mutating func pair() throws(AcceptanceProblem) -> (String, String, TextPlace)? {
    skipBlanks()
    guard position < characters.count else { return nil }
    let start = place
    let rest = characters[position...]
    let word = rest.prefix { !$0.isWhitespace }
    guard let sign = word.firstIndex(of: "=") else {
      throw AcceptanceProblem(place: start, fault: .noKey(String(word)))
    }
    let key = String(characters[position..<sign])
    guard AcceptanceFile.keys.contains(key) else {
      throw AcceptanceProblem(
        place: start, fault: .unknownKey(key, known: AcceptanceFile.keys))
    }
    position = sign + 1
    guard key == "reason" else { return (key, SeriesPattern(self.word()).text, start) }
    skipBlanks()
    let reason = String(characters[position...].reversed().drop(while: \.isWhitespace).reversed())
    position = characters.count
    return (key, reason, start)
  }

  private func day(
    _ value: (text: String, place: TextPlace)?
  ) throws(AcceptanceProblem) -> String? {
    guard let value, value.text != "never" else { return nil }
    guard value.text.isDay else {
      throw AcceptanceProblem(place: value.place, fault: .badDay(value.text))
    }
    return value.text
  }
}

extension String {
  /// Whether it is a day of the calendar as ISO 8601 writes it: `2026-12-31`.
  public var isDay: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    guard utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
