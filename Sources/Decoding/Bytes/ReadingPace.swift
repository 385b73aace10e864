/// The sizes of two steps in reading a trace: the bytes per read, and the bytes per block of lines.
///
/// They affect speed only, never the result; tests vary them.
package struct ReadingPace: Sendable {
  /// The maximum number of bytes that one system call reads, at most that of `usual`.
  var readBytes: Int

  /// The maximum number of bytes in a block of lines.
  ///
  /// A block is larger only if its first line is longer.
  var blockBytes: Int

  /// The default numbers of bytes per read and per block of a trace; only tests use other numbers.
  package static let usual = ReadingPace(readBytes: 1 << 18, blockBytes: .max)
}
