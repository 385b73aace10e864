/// The compressed formats, such as zip, that Hitchmark recognizes but does not read.
public enum PackedFile: String, Sendable, CaseIterable {
  case zip
  case xz
  case bzip2

  /// The first bytes of every file in this compressed format.
  private var mark: [UInt8] {
    switch self {
    case .zip: [0x50, 0x4B, 3, 4]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A]
    case .bzip2: Array("BZh".utf8)
    }
  }

  /// Recognizes an unsupported compressed format, such as zip, by the first bytes of a file; `nil` if none matches.
  package init?(_ bytes: [UInt8]) {
    guard let packed = Self.allCases.first(where: { bytes.starts(with: $0.mark) }) else {
      return nil
    }
    self = packed
  }
}

extension TraceHead {
  /// The compressed format of a trace that Hitchmark cannot read, such as zip; `nil` if the first bytes are not those
  /// of one.
  package var packed: PackedFile? { PackedFile(bytes) }
}

extension String {
  /// The name of a trace file without an ending `.gz` or `.zst`.
  package var withoutCompression: String {
    for ending in [".gz", ".zst"] where hasSuffix(ending) { return String(dropLast(ending.count)) }
    return self
  }
}
