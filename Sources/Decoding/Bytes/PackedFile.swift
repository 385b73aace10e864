/// Programs that pack files in a way that is not read here.
public enum PackedFile: String, Sendable, CaseIterable {
  case zip
  case xz
  case bzip2

  /// What their files begin with.
  private var mark: [UInt8] {
    switch self {
    case .zip: [0x50, 0x4B, 3, 4]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A]
    case .bzip2: Array("BZh".utf8)
    }
  }

  /// Looks at the beginning of a file; `nil` where none of them packed it.
  package init?(_ bytes: [UInt8]) {
    guard let packed = Self.allCases.first(where: { bytes.starts(with: $0.mark) }) else {
      return nil
    }
    self = packed
  }
}

extension TraceHead {
  /// What packed the trace; `nil` when nothing did that is known here.
  package var packed: PackedFile? { PackedFile(bytes) }
}

extension String {
  /// A file name without the ending of a compressed file.
  package var withoutCompression: String {
    for ending in [".gz", ".zst"] where hasSuffix(ending) { return String(dropLast(ending.count)) }
    return self
  }
}
