#if arch(x86_64)
  // The generic vectors of Swift take a hundred instructions for what the processor does in one.
  internal import _Builtin_intrinsics.intel.sse2
#endif

/// Where commas and ends of lines lie among 64 bytes: bit `k` stands for byte `k`.
struct SeparatorMasks {
  /// Bytes that are looked at together.
  static let width = 64

  private(set) var commas: UInt64 = 0
  private(set) var newlines: UInt64 = 0

  /// Looks at bytes.
  ///
  /// - Parameter bytes: 64 that may be read.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    #if arch(x86_64)
      readVectors(bytes)
    #else
      readWords(bytes)
    #endif
  }

  /// The same where commas between quotes separate nothing.
  ///
  /// - Parameters:
  ///   - bytes: 64 that may be read.
  ///   - isQuoted: whether the first lies between quotes; afterwards whether the one behind the last does. No quote
  ///     reaches beyond a line.
  init(_ bytes: UnsafePointer<UInt8>, isQuoted: inout Bool) {
    for index in 0..<Self.width {
      let bit = UInt64(1) << UInt64(index)
      switch bytes[index] {
      case Byte.quote: isQuoted.toggle()
      case Byte.comma where !isQuoted: commas |= bit
      case Byte.newline:
        newlines |= bit
        isQuoted = false
      default: break
      }
    }
  }

  #if arch(x86_64)
    @inline(__always)
    private mutating func readVectors(_ bytes: UnsafePointer<UInt8>) {
      let comma = _mm_set1_epi8(CChar(bitPattern: Byte.comma))
      let newline = _mm_set1_epi8(CChar(bitPattern: Byte.newline))
      for offset in stride(from: 0, to: Self.width, by: 16) {
        let vector = UnsafeRawPointer(bytes + offset).loadUnaligned(as: __m128i.self)
        commas |= Self.bits(_mm_cmpeq_epi8(vector, comma)) &<< UInt64(offset)
        newlines |= Self.bits(_mm_cmpeq_epi8(vector, newline)) &<< UInt64(offset)
      }
    }

    /// The highest bits of sixteen bytes.
    @inline(__always)
    private static func bits(_ vector: __m128i) -> UInt64 {
      UInt64(UInt32(bitPattern: _mm_movemask_epi8(vector)))
    }
  #endif

  /// The same with no more than whole words.
  @inline(__always)
  mutating func readWords(_ bytes: UnsafePointer<UInt8>) {
    (commas, newlines) = (0, 0)
    for offset in stride(from: 0, to: Self.width, by: 8) {
      let word = UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self).littleEndian
      let (comma, newline) = (
        ByteWord.positions(of: Byte.comma, in: word), ByteWord.positions(of: Byte.newline, in: word)
      )
      commas |= ByteWord.bits(of: comma) &<< UInt64(offset)
      newlines |= ByteWord.bits(of: newline) &<< UInt64(offset)
    }
  }
}
