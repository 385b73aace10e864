/// A column of times, durations or tokens in the order of a trace, whose neighbours lie close together.
///
/// Four bytes an entry, and sixteen more for one that lies further than 2³¹ from the first of its block. For what is
/// kept until the rest of a trace is known; finished columns are `OptionalColumn`s.
struct HeldColumn: Sendable, RandomAccessCollection {
  /// The entries so far in shelves that are full, so that growing never moves them; and the last shelf.
  private var shelves: [[Int32]] = []
  private var steps: [Int32] = []
  private var bases: [Int64] = []
  private var distantPlaces: [Int] = []
  private var distantValues: [Int64] = []

  /// Half a second of frames at 120 Hz: their times lie within the two seconds that a step can span.
  private static let block = 64
  private static let shelf = 1 << 14
  private static let (missing, distant) = (Int32.min, Int32.min + 1)

  /// Creates an empty column.
  init() {}

  var startIndex: Int { 0 }

  var endIndex: Int { shelves.count * Self.shelf + steps.count }

  /// The entry at a position, or `nil` when it is missing; O(1), and O(log n) for distant ones.
  subscript(position: Int) -> Int64? {
    let (shelf, place) = position.quotientAndRemainder(dividingBy: Self.shelf)
    return switch shelf < shelves.count ? shelves[shelf][place] : steps[place] {
    case Self.missing: nil
    case Self.distant: distantValues[distantPlaces.partitioningIndex { $0 >= position }]
    case let step: bases[position / Self.block] + Int64(step)
    }
  }

  /// Adds an entry at the end.
  ///
  /// - Parameter value: `nil` when the trace has none.
  mutating func append(_ value: Int64?) {
    if steps.count == Self.shelf { fillShelf() }
    if steps.count % Self.block == 0 { bases.append(value ?? bases.last ?? 0) }
    guard let value else { return steps.append(Self.missing) }
    let (difference, isTooLarge) = value.subtractingReportingOverflow(bases[bases.count - 1])
    if !isTooLarge, let step = Int32(exactly: difference), step > Self.distant {
      steps.append(step)
    } else {
      distantPlaces.append(count)
      distantValues.append(value)
      steps.append(Self.distant)
    }
  }

  private mutating func fillShelf() {
    shelves.append(steps)
    steps = []
    steps.reserveCapacity(Self.shelf)
  }
}

extension RandomAccessCollection {
  /// The first position from which on a test holds, where it fails for all entries before and holds for all behind.
  ///
  /// - Parameter isBehind: the test.
  /// - Returns: `endIndex` where it never holds; O(log n).
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var (low, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isBehind(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
