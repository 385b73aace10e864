/// How many bytes of a trace are read at once, and how many are passed on as one block.
///
/// They affect speed only, never the result; tests vary them.
package struct ReadingPace: Sendable {
  /// The maximum number of bytes per system call, at most that of `usual`.
  var readBytes: Int

  /// The maximum size of a block of lines.
  ///
  /// A block is larger only if its first line is longer.
  var blockBytes: Int

  /// The sizes of reads and blocks that are used for trace files, as opposed to tests.
  package static let usual = ReadingPace(readBytes: 1 << 18, blockBytes: .max)
}
