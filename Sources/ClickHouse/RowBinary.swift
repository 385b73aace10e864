/// Encodes table rows in ClickHouse's binary format RowBinary.
///
///     var rows = RowWriter()
///     rows.add("a text")
///     rows.add(Int64(7))
///     rows.bytes  // a length, the text, and eight bytes
public struct RowWriter: Sendable {
  /// The encoded bytes of all rows so far, in ClickHouse's format RowBinary.
  public private(set) var bytes: [UInt8] = []

  /// Creates an encoder of ClickHouse table rows that has not encoded any value yet.
  public init() {}

  /// Appends a value of ClickHouse's type `Int64` to the encoded row.
  public mutating func add(_ number: Int64) { addBits(UInt64(bitPattern: number)) }

  /// Appends a value of ClickHouse's type `UInt64` to the encoded row.
  public mutating func add(_ number: UInt64) { addBits(number) }

  /// Appends a value of ClickHouse's type `Float64` to the encoded row.
  public mutating func add(_ number: Double) { addBits(number.bitPattern) }

  /// Appends a value of ClickHouse's type `UInt8` to the encoded row.
  public mutating func add(_ byte: UInt8) { bytes.append(byte) }

  /// Appends a text to the encoded row, as a value of ClickHouse's type `String`.
  public mutating func add(_ text: String) {
    addCount(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends bytes to the encoded row, as a value of ClickHouse's type `String`.
  public mutating func add(_ blob: [UInt8]) {
    addCount(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Appends bytes that another encoder of ClickHouse rows has encoded: whole rows, or a part of a row.
  public mutating func append(_ other: RowWriter) { bytes.append(contentsOf: other.bytes) }

  /// Appends the byte that says whether the next value of a nullable ClickHouse column is missing.
  public mutating func addMark(isMissing: Bool) { bytes.append(isMissing ? 1 : 0) }

  /// Appends the number of elements of a ClickHouse `Array` to the encoded row; the caller appends the elements
  /// afterwards.
  public mutating func addCount(_ count: Int) {
    var rest = UInt64(count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func addBits(_ bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Decodes table rows in ClickHouse's binary format RowBinary.
///
/// The reader is valid only while the caller's buffer is.
public struct RowReader {
  private let bytes: UnsafeRawBufferPointer
  /// The position of the next value to decode, as an offset in bytes from the start of the buffer of ClickHouse rows.
  public private(set) var position = 0

  /// Why a value of an encoded ClickHouse row cannot be decoded.
  public enum Fault: Error, Sendable, Equatable {
    /// The buffer ends within the value.
    case incomplete
    /// The bytes cannot be a value of the type.
    case malformed
  }

  /// The greatest length of a text and of an array; a longer one is no answer of ClickHouse.
  private static let mostBytes = 1 << 28

  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether all values in the buffer of encoded rows were decoded.
  public var isAtEnd: Bool { position == bytes.count }

  /// The encoded bytes between two offsets in the buffer of ClickHouse rows.
  public func bytes(from start: Int, to end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  /// Decodes a value of ClickHouse's type `Int64`.
  public mutating func integer() throws(Fault) -> Int64 { Int64(bitPattern: try bits()) }

  /// Decodes a value of ClickHouse's type `UInt64`.
  public mutating func unsigned() throws(Fault) -> UInt64 { try bits() }

  /// Decodes a value of ClickHouse's type `Float64`.
  public mutating func real() throws(Fault) -> Double { Double(bitPattern: try bits()) }

  /// Decodes a value of ClickHouse's type `UInt8`.
  public mutating func byte() throws(Fault) -> UInt8 {
    guard position < bytes.count else { throw .incomplete }
    defer { position += 1 }
    return bytes[position]
  }

  /// Decodes a value of ClickHouse's type `String` as text; bytes that are not UTF-8 are replaced.
  public mutating func text() throws(Fault) -> String {
    String(decoding: try span(), as: UTF8.self)
  }

  /// Decodes a value of ClickHouse's type `String` as bytes.
  public mutating func blob() throws(Fault) -> [UInt8] { Array(try span()) }

  /// Decodes the byte that says whether the next value of a nullable ClickHouse column is missing.
  public mutating func isMissing() throws(Fault) -> Bool {
    let mark = try byte()
    guard mark <= 1 else { throw .malformed }
    return mark == 1
  }

  /// Decodes a length in a ClickHouse row: the number of elements of an array, or the number of bytes of a text.
  public mutating func count() throws(Fault) -> Int {
    var (count, shift) = (UInt64(0), UInt64(0))
    while true {
      let part = try byte()
      count |= UInt64(part & 0x7F) << shift
      guard part >= 0x80 else { break }
      shift += 7
      guard shift < 35 else { throw .malformed }
    }
    guard count <= UInt64(Self.mostBytes) else { throw .malformed }
    return Int(count)
  }

  /// Decodes elements of ClickHouse's type `Array(Float64)`, and appends them to an array.
  ///
  /// - Parameter count: the number of elements, which precedes them in the row.
  public mutating func appendReals(
    _ count: Int, to numbers: inout ContiguousArray<Double>
  ) throws(Fault) {
    guard (bytes.count - position) / 8 >= count else { throw .incomplete }
    for _ in 0..<count { numbers.append(try real()) }
  }

  private mutating func span() throws(Fault) -> UnsafeRawBufferPointer {
    let count = try count()
    guard bytes.count - position >= count else { throw .incomplete }
    defer { position += count }
    return bytes(from: position, to: position + count)
  }

  private mutating func bits() throws(Fault) -> UInt64 {
    guard bytes.count - position >= 8 else { throw .incomplete }
    defer { position += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }
}
