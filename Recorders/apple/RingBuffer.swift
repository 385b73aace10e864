/// A queue of bounded size, which discards its oldest elements when it is full.
///
///     var buffer = RingBuffer<Int>(capacity: 2)
///     for number in 1...3 { buffer.append(number) }
///     buffer.discarded  // 1
///     buffer.takeAll()  // [2, 3]
struct RingBuffer<Element> {
  let capacity: Int
  private var elements: [Element] = []
  /// The position of the oldest element, once the buffer is full.
  private var oldest = 0
  /// The number of elements that were discarded.
  private(set) var discarded = 0

  /// Creates an empty buffer, and reserves its memory.
  init(capacity: Int) {
    precondition(capacity > 0, "a ring buffer needs a capacity of at least 1")
    self.capacity = capacity
    elements.reserveCapacity(capacity)
  }

  var count: Int { elements.count }

  /// Adds an element; O(1), without allocation.
  mutating func append(_ element: Element) {
    if elements.count < capacity { return elements.append(element) }
    elements[oldest] = element
    oldest = (oldest + 1) % capacity
    discarded += 1
  }

  /// All elements, from the oldest to the newest.
  var all: [Element] { Array(elements[oldest...] + elements[..<oldest]) }

  /// Removes all elements, and returns them from the oldest to the newest.
  mutating func takeAll() -> [Element] {
    defer {
      elements.removeAll(keepingCapacity: true)
      oldest = 0
    }
    return all
  }
}
