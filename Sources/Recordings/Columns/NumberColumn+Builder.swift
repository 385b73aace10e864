extension NumberColumn {
  /// Collects the numbers of a column.
  ///
  /// The first are kept in an array. When they are too many, all but the last go to a temporary file, and so does a column of
  /// more than some numbers when finished columns take 12 MB together; where no file can be had, or it is full, they stay
  /// in memory. Copies are independent of each other.
  public struct Builder: Sendable {
    /// What has not been put away.
    @usableFromInline var open: [Number] = []
    /// How many of those there may be.
    @usableFromInline var limit: Int
    private var shelves: [ColumnShelf] = []
    private var shelvedCount = 0
    private let shelfLength: Int
    private var file: ColumnFile?

    /// Bytes that a column takes in memory before anything is put away.
    public static var usualMemory: Int { 1 << 22 }
    /// Bytes that are put away together.
    public static var usualShelf: Int { 1 << 20 }

    /// Creates an empty builder.
    ///
    /// - Parameters:
    ///   - memory: bytes that the column may take before anything is put away, or some more.
    ///   - shelf: bytes that are put away together from then on, or some more.
    ///   - file: where they go, which several columns may share; one of its own where it is `nil`.
    /// - Precondition: both numbers of bytes are multiples of 65,536, above 0.
    public init(
      memory: Int = Builder.usualMemory, shelf: Int = Builder.usualShelf, file: ColumnFile? = nil
    ) {
      let isWhole = [memory, shelf].allSatisfy { $0 > 0 && $0 % ColumnFile.granule == 0 }
      precondition(isWhole, "whole granules")
      limit = Self.length(atLeast: memory)
      shelfLength = Self.length(atLeast: shelf)
      self.file = file
    }

    /// How many numbers fill whole granules.
    private static func length(atLeast bytes: Int) -> Int {
      let size = MemoryLayout<Number>.stride
      // Of a size of three times a power of two, for one, so many fill three granules.
      let unit = ColumnFile.granule / Swift.min(size & -size, ColumnFile.granule)
      return (bytes / size + unit - 1) / unit * unit
    }

    /// How many numbers there are so far.
    public var count: Int { shelvedCount + open.count }

    /// The last number, or `nil` before the first; O(1).
    @inlinable public var last: Number? { open.last }

    /// Makes room ahead, as far as the numbers are to be in memory.
    ///
    /// - Parameter count: numbers expected.
    public mutating func reserve(_ count: Int) { open.reserveCapacity(Swift.min(count, limit)) }

    /// Adds a number at the end.
    ///
    /// - Parameter number: any.
    @inlinable
    public mutating func append(_ number: Number) {
      if open.count == limit { putAway() }
      open.append(number)
    }

    /// Adds numbers at the end; O(n).
    ///
    /// - Parameter numbers: in their order.
    @inlinable
    public mutating func append(contentsOf numbers: UnsafeBufferPointer<Number>) {
      var rest = numbers[...]
      while !rest.isEmpty {
        if open.count == limit { putAway() }
        let fitting = rest.prefix(limit - open.count)
        open.append(contentsOf: UnsafeBufferPointer(rebasing: fitting))
        rest = rest.dropFirst(fitting.count)
      }
    }

    /// Only when another number comes, so that there is a last one.
    @usableFromInline
    mutating func putAway() {
      let file = file ?? ColumnFile()
      self.file = file
      shelves.append(Self.shelf(of: open, in: file))
      shelvedCount += open.count
      limit = shelfLength
      open = []
      open.reserveCapacity(limit)
    }

    private static func shelf(of numbers: [Number], in file: ColumnFile) -> ColumnShelf {
      numbers.withUnsafeBytes { ColumnShelf($0, to: file) }
    }

    /// The finished column; O(1) a shelf, and O(n) while all is in memory.
    public func finish() -> NumberColumn {
      guard let file, !shelves.isEmpty else { return finishShort() }
      let last = Self.shelf(of: open, in: file)
      return NumberColumn(ColumnMemory(joining: shelves + [last]), count: count)
    }

    /// In memory, unless columns like it have filled that already.
    private func finishShort() -> NumberColumn {
      if count > 32, ColumnMemory.isCrowded, let memory = Self.memoryInFile(of: open) {
        return NumberColumn(memory, count: count)
      }
      return NumberColumn(open.withUnsafeBytes(ColumnMemory.init(copying:)), count: count)
    }

    /// `nil` where no file takes it.
    private static func memoryInFile(of numbers: [Number]) -> ColumnMemory? {
      if numbers.count * MemoryLayout<Number>.stride <= ColumnArena.longest {
        return numbers.withUnsafeBytes(ColumnMemory.init(placing:))
      }
      let shelf = shelf(of: numbers, in: .shared)
      return shelf.isInFile ? ColumnMemory(joining: [shelf]) : nil
    }
  }
}

extension NumberColumn {
  /// A part of a column that goes on growing.
  ///
  /// - Parameters:
  ///   - numbers: of the part, in their order.
  ///   - staysInMemory: whether there is room for it.
  ///   - file: where it goes otherwise; made when it is first needed.
  init(shelf numbers: [Number], stays staysInMemory: Bool, else file: inout ColumnFile?) {
    var builder = Builder()
    if !staysInMemory {
      let place = file ?? ColumnFile()
      file = place
      builder = Builder(memory: ColumnFile.granule, shelf: ColumnFile.granule, file: place)
    }
    numbers.withUnsafeBufferPointer { builder.append(contentsOf: $0) }
    self = builder.finish()
  }
}
