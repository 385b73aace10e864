/// How many bytes of a trace one system call reads at most, and how many bytes a block of lines has at most.
///
/// They affect speed only, never the result; tests vary them.
package struct ReadingPace: Sendable {
  /// The maximum number of bytes that one system call reads, at most that of `usual`.
  var readBytes: Int

  /// The maximum number of bytes in a block of lines.
  ///
  /// A block is larger only if its first line is longer.
  var blockBytes: Int

  /// The default maximum numbers of bytes per system call and per block of lines of a trace; only tests use other
  /// numbers.
  package static let usual = ReadingPace(readBytes: 1 << 18, blockBytes: .max)
}
