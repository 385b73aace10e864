public import Recordings
public import Units

/// An acceptance: one line of an acceptance file, which declares a known regression so that it does not fail the check.
public struct Acceptance: Sendable, Equatable {
  /// The pattern for the names of the series in which a regression is accepted, such as `app/list/*`.
  public let series: SeriesPattern
  /// The id or its beginning, as written, of the commit that caused the regression.
  public let commit: String
  /// Whether the acceptance covers every regression up to the commit, as `commit=..9b1c2e4` does, and not only the one
  /// that the commit caused.
  public let isBaseline: Bool
  /// The last day on which the regression is accepted, such as `2026-12-31`; `nil` if the acceptance does not end.
  public let until: String?
  /// The level up to which the regression is accepted, as written in the file, such as `17.3ms`; `nil` if the level
  /// measured at the commit, or at the next measured commit, is accepted.
  ///
  /// In a segment of the runs, such as a lap, the level counts only if the pattern names the segment.
  public let level: String?
  /// The reason why the regression is accepted, in the user's words.
  public let reason: String
  /// The line and column of the acceptance file at which the declaration of this known regression begins.
  public let place: TextPlace
  /// The position of the accepted level; `nil` if none is named.
  public let levelPlace: TextPlace?

  /// Whether the acceptance has ended before `date`, the author date of the newest commit in ISO
  /// 8601.
  ///
  /// The author date is compared, not today, so that a check of a commit always gives the same
  /// result. Without a date, no acceptance ends.
  func hasEnded(on date: String?) -> Bool {
    guard let until, let date else { return false }
    return date.prefix(10) > until
  }
}

/// A pattern for names of series, such as `app/list/*`: `*` matches any characters, `?` matches one.
public struct SeriesPattern: Sendable, Equatable {
  enum Element: Equatable, Sendable {
    case character(Character)
    case one
    case any
  }

  /// The text, without the backslashes that escape characters.
  public let text: String
  private let elements: [Element]

  init(_ elements: [Element]) {
    self.elements = elements
    text = elements.map { element in
      switch element {
      case .character(let character): String(character)
      case .one: "?"
      case .any: "*"
      }
    }.joined()
  }

  /// Whether the pattern matches the whole name of a series; O(pattern length · name length).
  public func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (place, index) = (0, 0)
    // The position of the last `*`, and the end of its match so far.
    var star: (index: Int, place: Int)?
    while place < name.count {
      if index < elements.count, elements[index] == .any {
        star = (index, place)
        index += 1
      } else if index < elements.count, covers(elements[index], name[place]) {
        (place, index) = (place + 1, index + 1)
      } else if let last = star {
        star = (last.index, last.place + 1)
        (place, index) = (last.place + 1, last.index + 1)
      } else {
        return false
      }
    }
    return elements[index...].allSatisfy { $0 == .any }
  }

  private func covers(_ element: Element, _ character: Character) -> Bool {
    element == .one || element == .character(character)
  }
}

/// An error in a line of an acceptance file, which lists known regressions.
public enum AcceptanceFault: Sendable, Equatable {
  /// A word is not `KEY=VALUE`.
  case noKey(String)
  case unknownKey(String, known: [String])
  case repeatedKey(String)
  /// A required key is missing or has no value.
  case missingKey(String)
  /// The value is neither a day nor `never`.
  case badDay(String)
  /// The level is not a value of the metric.
  case badLevel(Metric.ID, QuantityTextError)
}

extension AcceptanceFault {
  fileprivate func complaint(at path: String) -> Complaint {
    switch self {
    case .noKey(let word):
      Complaint(
        at: path, "“\(word)” does not have the form KEY=VALUE",
        wanted: "expected one of the keys commit, until, level and reason, then “=” and a value",
        remedy: "write a space within a value as “\\ ”")
    case .unknownKey(let key, let known):
      Complaint(
        at: path, "unknown key “\(key)”",
        wanted: key.nearest(among: known).map { "did you mean “\($0)”" }
          ?? "expected one of \(quoted(known))")
    case .repeatedKey(let key):
      Complaint(
        at: path, "the key “\(key)” appears twice in this line", remedy: "write this key only once")
    case .missingKey(let key):
      Complaint(
        at: path, "the key “\(key)” is missing or empty",
        remedy: "add \(key)=VALUE; “check --accept” writes such lines")
    case .badDay(let text):
      Complaint(
        at: path, "“\(text)” is not a date", wanted: "expected a date such as 2026-12-31, or never")
    case .badLevel(let metric, let error): error.complaint(at: path, of: metric)
    }
  }
}

/// An error in an acceptance file, with its position in the file.
public struct AcceptanceProblem: Error, Sendable, Equatable {
  public let place: TextPlace
  public let fault: AcceptanceFault

  package func complaint(in file: String) -> Complaint {
    fault.complaint(at: file).placed(at: place)
  }
}

/// The text format of acceptance files, which list known regressions that do not fail a check, one per line.
///
///     app/list/frametime.p95 commit=9b1c2e4 until=2027-06-30 level=11.5ms reason=New fonts
///
/// A line contains a pattern of series, then `commit=`, `until=` and optionally `level=` in any
/// order, separated by blanks, and `reason=` with the rest of the line. `commit=..9b1c2e4` means every regression up to
/// this commit. A backslash escapes the
/// next character, except in the reason. Lines that begin with `#` are comments.
public enum AcceptanceFile {
  static let keys = ["commit", "until", "level", "reason"]

  /// Parses an acceptance file to a list of known regressions in the order of the lines.
  ///
  /// - Throws: the first error.
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

  /// Formats the acceptance of a known regression as a line of an acceptance file, without the line break.
  ///
  /// `acceptances(in:)` parses the line again. Line breaks and tabs of `series` become `?`, and line breaks of `reason`
  /// become spaces. `reason` must not be blank.
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

  /// Formats the acceptance of all regressions up to a commit as a line of an acceptance file, without the line break.
  ///
  /// `reason` must not be blank.
  public static func baseline(commit: String, until: String?, reason: String) -> String {
    let reason = String(reason.map { $0.isNewline ? " " : $0 })
    return
      "* commit=\(upTo)\(escaped(commit, special: "\\ ")) until=\(until ?? "never") reason=\(reason)"
  }

  /// Before a commit: all regressions up to it.
  static let upTo = ".."

  /// Replaces each character that would break the line by a wildcard that matches it.
  private static func escaped(_ text: String, special: String) -> String {
    text.map { character in
      if character.isWhitespace, character != " " { return "?" }
      return special.contains(character) ? "\\\(character)" : String(character)
    }.joined()
  }
}

/// Parses one line.
private struct AcceptanceLine {
  private let characters: [Character]
  private let number: Int
  private var position = 0

  init(_ line: Substring, number: Int) {
    characters = Array(line)
    self.number = number
  }

  /// `nil` for an empty line or a comment.
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
    let commit = values["commit"]?.text ?? ""
    let isBaseline = commit.hasPrefix(AcceptanceFile.upTo) && commit != AcceptanceFile.upTo
    return Acceptance(
      series: pattern, commit: isBaseline ? String(commit.dropFirst(2)) : commit,
      isBaseline: isBaseline, until: try day(values["until"]),
      level: values["level"]?.text, reason: values["reason"]?.text ?? "", place: start,
      levelPlace: values["level"]?.place)
  }

  private var place: TextPlace { TextPlace(line: number, column: position + 1) }

  private mutating func skipBlanks() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }

  /// The characters up to an unescaped blank.
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
  /// Whether the text is a calendar day in ISO 8601, such as `2026-12-31`.
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
