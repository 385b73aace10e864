import ClickHouse
import Testing

@Suite("RowBinary")
struct RowBinaryTests {
  @Test("What is written is read again")
  func roundTrip() throws {
    var writer = RowWriter()
    writer.add(Int64.min)
    writer.add(UInt64.max)
    writer.add(-0.0)
    writer.add(UInt8(7))
    writer.add("Größe\0")
    writer.add([UInt8](repeating: 9, count: 300))
    writer.addMark(isMissing: true)
    writer.addCount(1 << 20)
    try writer.bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws -> Void in
      var reader = RowReader(bytes)
      #expect(try reader.integer() == .min)
      #expect(try reader.unsigned() == .max)
      #expect(try reader.real().bitPattern == (-0.0).bitPattern)
      #expect(try reader.byte() == 7)
      #expect(try reader.text() == "Größe\0")
      #expect(try reader.blob() == [UInt8](repeating: 9, count: 300))
      #expect(try reader.isMissing())
      #expect(try reader.count() == 1 << 20)
      #expect(reader.isAtEnd)
    }
  }

  @Test("The bytes are those of ClickHouse")
  func bytes() {
    var writer = RowWriter()
    writer.add("ab")
    writer.add(Int64(258))
    #expect(writer.bytes == [2, 97, 98, 2, 1, 0, 0, 0, 0, 0, 0])
  }

  @Test("A buffer that ends within a value is incomplete at every length")
  func incomplete() throws {
    var writer = RowWriter()
    writer.add(String(repeating: "x", count: 200))
    writer.add(1.5)
    for length in 0..<writer.bytes.count {
      #expect(throws: RowReader.Fault.incomplete) {
        try Array(writer.bytes[..<length]).withUnsafeBytes { bytes in
          var reader = RowReader(bytes)
          _ = try reader.text()
          _ = try reader.real()
        }
      }
    }
  }

  @Test("Numbers of an array are appended all at once, or not at all")
  func reals() throws {
    var writer = RowWriter()
    for number in [1.5, -0.0, 3] { writer.add(number) }
    var numbers: ContiguousArray<Double> = [7]
    try writer.bytes.withUnsafeBytes { bytes in
      var reader = RowReader(bytes)
      try reader.appendReals(3, to: &numbers)
      #expect(reader.isAtEnd)
      reader = RowReader(bytes)
      #expect(throws: RowReader.Fault.incomplete) { try reader.appendReals(4, to: &numbers) }
    }
    #expect(numbers == [7, 1.5, 0, 3])
  }

  @Test(
    "Bytes that are no value are malformed and not a huge allocation",
    arguments: [[UInt8](repeating: 0xFF, count: 12), [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]])
  func malformed(bytes: [UInt8]) {
    #expect(throws: RowReader.Fault.malformed) {
      try bytes.withUnsafeBytes { bytes in
        var reader = RowReader(bytes)
        _ = try reader.text()
      }
    }
    #expect(throws: RowReader.Fault.malformed) {
      try bytes.withUnsafeBytes { bytes in
        var reader = RowReader(bytes)
        _ = try reader.isMissing()
      }
    }
  }
}
