internal import Decoding

/// A bounded id → value cache with least-recently-used eviction.
///
/// The cache has two generations of values. A lookup moves the value to the young generation; if the young generation
/// is full, the old generation is dropped.
struct RecentValues<Value> {
  private var young: [Int64: Value] = [:]
  private var old: [Int64: Value] = [:]
  private let capacity: Int

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: the size of a generation, so that at least this many and at most twice as many values are
  ///   stored.
  init(capacity: Int) { self.capacity = capacity }

  /// Stores the value of an id in the cache.
  mutating func set(_ number: Int64, to value: Value) {
    if young.count >= capacity {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
    }
    young[number] = value
  }

  /// The cached value of an id; `nil` if the value was never stored or was evicted.
  mutating func value(of number: Int64) -> Value? {
    if let value = young[number] { return value }
    guard let value = old[number] else { return nil }
    set(number, to: value)
    return value
  }
}
