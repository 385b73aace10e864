internal import CExpat

/// A queue of the events that the XML parser Expat reported for a piece of text.
///
/// Their bytes are in one buffer.
///
/// Expat keeps a pointer to the queue, so the queue must not move.
struct XMLEvents: ~Copyable {
  /// One event that the XML parser reported.
  private struct Event {
    let token: XMLToken
    var words: Words
    /// The range of the element's attributes in `attributes`.
    let attributes: Range<Int>

    static let none = Event(token: .finished, words: Words(), attributes: 0..<0)
  }

  private struct Words {
    var start = 0
    var count = 0
  }

  private var bytes = ByteBuffer(capacity: 1 << 16)
  private var end = 0
  private var events: [Event] = []
  private var attributes: [(name: Words, value: Words)] = []
  private var next = 0
  private var current = Event.none
  private var depth = 0
  private var ignoredDepth = 0
  private let ignored: [StaticString]

  /// The reason why parsing stopped; `nil` if there was no fault.
  private(set) var fault: XMLFault?

  /// The XML parser that reports the events; it is stopped at a fault.
  var parser: XML_Parser?

  /// The maximum depth of nested XML elements.
  static let deepest = 64

  /// Creates a queue without events.
  ///
  /// - Parameter ignored: names of elements that are skipped with their contents.
  init(ignoring ignored: [StaticString]) { self.ignored = ignored }

  // MARK: - Consumer

  /// Removes the next event from the queue; `nil` if the queue is empty.
  mutating func take() -> XMLToken? {
    guard next < events.count else {
      events.removeAll(keepingCapacity: true)
      attributes.removeAll(keepingCapacity: true)
      (next, end, current) = (0, 0, .none)
      return nil
    }
    current = events[next]
    next += 1
    return current.token
  }

  /// The element name or text of the event that was removed last, valid until the next one is removed.
  var words: Field { field(current.words) }

  /// The value of an attribute of the element that was removed last; `nil` if the element does not have it.
  func attribute(_ name: StaticString) -> Field? {
    for index in current.attributes where field(attributes[index].name).isExactly(name) {
      return field(attributes[index].value)
    }
    return nil
  }

  private func field(_ words: Words) -> Field {
    Field(start: UnsafePointer(bytes.start + words.start), count: words.count)
  }

  // MARK: - Producer

  /// Adds the beginning of an element to the queue.
  ///
  /// - Parameters:
  ///   - name: ends in a zero.
  ///   - attributes: names and values in turn, each ending in a zero.
  mutating func begin(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    depth += 1
    if depth > Self.deepest { return stop(.tooDeep(limit: Self.deepest)) }
    if ignoredDepth > 0 {
      ignoredDepth += 1
      return
    }
    let words = append(name, count: Memory.length(of: name))
    if ignored.contains(where: { field(words).isExactly($0) }) {
      ignoredDepth += 1
      end = words.start
      return
    }
    let first = self.attributes.count
    append(attributes)
    events.append(
      Event(token: .begin, words: words, attributes: first..<self.attributes.count))
  }

  /// Adds text within an element to the queue.
  ///
  /// Expat may report a text in parts, which are joined.
  mutating func text(_ text: UnsafePointer<CChar>, count: Int) {
    guard ignoredDepth == 0 else { return }
    let words = append(text, count: count)
    if let last = events.indices.last, events[last].token == .text {
      events[last].words.count += count
    } else {
      events.append(Event(token: .text, words: words, attributes: 0..<0))
    }
  }

  mutating func endElement() {
    depth -= 1
    if ignoredDepth > 0 {
      ignoredDepth -= 1
    } else {
      events.append(Event(token: .end, words: Words(), attributes: 0..<0))
    }
  }

  /// Stops the parser immediately because of a fault, before it expands a declared entity.
  mutating func stop(_ fault: XMLFault) {
    self.fault = self.fault ?? fault
    if let parser { XML_StopParser(parser, XML_Bool(0)) }
  }

  /// Adds the attributes that an element has in the text, without those that a declaration adds, because these could be
  /// long.
  private mutating func append(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard let attributes, let parser else { return }
    for index in stride(from: 0, to: Int(XML_GetSpecifiedAttributeCount(parser)), by: 2) {
      guard let name = attributes[index], let value = attributes[index + 1] else { return }
      self.attributes.append(
        (
          name: append(name, count: Memory.length(of: name)),
          value: append(value, count: Memory.length(of: value))
        ))
    }
  }

  private mutating func append(_ text: UnsafePointer<CChar>, count: Int) -> Words {
    if end + count > bytes.capacity { reserve(for: count) }
    UnsafeMutableRawPointer(bytes.start + end).copyMemory(from: text, byteCount: count)
    defer { end += count }
    return Words(start: end, count: count)
  }

  private mutating func reserve(for count: Int) {
    let larger = ByteBuffer(capacity: max(end + count, 2 * bytes.capacity))
    larger.start.update(from: bytes.start, count: end)
    bytes = larger
  }
}
