internal import Recordings
internal import Statistics
public import Units

/// The frame times of a run in ascending order, stored compactly.
///
/// Four bytes per frame. Frame times of 4.29 s and more, which are rare, are stored separately.
public struct SortedFrameTimes: Sendable, RandomAccessCollection {
  private let short: [UInt32]
  private let long: [Nanoseconds]

  /// Sorts frame times above 0; O(n) except for the rare long ones.
  init(_ frameTimes: some Collection<Nanoseconds>) {
    var long: [Nanoseconds] = []
    var short = [UInt32](unsafeUninitializedCapacity: frameTimes.count) { numbers, count in
      for frameTime in frameTimes {
        if let number = UInt32(exactly: frameTime) {
          numbers.initializeElement(at: count, to: number)
          count += 1
        } else {
          long.append(frameTime)
        }
      }
    }
    short.sortByDigits()
    long.sort()
    (self.short, self.long) = (short, long)
  }

  /// Merges the sorted frame times of several runs; O(n) for n frames.
  public init(pooling parts: [SortedFrameTimes]) {
    self = parts.count == 1 ? parts[0] : SortedFrameTimes(parts.flatMap(\.self))
  }

  /// The position of the shortest frame time in the sorted collection: 0.
  public var startIndex: Int { 0 }

  /// The position after the longest frame time in the sorted collection.
  public var endIndex: Int { short.count + long.count }

  /// The frame time at a position in ascending order, in nanoseconds.
  public subscript(position: Int) -> Nanoseconds {
    position < short.count ? Nanoseconds(short[position]) : long[position - short.count]
  }

  /// The quantile of the run's frame times at a probability, in nanoseconds, by Hyndman and Fan's type 7.
  ///
  /// - Precondition: there is a frame.
  public func quantile(_ probability: Double) -> Double {
    let quantile = Quantile(probability, count: count)
    return quantile.value(
      between: Double(self[quantile.lower]), and: Double(self[quantile.upper]))
  }

  /// The median distance from the median, in nanoseconds; O(log n).
  ///
  /// - Precondition: there is a frame.
  var medianAbsoluteDeviation: Double {
    let median = quantile(0.5)
    let middle = Quantile(0.5, count: count)
    return middle.value(
      between: distance(from: median, at: middle.lower),
      and: distance(from: median, at: middle.upper))
  }

  /// The distance from a center that is at a position among all distances in ascending order; O(log n).
  ///
  /// Distances ascend in both directions from the center, so a binary search finds how many of the smaller ones are
  /// below it.
  private func distance(from center: Double, at position: Int) -> Double {
    let above = partitioningIndex { Double($0) >= center }
    func below(_ rank: Int) -> Double {
      rank < above ? center - Double(self[above - 1 - rank]) : .infinity
    }
    func upward(_ rank: Int) -> Double {
      rank < count - above ? Double(self[above + rank]) - center : .infinity
    }
    let possible = Swift.max(0, position - (count - above))..<Swift.min(position, above)
    let smaller = possible.partitioningIndex { upward(position - $0 - 1) <= below($0) }
    return Swift.min(below(smaller), upward(position - smaller))
  }

  /// All frame times of the run from the shortest one that satisfies a condition to the longest; O(log n) for n frames.
  ///
  /// If the condition holds for a frame time, it must hold for all longer ones.
  public func longest(where condition: (Nanoseconds) -> Bool) -> Slice<SortedFrameTimes> {
    self[partitioningIndex(where: condition)...]
  }

  /// The sum of the frame times at some positions; O(n).
  fileprivate func duration(of positions: Range<Int>) -> Nanoseconds {
    let inShort = positions.clamped(to: 0..<short.count)
    let inLong = positions.clamped(to: short.count..<count)
    let sum = short[inShort].reduce(Nanoseconds(0)) { $0 + Nanoseconds($1) }
    return inLong.reduce(sum) { $0 + self[$1] }
  }

  /// The frame rate at or below which a run spends some of its time.
  ///
  /// Takes the longest frames that together last `time` nanoseconds, and returns the shortest of
  /// them in frames per second.
  ///
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
  /// The sum of the frame times in this slice of the sorted frame times, in nanoseconds; O(n) for n frames.
  public var duration: Nanoseconds { base.duration(of: startIndex..<endIndex) }
}

