internal import Decoding

/// Values by their numbers, of which those that nobody asked for in a long time are forgotten.
///
/// Two generations of bounded size: what is asked for moves to the younger one, and when that is full the
/// older one goes.
struct RecentValues<Value> {
  private var young: [Int64: Value] = [:]
  private var old: [Int64: Value] = [:]
  private let capacity: Int

  /// Creates an empty collection.
  ///
  /// - Parameter capacity: of a generation; at least so many values are kept, at most twice as many.
  init(capacity: Int) { self.capacity = capacity }

  /// Keeps a value.
  mutating func set(_ number: Int64, to value: Value) {
    if young.count >= capacity {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
    }
    young[number] = value
  }

  /// The value of a number; `nil` when it was never kept, or is forgotten.
  mutating func value(of number: Int64) -> Value? {
    if let value = young[number] { return value }
    guard let value = old[number] else { return nil }
    set(number, to: value)
    return value
  }
}
