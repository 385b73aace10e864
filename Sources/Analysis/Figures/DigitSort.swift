extension [UInt32] {
  /// The number of bits per digit.
  ///
  /// A number has three digits.
  private static var digitBits: UInt32 { 11 }

  /// Sorts in three passes over digits of 11 bits, least significant first; O(n).
  mutating func sortByDigits() {
    guard count > 256 else { return sort() }
    var spare = [UInt32](repeating: 0, count: count)
    var isInSpare = false
    withUnsafeMutableBufferPointer { numbers in
      spare.withUnsafeMutableBufferPointer { spare in
        isInSpare = Self.sort(numbers, with: spare)
      }
    }
    if isInSpare { swap(&self, &spare) }
  }

  /// - Returns: whether the sorted numbers are in `spare`.
  private static func sort(
    _ numbers: UnsafeMutableBufferPointer<UInt32>, with spare: UnsafeMutableBufferPointer<UInt32>
  ) -> Bool {
    var (source, target) = (numbers, spare)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 << digitBits) { counts in
      count(numbers, into: counts)
      for pass in 0..<3 as Range<UInt32> {
        let next = UnsafeMutableBufferPointer(
          rebasing: counts[Int(pass << digitBits)..<Int((pass + 1) << digitBits)])
        // A digit with the same value in all numbers needs no pass.
        guard !next.contains(numbers.count) else { continue }
        turnIntoStarts(next)
        scatter(source, into: target, shift: pass * digitBits, next: next)
        swap(&source, &target)
      }
    }
    return source.baseAddress == spare.baseAddress
  }

  /// Counts the digits of all three passes at once.
  private static func count(
    _ numbers: UnsafeMutableBufferPointer<UInt32>, into counts: UnsafeMutableBufferPointer<Int>
  ) {
    counts.initialize(repeating: 0)
    let mask: UInt32 = (1 << digitBits) - 1
    for number in numbers {
      counts[Int(number & mask)] += 1
      counts[Int(1 << digitBits | number >> digitBits & mask)] += 1
      counts[Int(2 << digitBits | number >> (2 * digitBits))] += 1
    }
  }

  private static func turnIntoStarts(_ counts: UnsafeMutableBufferPointer<Int>) {
    var next = 0
    for digit in counts.indices {
      let size = counts[digit]
      counts[digit] = next
      next += size
    }
  }

  private static func scatter(
    _ numbers: UnsafeMutableBufferPointer<UInt32>,
    into target: UnsafeMutableBufferPointer<UInt32>, shift: UInt32,
    next: UnsafeMutableBufferPointer<Int>
  ) {
    let mask: UInt32 = (1 << digitBits) - 1
    for number in numbers {
      let digit = Int(number >> shift & mask)
      target[next[digit]] = number
      next[digit] += 1
    }
  }
}
