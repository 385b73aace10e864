#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Compares and searches bytes with the functions of the C library.
package enum Memory {
  /// Whether two ranges of bytes in memory are equal.
  @inline(__always)
  package static func equal(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    memcmp(left, right, count) == 0
  }

  /// The number of bytes in a C string before its terminating zero.
  @inline(__always)
  package static func length(of text: UnsafePointer<CChar>) -> Int { strlen(text) }

  /// Whether a range of memory contains a byte with a given value.
  @inline(__always)
  package static func contains(_ byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    memchr(start, Int32(byte), count) != nil
  }

  /// The offset of the first byte with a given value in a range of memory; `nil` if there is none.
  @inline(__always)
  package static func firstIndex(
    of byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int
  ) -> Int? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
  }
}
