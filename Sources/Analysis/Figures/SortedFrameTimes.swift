internal import Recordings
internal import Statistics
public import Units

/// Frame times in ascending order.
///
/// Four bytes a frame: those of 4.29 s and more, of which a benchmark has hardly any, are kept apart.
public struct SortedFrameTimes: Sendable, RandomAccessCollection {
  private let short: [UInt32]
  private let long: [Nanoseconds]

  /// Sorts frame times; O(n).
  ///
  /// - Parameter frameTimes: above 0, in any order.
  init(_ frameTimes: some Collection<Nanoseconds>) {
    guard frameTimes.count < Self.many else {
      self.init(many: frameTimes)
      return
    }
    var short: [UInt32] = []
    var long: [Nanoseconds] = []
    short.reserveCapacity(frameTimes.count)
    for frameTime in frameTimes {
      if let packed = UInt32(exactly: frameTime) {
        short.append(packed)
      } else {
        long.append(frameTime)
      }
    }
    short.sortByDigits()
    self.init(short: short, long: long.sorted())
  }

  private init(short: [UInt32], long: [Nanoseconds]) {
    self.short = short
    self.long = long
  }

  /// From so many frames on, they are sorted where they lie.
  static let many = 1 << 17

  /// The same in memory for the result alone, after two looks at each: by their high halves frame times go
  /// where they belong but for their low ones, and are sorted by those.
  private init(many frameTimes: some Collection<Nanoseconds>) {
    var places = [Int](repeating: 0, count: 1 << 16)
    var long: [Nanoseconds] = []
    for frameTime in frameTimes {
      if let packed = UInt32(exactly: frameTime) {
        places[Int(packed >> 16)] += 1
      } else {
        long.append(frameTime)
      }
    }
    var ends = 0
    for half in places.indices {
      ends += places[half]
      places[half] = ends - places[half]
    }
    short = [UInt32](unsafeUninitializedCapacity: ends) { numbers, count in
      for frameTime in frameTimes {
        guard let packed = UInt32(exactly: frameTime) else { continue }
        let half = Int(packed >> 16)
        numbers.initializeElement(at: places[half], to: packed)
        places[half] += 1
      }
      count = ends
      numbers.sortParts(endingAt: places)
    }
    self.long = long.sorted()
  }

  /// Puts the frame times of several runs together; O(n).
  ///
  /// - Parameter parts: each run's.
  public init(pooling parts: [SortedFrameTimes]) {
    self = parts.count == 1 ? parts[0] : SortedFrameTimes(parts.flatMap(\.self))
  }

  /// Position of the shortest frame.
  public var startIndex: Int { 0 }

  /// The position after the longest frame.
  public var endIndex: Int { short.count + long.count }

  /// The frame time at a position.
  public subscript(position: Int) -> Nanoseconds {
    position < short.count ? Nanoseconds(short[position]) : long[position - short.count]
  }

  /// The type 7 quantile, in nanoseconds.
  ///
  /// - Parameter probability: 0 to 1.
  /// - Returns: the quantile.
  /// - Precondition: there is a frame.
  public func quantile(_ probability: Double) -> Double {
    let quantile = Quantile(probability, count: count)
    return quantile.value(
      between: Double(self[quantile.lower]), and: Double(self[quantile.upper]))
  }

  /// The longest frames, from the first one that a condition holds for; O(log n).
  ///
  /// - Parameter condition: once it holds for a frame time, it holds for all longer ones.
  /// - Returns: the frames it holds for.
  public func longest(where condition: (Nanoseconds) -> Bool) -> Slice<SortedFrameTimes> {
    self[partitioningIndex(where: condition)...]
  }

  /// The frame rate that a run falls to or below for some of its time.
  ///
  /// - Parameter time: in nanoseconds.
  /// - Returns: of the longest frames that together last so long, the shortest one's, in frames per second.
  /// - Precondition: there is a frame.
  func frameRate(lastingFor time: Double) -> Double {
    var sum: Nanoseconds = 0
    var index = endIndex
    repeat {
      index -= 1
      sum += self[index]
    } while index > startIndex && Double(sum) < time
    return 1e9 / Double(self[index])
  }
}

extension Slice<SortedFrameTimes> {
  /// The sum of the frame times; O(n).
  public var duration: Nanoseconds { reduce(0, +) }
}

extension [UInt32] {
  /// Bits of a digit; three digits make a number.
  private static var digitBits: UInt32 { 11 }

  /// Sorts in three passes over digits of 11 bits, least significant first; O(n).
  fileprivate mutating func sortByDigits() {
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
        // A digit that all numbers share puts nothing in order.
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

extension UnsafeMutableBufferPointer<UInt32> {
  /// Sorts parts of numbers, those of a part with the same high half.
  ///
  /// - Parameter ends: of the parts, one after the other, the last at the end.
  fileprivate func sortParts(endingAt ends: [Int]) {
    var counts = [UInt32](repeating: 0, count: 1 << 16)
    var start = 0
    for end in ends where end > start {
      var part = UnsafeMutableBufferPointer(rebasing: self[start..<end])
      // Numbers that differ in 16 bits only are counted, and written down again.
      if part.count > 1 << 11 { part.sortByCounting(with: &counts) } else { part.sort() }
      start = end
    }
  }

  /// - Parameter counts: 2¹⁶ zeros; afterwards zeros again.
  private func sortByCounting(with counts: inout [UInt32]) {
    let high = self[0] & 0xFFFF_0000
    for number in self { counts[Int(number & 0xFFFF)] += 1 }
    var next = 0
    for low in counts.indices where counts[low] > 0 {
      for _ in 0..<counts[low] {
        self[next] = high | UInt32(low)
        next += 1
      }
      counts[low] = 0
    }
  }
}
