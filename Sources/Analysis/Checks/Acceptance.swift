public import Recordings

/// An acceptance: one line of an acceptance file, which declares a known regression so that it does not fail the check.
public struct Acceptance: Sendable, Equatable {
  /// The pattern for the names of the series in which a regression is accepted, such as `app/list/*`.
  public let series: SeriesPattern
  /// The id or beginning of the id of the commit that caused the accepted regression, as written in the acceptance
  /// file.
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
  /// The line and column of the accepted level in the acceptance file; `nil` if the file names no level for this
  /// regression.
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
  /// A character of a pattern.
  enum Element: Equatable, Sendable {
    case character(Character)
    case one
    case any
  }

  /// The text of the pattern for names of series, without the backslashes that escape characters in the acceptance
  /// file.
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
