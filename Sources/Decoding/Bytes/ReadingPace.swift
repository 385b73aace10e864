/// In how large pieces a trace is read; the same comes out whatever they are.
package struct ReadingPace: Sendable {
  /// Bytes that are asked of the system at once, at most those of `usual`.
  var readBytes: Int

  /// Lines are handed out in blocks of so many bytes, and of more only where not one line ends within.
  var blockBytes: Int

  /// What files are read with.
  package static let usual = ReadingPace(readBytes: 1 << 18, blockBytes: .max)
}
