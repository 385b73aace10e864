public import Units

/// A packed column of durations or times, some of which may be missing.
///
/// Costs eight bytes an entry: the one value that no trace can hold stands for "missing" inside, and
/// never leaves the type.
public struct OptionalColumn: Sendable, Equatable {
  private var entries: [Nanoseconds]

  private static let missing = Nanoseconds.min

  /// Creates an empty column.
  ///
  /// - Parameter capacity: entries to make room for.
  public init(capacity: Int = 0) {
    entries = []
    entries.reserveCapacity(capacity)
  }

  /// Creates a column from its entries.
  ///
  /// - Parameter values: `nil` where a value is missing.
  public init(_ values: some Sequence<Nanoseconds?>) {
    entries = values.map { $0 ?? Self.missing }
  }

  /// Number of entries, missing ones included.
  public var count: Int { entries.count }

  /// Whether every entry is missing, or there is none; O(n).
  public var isAllMissing: Bool { entries.allSatisfy { $0 == Self.missing } }

  /// Adds an entry at the end; `Int64.min` counts as missing.
  ///
  /// - Parameter value: `nil` when the trace has none.
  public mutating func append(_ value: Nanoseconds?) {
    entries.append(value ?? Self.missing)
  }

  /// The entry at a position, or `nil` when it is missing.
  public subscript(index: Int) -> Nanoseconds? {
    let entry = entries[index]
    return entry == Self.missing ? nil : entry
  }

  /// The values that are there, in order; O(n).
  public var known: [Nanoseconds] { entries.filter { $0 != Self.missing } }
}
