public import Units

/// A key that says to which suite, stage and segment of the runs (such as a lap) values belong.
///
///     Place(suite: "thesis", stage: "6.2").title                  // "thesis/6.2"
///     Place(suite: "thesis", stage: "6.2", segment: "up").title  // "thesis/6.2, segment up"
public struct Place: Sendable, Hashable {
  /// The name of the suite to which the runs belong; `nil` for runs without a suite.
  public let suite: String?
  /// The id of the stage in its suite; `nil` for runs that belong to no stage.
  public let stage: String?
  /// The name of a segment of each run, such as a lap; `nil` for whole runs.
  public let segment: String?

  public init(suite: String?, stage: String?, segment: String? = nil) {
    self.suite = suite
    self.stage = stage
    self.segment = segment
  }

  /// For people, such as `thesis/6.2`; `nil` if all are unknown.
  public var title: String? {
    let parts = [suite, stage].compactMap(\.self)
    return Self.title(of: segment, in: parts.isEmpty ? nil : parts.joined(separator: "/"))
  }

  /// The names of a stage and of a segment of its runs as one text, such as
  /// `list, segment up`; `nil` if both are missing.
  public static func title(of segment: String?, in stage: String?) -> String? {
    let parts = [stage, segment.map { "segment \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// A position in a text, as line and character, for error messages.
public struct TextPlace: Sendable, Hashable {
  /// The line number, from 1, of a position in a text.
  public let line: Int
  /// The number of the character within its line, from 1.
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the position, as line and character, of the byte at an offset in UTF-8 text.
  ///
  /// A tab counts as one character.
  public init(at offset: Int, in bytes: some Collection<UInt8>) {
    let before = bytes.prefix(offset)
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.reversed().prefix { $0 != UInt8(ascii: "\n") }
    column = 1 + start.count { $0 & 0xC0 != 0x80 }
  }
}

extension Complaint {
  /// The message with a position in the file that it is about; without one, the message is about the whole file.
  public func placed(at place: TextPlace?) -> Complaint {
    var complaint = self
    (complaint.line, complaint.column) = (place?.line, place?.column)
    return complaint
  }
}

extension String {
  /// The first 12 digits of a full commit id, which in practice identify the commit.
  ///
  /// Other names are unchanged.
  public var shortCommit: String {
    guard utf8.count >= 40 else { return self }
    var id = self
    return id.withUTF8 { digits in
      digits.allSatisfy(\.isHexDigit)
        ? String(decoding: digits[..<12], as: UTF8.self) : self
    }
  }
}

extension UInt8 {
  /// Whether the character is one of 0–9, a–f and A–F in ASCII.
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
