/// A position in a text, as line and character, for error messages.
public struct TextPlace: Sendable, Hashable {
  /// The line number, from 1, of a position in a text.
  public let line: Int
  /// The number of the character within its line, from 1.
  public let column: Int

  /// Creates a position in a text from its line and character.
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
