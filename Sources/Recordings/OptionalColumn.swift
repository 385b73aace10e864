public import Units

/// A column of durations, times or tokens in the order of a trace, some of which may be missing.
///
/// Neighbours mostly lie close together: four bytes an entry, and eight more for one that lies further than 2³¹ from
/// the first of its block. Growing never moves what is there, and what is more than a megabyte goes to a temporary file.
/// `Int64.min` counts as missing.
public struct OptionalColumn: Sendable, RandomAccessCollection {
  /// Entries in shelves that are full: what each adds to the first of its block.
  @usableFromInline var shelves: [NumberColumn<Int32>] = []
  /// How many entries those have.
  @usableFromInline var shelvedCount = 0
  /// The last shelf, which is being filled.
  @usableFromInline var steps: [Int32] = []
  /// The first entry of each block.
  @usableFromInline var bases: [Nanoseconds] = []
  /// That of the block being filled.
  @usableFromInline var base: Nanoseconds = 0
  /// Entries too far from their block's first, in order.
  fileprivate var distant = ShelvedColumn<Nanoseconds>()
  /// How many of those there are before each so many entries.
  private var distantCounts: [Int] = []
  /// Where shelves go that are too many for memory.
  private var file: ColumnFile?

  /// Whether every entry is missing, or there is none; O(1).
  public private(set) var isAllMissing = true

  // Half a second of frames at 120 Hz: their times lie within the two seconds that a step can span.
  @usableFromInline static var blockBits: Int { 6 }
  @usableFromInline static var shelfBits: Int { 16 }
  private static var shelvesInMemory: Int { 4 }
  private static var countedBits: Int { 8 }
  @usableFromInline static var missing: Int32 { .min }
  @usableFromInline static var isDistant: Int32 { .min + 1 }

  /// Creates an empty column.
  public init() {}

  /// Creates a column from its entries.
  ///
  /// - Parameter values: `nil` where a value is missing.
  public init(_ values: some Sequence<Nanoseconds?>) {
    for value in values { append(value) }
  }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of entries, missing ones included.
  @inlinable public var endIndex: Int { shelvedCount + steps.count }

  /// The entry at a position, or `nil` when it is missing; O(1).
  @inlinable
  public subscript(position: Int) -> Nanoseconds? {
    let step = step(at: position)
    guard step <= Self.isDistant else { return bases[position >> Self.blockBits] &+ Int64(step) }
    return step == Self.missing ? nil : distantValue(at: position)
  }

  @inlinable
  func step(at position: Int) -> Int32 {
    let shelf = position >> Self.shelfBits
    let place = position & (1 << Self.shelfBits - 1)
    return shelf < shelves.count ? shelves[shelf][place] : steps[place]
  }

  /// Adds an entry at the end; `Int64.min` counts as missing.
  ///
  /// - Parameter value: `nil` when the trace has none.
  @inlinable
  public mutating func append(_ value: Nanoseconds?) {
    if steps.count & (1 << Self.blockBits - 1) == 0 { beginBlock(with: value) }
    guard let value, value != .min else { return steps.append(Self.missing) }
    // What runs over comes back when the step is added again.
    let difference = value &- base
    let step = Int32(truncatingIfNeeded: difference)
    if Int64(step) == difference, step > Self.isDistant {
      steps.append(step)
    } else {
      appendDistant(value)
    }
    if isAllMissing { noteValue() }
  }

  /// The values that are there, in order; O(n).
  public var known: NumberColumn<Nanoseconds> {
    var known = NumberColumn<Nanoseconds>.Builder()
    known.reserve(count)
    for case let value? in self { known.append(value) }
    return known.finish()
  }

  @usableFromInline
  mutating func beginBlock(with value: Nanoseconds?) {
    if steps.count == 1 << Self.shelfBits { putAway() }
    precondition(shelvedCount & (1 << Self.shelfBits - 1) == 0, "not finished")
    if let value { base = value }
    bases.append(base)
    if steps.count & (1 << Self.countedBits - 1) == 0 {
      distantCounts.append(distant.count)
    }
  }

  /// The column with its last entries in a file, too, where short columns fill the memory; no more entries may come.
  public consuming func finished() -> OptionalColumn {
    distant.finish()
    guard steps.count > 32, ColumnMemory.isCrowded else { return self }
    shelvedCount += steps.count
    shelves.append(NumberColumn(shelf: steps, stays: true, else: &file))
    steps = []
    return self
  }

  private mutating func putAway() {
    shelvedCount += steps.count
    shelves.append(
      NumberColumn(shelf: steps, stays: shelves.count < Self.shelvesInMemory, else: &file))
    steps = []
    steps.reserveCapacity(1 << Self.shelfBits)
  }

