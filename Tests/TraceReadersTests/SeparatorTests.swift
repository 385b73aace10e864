import CScan
import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Compares `CScan`, which reads 64 bytes or eight digits at a time, with code that reads byte by byte.
@Suite struct SeparatorTests {
  /// Pseudorandom bytes, equal on all machines.
  private static func bytes(_ seed: UInt64, count: Int, of letters: StaticString) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return letters.utf8Start[Int(state >> 33) % letters.utf8CodeUnitCount]
    }
  }

  private struct Line: Equatable {
    var length: Int
    var fields = 1
    var hasQuotes = false
    /// The start positions of fields after commas, up to the capacity.
    var starts: [Int] = []
  }

  /// The specified result of `CScan`, computed byte by byte.
  private static func plainLine(_ bytes: [UInt8], capacity: Int) -> Line {
    var line = Line(length: bytes.firstIndex(of: Byte.newline) ?? bytes.count)
    var isQuoted = false
    for index in 0..<line.length {
      if bytes[index] == Byte.quote { (isQuoted, line.hasQuotes) = (!isQuoted, true) }
      guard bytes[index] == Byte.comma, !isQuoted else { continue }
      line.fields += 1
      if line.starts.count < capacity { line.starts.append(index + 1) }
    }
    return line
  }

  /// Calls a variant with bytes at the end of their allocation, so that AddressSanitizer detects reads past it.
  private static func line(
    _ bytes: [UInt8], capacity: Int,
    by find:
      @convention(c) (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt32>?, Int
      ) -> cscan_line
  ) -> Line {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    defer { memory.deallocate() }
    memory.initialize(from: bytes, count: bytes.count)
    var offsets = [UInt32](repeating: 0, count: capacity + Int(CSCAN_SLACK))
    let found = find(memory, bytes.count, &offsets, capacity)
    let starts = offsets.prefix(min(capacity, Int(found.fields) - 1)).map { Int($0) }
    return Line(
      length: Int(found.length), fields: Int(found.fields), hasQuotes: found.has_quotes,
      starts: starts)
  }

  /// The variants that this processor can run.
  private static var variants: [cscan_variant] {
    guard let first = cscan_variants() else { return [] }
    return Array(UnsafeBufferPointer(start: first, count: 8).prefix { $0.name != nil })
  }

  @Test("all variants find the fields of a line", arguments: 0..<400 as Range<UInt64>)
  func variantsAgree(seed: UInt64) throws {
    let letters: [StaticString] = [
      ",\n\r-+.0,*(\u{0b}lJ\u{e9}", "abcdefghijklmnopqrstuvw,xyz0123456789.", ",,,,,,,,\"1234",
    ]
    let bytes = Self.bytes(
      seed, count: Int(seed * 7 % 301), of: letters[Int(seed % UInt64(letters.count))])
    for capacity in [1, 3, 1000] {
      let expected = Self.plainLine(bytes, capacity: capacity)
      #expect(Self.line(bytes, capacity: capacity, by: cscan_find) == expected)
      for variant in Self.variants {
        let function = try #require(variant.function)
        #expect(
          Self.line(bytes, capacity: capacity, by: function) == expected,
          "\(String(cString: variant.name)): \(bytes)")
      }
    }
  }

  /// Parses a decimal number by definition: digits, at most one point, and at most one minus before them.
  private static func plainNumber(_ text: String) -> (mantissa: UInt64, exponent: Int32)? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let all = parts.joined()
    guard text.utf8.count <= 20, parts.count <= 2, (1...19).contains(all.count),
      all.utf8.allSatisfy(Byte.isDigit), let mantissa = UInt64(all)
    else { return nil }
    return (mantissa, parts.count == 2 ? -Int32(parts[1].count) : 0)
  }

  @Test("numbers are exact to the digit", arguments: 0..<2000 as Range<UInt64>)
  func numbers(seed: UInt64) {
    let letters: StaticString = seed % 3 == 0 ? "0123456789.-a," : "01234567890123456789."
    let bytes = Self.bytes(seed, count: Int(seed % 23), of: letters)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    defer { memory.deallocate() }
    memory.initialize(from: bytes, count: bytes.count)
    let text = String(decoding: bytes, as: UTF8.self)
    var number = cscan_number()
    let isRead = cscan_read(memory, bytes.count, &number)
    let expected = Self.plainNumber(text)
    #expect(isRead == (expected != nil), "\(text)")
    guard isRead, let expected else { return }
    #expect(number.mantissa == expected.mantissa && number.exponent == expected.exponent, "\(text)")
    #expect(number.is_negative == text.hasPrefix("-"), "\(text)")
  }

  /// Rows with 9,000 fields, one of them first and one after short rows.
  @Test func makesRoomForLongRows() throws {
    let long = Array(repeating: "1", count: 9_000).joined(separator: ",")
    let text = "a,b\n\(long)\n1,2\n3,4\r\n\n\(long)\n5,6\n"
    var source = TraceSource(bytes: Array(text.utf8), name: "long.csv")
    let header = CSVHeader(bytes: Array("a,b".utf8), line: 1)
    _ = try source.head()
    var rows = CSVRows(below: header, columns: [1, nil, 0], of: &source, minimumFieldCount: 2)
    var found: [String] = []
    while try rows.advance(in: &source) {
      found.append("\(rows.line): \(rows[0].text) \(rows[1].text) \(rows[2].text)")
    }
    #expect(found == ["3: 2  1", "4: 4  3", "7: 6  5"])
    #expect(rows.issues.inOrder.map(\.count) == [2])
    #expect(rows[0].text.isEmpty)
  }
}