extension [UInt32] {
  /// The number of bits per digit.
  ///
  /// A number has three digits.
  private static var digitBits: UInt32 { 11 }

  /// Sorts in three passes over digits of 11 bits, least significant first; O(n).
  mutating func sortByDigits() {
    guard count > 256 else { return sort() }
    var isInSpare = false
    let spare = [UInt32](unsafeUninitializedCapacity: count) { spare, initialized in
      isInSpare = withUnsafeMutableBufferPointer { Self.sort($0, with: spare) }
      initialized = isInSpare ? spare.count : 0
    }
    if isInSpare { self = spare }
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

extension [Nanoseconds] {
  /// The element that would be at a position if all were sorted.
  ///
  /// Rearranges the others; O(n) except for contrived orders.
  ///
  /// Hoare's quickselect, with the median of three as pivot.
  mutating func selectElement(at position: Int) -> Nanoseconds {
    precondition(indices.contains(position), "expected the position of an element")
    return withUnsafeMutableBufferPointer { $0.selectElement(at: position) }
  }
}

extension UnsafeMutableBufferPointer<Nanoseconds> {
  fileprivate func selectElement(at position: Int) -> Element {
    var (low, high) = (startIndex, endIndex - 1)
    while low < high {
      let middle = self[low + (high - low) / 2]
      let pivot = Swift.max(
        Swift.min(self[low], middle), Swift.min(Swift.max(self[low], middle), self[high]))
      let (left, right) = part(low, high, by: pivot)
      if position <= right {
        high = right
      } else if position >= left {
        low = left
      } else {
        return self[position]
      }
    }
    return self[position]
  }

  /// Moves elements below the pivot to the front and those above it to the back.
  ///
  /// - Returns: the start of the back and the end of the front; the elements between equal the
  ///   pivot.
  private func part(_ low: Int, _ high: Int, by pivot: Element) -> (left: Int, right: Int) {
    var (left, right) = (low, high)
    while left <= right {
      while self[left] < pivot { left += 1 }
      while self[right] > pivot { right -= 1 }
      guard left <= right else { break }
      swapAt(left, right)
      left += 1
      right -= 1
    }
    return (left, right)
  }
}

/// The values of a frame signal in ascending order.
///
/// Four bytes per value. Values of ±2.1 s and beyond, which are rare, are stored separately.
struct SortedSignal: Sendable {
  private let short: [UInt32]
  /// The rare long values, and how many of them are below 0.
  private let long: (values: [Nanoseconds], lowCount: Int)

  var count: Int { short.count + long.values.count }

  subscript(position: Int) -> Nanoseconds {
    if position < long.lowCount { return long.values[position] }
    let place = position - long.lowCount
    return place < short.count ? Self.value(short[place]) : long.values[position - short.count]
  }

  /// The type 7 quantile, in nanoseconds.
  ///
  /// - Precondition: there is a value.
  func quantile(_ probability: Double) -> Double {
    let quantile = Quantile(probability, count: count)
    return quantile.value(
      between: Double(self[quantile.lower]), and: Double(self[quantile.upper]))
  }

  // Flips the sign bit, so that the unsigned order is the order of the values.
  private static func moved(_ value: Int32) -> UInt32 { UInt32(bitPattern: value) ^ 1 << 31 }

  private static func value(_ number: UInt32) -> Nanoseconds {
    Nanoseconds(Int32(bitPattern: number ^ 1 << 31))
  }

  /// Collects values in any order.
  struct Collector {
    private var short: [UInt32] = []
    private var long: [Nanoseconds] = []

    /// Creates a collector for up to `capacity` values.
    init(capacity: Int) { short.reserveCapacity(capacity) }

    mutating func append(_ value: Nanoseconds) {
      if let packed = Int32(exactly: value) {
        short.append(SortedSignal.moved(packed))
      } else {
        long.append(value)
      }
    }

    /// Sorts the values; O(n) except for the rare long ones.
    consuming func finish() -> SortedSignal {
      short.sortByDigits()
      long.sort()
      return SortedSignal(short: short, long: (long, long.partitioningIndex { $0 >= 0 }))
    }
  }
}