  @usableFromInline
  mutating func appendDistant(_ value: Nanoseconds) {
    distant.append(value)
    steps.append(Self.isDistant)
  }

  /// Gives back the memory of distant entries that have been passed.
  fileprivate func releaseDistant(before position: Int) {
    distant.release(before: distantCounts[position >> Self.countedBits])
  }

  fileprivate func releaseLastDistant() { distant.releaseLast() }

  @usableFromInline
  mutating func noteValue() { isAllMissing = false }

  @usableFromInline
  func distantValue(at position: Int) -> Nanoseconds {
    distant[distantCount(before: position, knowing: (0, 0))]
  }

  /// How many distant entries there are before a position.
  ///
  /// - Parameters:
  ///   - position: of an entry.
  ///   - known: how many there are before another position.
  /// - Returns: the number; O(1) a position behind that one, at most 256.
  fileprivate func distantCount(
    before position: Int, knowing known: (position: Int, count: Int)
  ) -> Int {
    let counted = position & ~(1 << Self.countedBits - 1)
    let isNear = known.position >= counted && known.position <= position
    let (start, count) = isNear ? known : (counted, distantCounts[position >> Self.countedBits])
    let shelf = position >> Self.shelfBits
    let places = (start - (shelf << Self.shelfBits))..<(position - (shelf << Self.shelfBits))
    let more =
      shelf < shelves.count
      ? shelves[shelf].withUnsafeBufferPointer { Self.distantCount(in: $0, places) }
      : steps.withUnsafeBufferPointer { Self.distantCount(in: $0, places) }
    return count + more
  }

  private static func distantCount(
    in steps: UnsafeBufferPointer<Int32>, _ places: Range<Int>
  ) -> Int {
    var count = 0
    for place in places where steps[place] == isDistant { count += 1 }
    return count
  }
}

extension OptionalColumn: Equatable {
  /// Whether two columns have the same entries; O(n).
  public static func == (left: OptionalColumn, right: OptionalColumn) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
}

// MARK: - Passes

extension OptionalColumn {
  /// Walks over all entries, and gives back the memory of those that it has passed.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(of: self) }

  /// See `makeIterator`.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var pass: Pass
    @usableFromInline var position = 0

    @inlinable
    init(of column: OptionalColumn) { pass = Pass(over: column) }

    /// The next entry, which may be missing; `nil` after the last.
    @inlinable
    public mutating func next() -> Nanoseconds?? {
      guard position < pass.column.count else {
        pass.end()
        return nil
      }
      defer { position += 1 }
      return .some(pass.entry(at: position))
    }
  }

  /// Looks at entries of rising positions, and gives back the memory of those that it has passed.
  public struct Pass {
    @usableFromInline let column: OptionalColumn
    @usableFromInline var shelf = 0
    /// A position, and how many distant entries there are before it.
    private var known = (position: 0, count: 0)

    /// Begins before the first entry.
    ///
    /// - Parameter column: whose entries.
    public init(over column: OptionalColumn) { self.column = column }

    /// Looks at an entry; O(1).
    ///
    /// - Parameter position: not before that of the last call.
    /// - Returns: the entry, or `nil` when it is missing.
    @inlinable
    public mutating func entry(at position: Int) -> Nanoseconds? {
      if position >> OptionalColumn.shelfBits > shelf { goOn(to: position) }
      let step = column.step(at: position)
      guard step <= OptionalColumn.isDistant else {
        return column.bases[position >> OptionalColumn.blockBits] &+ Int64(step)
      }
      return step == OptionalColumn.missing ? nil : distantEntry(at: position)
    }

    @usableFromInline
    mutating func distantEntry(at position: Int) -> Nanoseconds {
      known = (position, column.distantCount(before: position, knowing: known))
      return column.distant[known.count]
    }

    /// Gives back the memory of the entries that the pass came to last, too.
    public mutating func end() {
      let next = column.shelves.count
      for passed in column.shelves[shelf..<next] { passed.release(passed.indices) }
      column.releaseLastDistant()
      shelf = next
    }

    @usableFromInline
    mutating func goOn(to position: Int) {
      let next = position >> OptionalColumn.shelfBits
      for passed in column.shelves[shelf..<next] { passed.release(passed.indices) }
      column.releaseDistant(before: position)
      shelf = next
    }
  }
}

extension RandomAccessCollection {
  /// The first position from which on a test holds, where it fails for all entries before and holds for all behind.
  ///
  /// - Parameter isBehind: the test.
  /// - Returns: `endIndex` where it never holds; O(log n).
  @inlinable
  public func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
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
