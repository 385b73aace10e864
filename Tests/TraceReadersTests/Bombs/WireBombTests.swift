import Testing

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tests the wire format with wrong lengths in every message of a trace.
@Suite("Bombs in messages")
struct WireBombTests {
  static let lengths: [UInt64] = [
    .max, 1 << 63, (1 << 63) - 1, 1 << 32, (1 << 31) - 1, 1 << 22, 65_536, 1000,
  ]

  /// The positions of message lengths, down to a limited depth, whatever the meaning of the fields.
  private static func lengths(
    in bytes: [UInt8], _ range: Range<Int>, depth: Int = 0
  ) -> [Range<Int>] {
    var (found, position): ([Range<Int>], Int) = ([], range.lowerBound)
    while let (tag, behind) = varint(in: bytes, at: position, before: range.upperBound) {
      position = behind
      switch tag & 7 {
      case 0:
        guard let (_, end) = varint(in: bytes, at: position, before: range.upperBound) else {
          return found
        }
        position = end
      case 1: position += 8
      case 5: position += 4
      case 2:
        guard let (length, start) = varint(in: bytes, at: position, before: range.upperBound),
          length <= UInt64(range.upperBound - start)
        else { return found }
        let end = start + Int(length)
        found.append(position..<start)
        if depth < 4 { found += lengths(in: bytes, start..<end, depth: depth + 1) }
        position = end
      default: return found
      }
    }
    return found
  }

  private static func varint(
    in bytes: [UInt8], at start: Int, before end: Int
  ) -> (value: UInt64, behind: Int)? {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    for position in start..<max(start, end) {
      value |= UInt64(bytes[position] & 127) << shift
      if bytes[position] < 128 { return (value, position + 1) }
      shift += 7
    }
    return nil
  }

  @Test("a wrong length is an error or an issue, wherever it is", arguments: lengths)
  func lies(length: UInt64) throws {
    for fixture in Fixture.all where fixture.format == "perfetto" && fixture.file.hasPrefix("good")
    {
      let bytes = try fixture.bytes()
      let places = Self.lengths(in: bytes, 0..<bytes.count)
      #expect(places.count > 10)
      for place in places.enumerated().filter({ $0.offset % (places.count / 100 + 1) == 0 }) {
        let blown =
          bytes[..<place.element.lowerBound] + Wire.varint(length)
          + bytes[place.element.upperBound...]
        let complaint = RecordingRules.complaint(about: Array(blown))
        #expect(complaint == nil, "\(fixture), \(place.element)")
      }
    }
  }

  @Test("endless numbers, nested groups and zeros are left out or refused")
  func strange() throws {
    let strange: [[UInt8]] = [
      Array(repeating: 0xFF, count: 20_000), Array(repeating: 0x0B, count: 20_000),
      Array(repeating: 0, count: 20_000), Array(repeating: 0x80, count: 20_000),
      [0x0A].repeated(20_000),
    ]
    for fixture in Fixture.all where fixture.format == "perfetto" && fixture.file.hasPrefix("good")
    {
      let bytes = try fixture.bytes()
      for bomb in strange {
        for blown in [
          bytes + bomb, bytes.prefix(bytes.count / 2) + bomb,
          bytes + Wire.packet { $0.put(76, bomb) },
        ] {
          #expect(RecordingRules.complaint(about: Array(blown)) == nil, "\(fixture)")
        }
      }
    }
  }
}
