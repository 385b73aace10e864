/// Whole numbers, or small values without references, one after the other, which never change: in memory where they are few,
/// in a temporary file that is mapped where they are many.
///
/// Read from one end to the other, with `for` or in stretches, a column of any length takes a megabyte or two of memory,
/// because what has been passed is given back. Numbers at single positions keep a page of memory each until the next such
/// pass. Copies share the numbers.
public struct NumberColumn<Number: BitwiseCopyable & Equatable & Sendable>:
  RandomAccessCollection, @unchecked Sendable
{
  // Invariant: `memory` keeps `numbers` valid for `count` numbers, so it has to outlive every look at them.
  @usableFromInline let memory: ColumnMemory
  @usableFromInline let numbers: UnsafePointer<Number>
  /// How many numbers there are.
  public let count: Int

  @inlinable
  init(_ memory: ColumnMemory, count: Int) {
    self.memory = memory
    self.count = count
    numbers = memory.start.assumingMemoryBound(to: Number.self)
  }

  /// Copies numbers; O(n).
  ///
  /// - Parameter numbers: in their order.
  @inlinable
  public init(_ numbers: some Sequence<Number>) {
    var builder = Builder()
    for number in numbers { builder.append(number) }
    self = builder.finish()
  }

  /// The same of an array, which takes less time.
  ///
  /// - Parameter numbers: in their order.
  @inlinable
  public init(_ numbers: [Number]) {
    if numbers.count * MemoryLayout<Number>.stride <= Builder.usualMemory {
      self.init(numbers.withUnsafeBytes(ColumnMemory.init(copying:)), count: numbers.count)
    } else {
      var builder = Builder()
      numbers.withUnsafeBufferPointer { builder.append(contentsOf: $0) }
      self = builder.finish()
    }
  }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of numbers.
  @inlinable public var endIndex: Int { count }

  /// The number at a position.
  @inlinable
  public subscript(position: Int) -> Number {
    precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "a position within")
    return withExtendedLifetime(memory) { numbers[position] }
  }

  /// Lets `body` see all numbers where they lie.
  ///
  /// Whoever goes through many of them gives them back with `release`.
  ///
  /// - Parameter body: must not keep the pointer.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  @inlinable
  public func withUnsafeBufferPointer<Result, Problem: Error>(
    _ body: (UnsafeBufferPointer<Number>) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    // Not `withExtendedLifetime`, which forgets what kind of error is thrown.
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: numbers, count: count))
  }
}

extension NumberColumn: Equatable {
  /// Whether two columns have the same numbers; O(n).
  public static func == (left: NumberColumn, right: NumberColumn) -> Bool {
    left.memory === right.memory || left.count == right.count && left.elementsEqual(right)
  }
}

extension NumberColumn: ExpressibleByArrayLiteral {
  /// Creates a column of the numbers of a list.
  ///
  /// - Parameter numbers: in their order.
  public init(arrayLiteral numbers: Number...) { self.init(numbers) }
}

// MARK: - Passes

extension NumberColumn {
  /// What is in memory at once of a column in a file, in bytes.
  @usableFromInline static var stretchBytes: Int { 1 << 20 }

  @inlinable static var stretchLength: Int { stretchBytes / MemoryLayout<Number>.stride }

  /// Gives back the memory of numbers that are not needed for now; does nothing where they are not in a file.
  ///
  /// - Parameter positions: of the numbers. Some neighbours before them may go, too.
  @inlinable
  public func release(_ positions: Range<Int>) {
    let size = MemoryLayout<Number>.stride
    memory.release(positions.lowerBound * size..<positions.upperBound * size)
  }

  /// The same, with the neighbours on both sides that memory is given back with: for passes that are at many places at once.
  ///
  /// - Parameter positions: of the numbers.
  @inlinable
  public func releaseWholly(_ positions: Range<Int>) {
    let size = MemoryLayout<Number>.stride
    memory.releaseWholly(positions.lowerBound * size..<positions.upperBound * size)
  }

