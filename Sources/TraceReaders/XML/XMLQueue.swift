internal import CExpat

/// What Expat has reported of a text and nobody has taken yet.
///
/// A class, because Expat keeps a pointer to it; used by one reader in one task.
final class XMLQueue {
  private var tokens: [XMLToken] = []
  private var next = 0
  private var depth = 0
  private var ignoredDepth = 0
  private let ignored: Set<String>

  /// Why the text is not read on.
  private(set) var fault: XMLFault?

  /// What reports to this queue, and is stopped when there is a fault.
  var parser: XML_Parser?

  /// Elements within each other, at most.
  static let deepest = 64

  /// Creates an empty queue.
  ///
  /// - Parameter ignored: names of elements that are passed over with all within them.
  init(ignoring ignored: Set<String>) { self.ignored = ignored }

  /// The next token, or `nil` when there is none yet.
  func take() -> XMLToken? {
    guard next < tokens.count else {
      tokens.removeAll(keepingCapacity: true)
      next = 0
      return nil
    }
    next += 1
    return tokens[next - 1]
  }

  /// Whether nothing is left to take.
  var isEmpty: Bool { next == tokens.count }

  // MARK: - What Expat reports

  func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    depth += 1
    if depth > Self.deepest { return stop(.tooDeep(limit: Self.deepest)) }
    if ignoredDepth > 0 || ignored.contains(name) {
      ignoredDepth += 1
      return
    }
    tokens.append(.begin(XMLTag(name: name, attributes: Self.pairs(attributes))))
  }

  func text(_ text: String) {
    guard ignoredDepth == 0 else { return }
    tokens.append(.text(text))
  }

  func end() {
    depth -= 1
    if ignoredDepth > 0 {
      ignoredDepth -= 1
    } else {
      tokens.append(.end)
    }
  }

  /// Ends the parsing at once: what a declared entity stands for is never made.
  func stop(_ fault: XMLFault) {
    self.fault = self.fault ?? fault
    if let parser { XML_StopParser(parser, XML_Bool(0)) }
  }

  /// Names and values by turns, up to a null pointer.
  private static func pairs(
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> [(name: String, value: String)] {
    guard let attributes else { return [] }
    var pairs: [(name: String, value: String)] = []
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      pairs.append((String(cString: name), String(cString: value)))
      index += 2
    }
    return pairs
  }
}
