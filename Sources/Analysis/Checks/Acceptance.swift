public import Recordings

/// A known regression that must not fail the gate, as a line of an acceptance file says it.
public struct Acceptance: Sendable, Equatable {
  /// The series it is for: stage and metric, `*` for any characters, `?` for one.
  public let series: SeriesPattern
  /// The commit that brought the regression, as written.
  public let commit: String
  /// The last day on which it holds, `2026-12-31`; `nil` when it never ends.
  public let until: String?
  /// The level that was accepted, as written, such as `17.3ms`; `nil` for the one that was measured at
  /// the commit.
  public let level: String?
  /// Why.
  public let reason: String
  /// Where it stands in its file.
  public let place: TextPlace
  /// Where the level stands in the file; `nil` without one.
  public let levelPlace: TextPlace?

  /// Whether it has ended.
  ///
  /// The day is that of the newest commit's author date and not today, so that a check of one commit
  /// says the same on any day.
  ///
  /// - Parameter date: the newest commit's author date, ISO 8601; `nil` when it is not known, and
  ///   nothing ends.
  /// - Returns: whether the day is after the last.
  func hasEnded(on date: String?) -> Bool {
    guard let until, let date else { return false }
    return date.prefix(10) > until
  }
}

/// A name of series in which `*` stands for any characters and `?` for one.
public struct SeriesPattern: Sendable, Equatable {
  /// A character of a pattern.
  enum Element: Equatable, Sendable {
    case character(Character)
    case one
    case any
  }

  /// As it was written, without escapes.
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

  /// Whether it names one series and no others.
  var isName: Bool { !elements.contains { $0 == .any || $0 == .one } }

  /// Whether a name is meant; O(letters × letters).
  ///
  /// - Parameter name: of a series.
  /// - Returns: whether the whole name is covered.
  public func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (place, index) = (0, 0)
    // Where the last `*` is, and up to where it was tried.
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