  /// Parts the positions, and gives back the memory of each part when it has been visited; O(n / 2¹⁷).
  ///
  /// - Parameter visit: gets the positions of a part: all there are where nothing is in a file, and else a multiple of
  ///   1024, but for the last.
  /// - Throws: what `visit` throws.
  @inlinable
  public func forEachStretch<Problem: Error>(
    _ visit: (Range<Int>) throws(Problem) -> Void
  ) throws(Problem) {
    let length = memory.isInFile ? Self.stretchLength : Swift.max(count, 1)
    for start in stride(from: 0, to: count, by: length) {
      let stretch = start..<Swift.min(start + length, count)
      try visit(stretch)
      release(stretch)
    }
  }

  /// Walks over all numbers.
  @inlinable
  public func makeIterator() -> Iterator { numbers(at: 0..<count) }

  /// Walks over the numbers at some positions.
  ///
  /// - Parameter positions: within the column.
  /// - Returns: the walk; each number once, in order.
  @inlinable
  public func numbers(at positions: Range<Int>) -> Iterator {
    precondition(positions.lowerBound >= 0 && positions.upperBound <= count, "positions within")
    return Iterator(self, positions)
  }

  /// Some neighbouring numbers of a column, as a column of its own.
  public struct Part: Sequence, Sendable {
    private let column: NumberColumn
    private let positions: Range<Int>

    /// Takes numbers of a column, without copying them.
    ///
    /// - Parameters:
    ///   - column: whose numbers.
    ///   - positions: within the column.
    public init(_ column: NumberColumn, _ positions: Range<Int>) {
      self.column = column
      self.positions = positions
    }

    /// How many numbers there are.
    public var count: Int { positions.count }

    /// Whether there is none.
    public var isEmpty: Bool { positions.isEmpty }

    /// The first number; `nil` where there is none.
    public var first: Number? { positions.first.map { column[$0] } }

    /// Walks over the numbers.
    public func makeIterator() -> Iterator { column.numbers(at: positions) }
  }

  /// Walks over numbers, and gives back the memory of those that it has passed.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let column: NumberColumn
    @usableFromInline var position: Int
    /// Where the memory of what was passed is given back, or the walk ends.
    @usableFromInline var stop: Int
    @usableFromInline let end: Int

    @inlinable
    init(_ column: NumberColumn, _ positions: Range<Int>) {
      self.column = column
      position = positions.lowerBound
      end = positions.upperBound
      stop = column.memory.isInFile ? position : end
    }

    /// The next number; `nil` after the last.
    @inlinable
    public mutating func next() -> Number? {
      if position == stop {
        stop = column.nextStop(after: position, before: end)
        if position == stop { return nil }
      }
      defer { position &+= 1 }
      return withExtendedLifetime(column.memory) { column.numbers[position] }
    }
  }

  /// Looks at numbers of rising positions, and gives back the memory of those that it has passed.
  public struct Pass {
    @usableFromInline let column: NumberColumn
    @usableFromInline var start = 0

    /// Begins before the first number.
    ///
    /// - Parameter column: whose numbers.
    @inlinable
    public init(over column: NumberColumn) { self.column = column }

    /// Looks at a number; O(1).
    ///
    /// - Parameter position: not before that of the last call.
    /// - Returns: the number.
    @inlinable
    public mutating func number(at position: Int) -> Number {
      if position - start >= NumberColumn.stretchLength {
        column.release(start..<position)
        start = position
      }
      return column[position]
    }
  }

  // Not a method of the iterator, which then would have to lie in memory and not in registers.
  @inlinable @inline(never)
  func nextStop(after position: Int, before end: Int) -> Int {
    release(Swift.max(position - Self.stretchLength, 0)..<position)
    return Swift.min(position + Self.stretchLength, end)
  }
}
