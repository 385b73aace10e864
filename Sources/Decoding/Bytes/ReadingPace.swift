/// The sizes of reads and blocks.
///
/// They affect speed only, never the result; tests vary them.
package struct ReadingPace: Sendable {
  /// The maximum number of bytes per system call, at most that of `usual`.
  var readBytes: Int

  /// The maximum size of a block of lines.
  ///
  /// A block is larger only if its first line is longer.
  var blockBytes: Int

  /// The sizes for files.
  package static let usual = ReadingPace(readBytes: 1 << 18, blockBytes: .max)
}
