/// Where the numbers of a block lie, but for those far away from most.
struct BlockSpread {
  /// A number amid them.
  let pivot: Int64
  /// Bits that suffice for the distance of half of them from it.
  let bits: Int

  /// Looks at the numbers of a block, of which there has to be one.
  init(of values: UnsafeBufferPointer<Int64>) {
    pivot = Self.pivot(of: values)
    bits = Self.typicalBits(of: values, around: pivot)
  }

  /// Whether a number is not far away: up to four times the typical distance or a little more.
  func isNear(_ value: Int64) -> Bool {
    64 - (value &- pivot).magnitude.leadingZeroBitCount <= bits + 2
  }

  /// The median of nine of the numbers.
  private static func pivot(of values: UnsafeBufferPointer<Int64>) -> Int64 {
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: 9) { nine in
      for index in 0..<9 {
        var place = index
        let value = values[index * values.count / 9]
        while place > 0, nine[place - 1] > value {
          nine.initializeElement(at: place, to: nine[place - 1])
          place -= 1
        }
        nine.initializeElement(at: place, to: value)
      }
      return nine[4]
    }
  }

  /// Bits that suffice for half of the distances.
  private static func typicalBits(
    of values: UnsafeBufferPointer<Int64>, around pivot: Int64
  ) -> Int {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 65) { histogram in
      histogram.initialize(repeating: 0)
      for value in values {
        histogram[64 - (value &- pivot).magnitude.leadingZeroBitCount] += 1
      }
      var (bits, seen) = (0, Int(histogram[0]))
      while seen * 2 < values.count {
        bits += 1
        seen += Int(histogram[bits])
      }
      return bits
    }
  }
}
