@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

extension ReadingPace {
  /// Ways in which bytes can arrive: through slow pipes, and in small blocks.
  private static let splits = [
    ReadingPace(readBytes: 1, blockBytes: .max),
    ReadingPace(readBytes: 13, blockBytes: .max),
    ReadingPace(readBytes: 64, blockBytes: 64),
    ReadingPace(readBytes: 100, blockBytes: 300),
    ReadingPace(readBytes: 4096, blockBytes: 1),
    ReadingPace(readBytes: 1 << 18, blockBytes: .max),
    ReadingPace(readBytes: 4096, blockBytes: .max, bytesAlone: 0),
    ReadingPace(readBytes: 4096, blockBytes: 256, bytesAlone: 0),
  ]

  /// The most reads of an input; only short ones are read byte by byte.
  private static let mostReads = 512

  /// A way to split an input, chosen by its bytes: the same input is always split in the same way.
  static func split(of bytes: [UInt8]) -> ReadingPace {
    let split = splits[bytes.choice(of: splits.count)]
    return ReadingPace(
      readBytes: max(split.readBytes, bytes.count / mostReads), blockBytes: split.blockBytes,
      bytesAlone: split.bytesAlone)
  }
}
