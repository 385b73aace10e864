import TestSupport

/// The compression formats in which traces may be stored.
enum Archive: CaseIterable {
  case gzip, zstd

  func of(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .gzip: TraceReadersTests.gzip(bytes)
    case .zstd: TraceReadersTests.zstd(bytes)
    }
  }
}

/// A gzip member (RFC 1952) of stored blocks, made without the library under test.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var member: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(65_535)
    rest = rest.dropFirst(block.count)
    let length = UInt16(block.count)
    member.append(rest.isEmpty ? 1 : 0)
    member += littleEndian(length) + littleEndian(~length) + block
  } while !rest.isEmpty
  return member + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
}

/// A zstd frame (RFC 8878) of raw blocks, made without the library under test.
func zstd(_ bytes: [UInt8]) -> [UInt8] {
  let windowOf1MiB: UInt8 = 10 << 3
  var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, windowOf1MiB]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(100_000)
    rest = rest.dropFirst(block.count)
    frame += littleEndian(UInt32(block.count) << 3 | (rest.isEmpty ? 1 : 0)).prefix(3) + block
  } while !rest.isEmpty
  return frame
}

private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
