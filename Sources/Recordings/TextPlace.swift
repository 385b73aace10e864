/// A place in a text that people write, for messages about it.
public struct TextPlace: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The character within the line, from 1.
  public let column: Int

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - line: from 1.
  ///   - column: from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the place of a byte in a text.
  ///
  /// - Parameters:
  ///   - offset: of the byte, from 0.
  ///   - bytes: the text in UTF-8; a tab counts as one character.
  public init(at offset: Int, in bytes: some Collection<UInt8>) {
    let before = bytes.prefix(offset)
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.reversed().prefix { $0 != UInt8(ascii: "\n") }
    column = 1 + start.count { $0 & 0xC0 != 0x80 }
  }
}
