public import Units

/// An array of optional integers in the order of a trace, such as one duration in nanoseconds per frame.
///
///     let column = OptionalColumn([4_000_000, nil, 10_000_000])
///     column[1]  // nil
///
/// An entry takes four bytes up to the first one that 32 bits cannot hold, which is ±2.1 s in nanoseconds. That entry
/// and all entries after it take eight bytes. `Int64.min` counts as missing.
public struct OptionalColumn: Sendable, RandomAccessCollection, Equatable {
  /// The entries before the first one that 32 bits cannot hold; `Int32.min` for a missing entry.
  @usableFromInline var narrow: ContiguousArray<Int32> = []
  /// The entries from the first one that 32 bits cannot hold; `Int64.min` for a missing entry.
  @usableFromInline var wide: ContiguousArray<Nanoseconds> = []

  /// Whether the column of optional values has no value, because it is empty or all its entries are missing; O(1).
  public private(set) var isAllMissing = true

  /// Creates an empty column of optional values.
  public init() {}

  /// Creates a column of optional values from its entries.
  ///
  /// - Parameter values: `nil` where a value is missing.
  public init(_ values: some Sequence<Nanoseconds?>) {
    for value in values { append(value) }
  }

  /// The position of the first entry in the column of optional values, always 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of entries of the column of optional values, including missing ones.
  @inlinable public var endIndex: Int { narrow.count + wide.count }

  /// The entry of the column of optional values at a position, or `nil` if the entry is missing; O(1).
  @inlinable
  public subscript(position: Int) -> Nanoseconds? {
    if position < narrow.count {
      let value = narrow[position]
      return value == .min ? nil : Nanoseconds(value)
    }
    let value = wide[position - narrow.count]
    return value == .min ? nil : value
  }

  /// Adds an entry, which may be missing, at the end of the column of optional values.
  ///
  /// - Parameter value: `nil` if the trace has none. `Int64.min` counts as missing.
  @inlinable
  public mutating func append(_ value: Nanoseconds?) {
    if isAllMissing, let value, value != .min { noteValue() }
    guard wide.isEmpty else { return wide.append(value ?? .min) }
    guard let value, value != .min else { return narrow.append(.min) }
    let short = Int32(truncatingIfNeeded: value)
    if Nanoseconds(short) == value, short != .min {
      narrow.append(short)
    } else {
      wide.append(value)
    }
  }

  @usableFromInline
  mutating func noteValue() { isAllMissing = false }

  /// The entries of the column of optional values that are not missing, in order; O(n).
  public var known: NumberColumn<Nanoseconds> {
    var known: NumberColumn<Nanoseconds> = []
    known.reserveCapacity(count)
    for case let value? in self { known.append(value) }
    return known
  }
}
