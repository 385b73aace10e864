internal import CExpat

/// Walks through a trace that is one XML text, with Expat.
///
/// Holds a chunk of the text and what a piece of it says, however long the text is. Declarations of entities are
/// refused.
package struct XMLReader: ~Copyable {
  /// At one place for as long as the parser is there, and given back with it.
  ///
  /// The first property, because Swift 6.3 with `-sanitize=thread` reports each change through `events.pointee` at
  /// the address in the first property, and fails with “Invalid bitcast” if that one is an optional pointer.
  private let events: UnsafeMutablePointer<XMLEvents>
  /// `nil` where there is no memory for one.
  private let parser: XML_Parser?
  private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var fed = 0
  private var isAtEnd = false

  /// Whether the text ended before its elements did; set when `next` throws for that reason.
  package private(set) var isCutOff = false

  /// Bytes of one tag or comment, at most.
  package static let longest = 1 << 20
  /// Bytes that are parsed at once: what they say stays in the processor's cache until it is taken.
  private static let piece = 1 << 15

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - ignored: names of elements that are passed over with all within them.
  ///   - parser: a new one; `nil`, as Expat gives where memory is short, makes `next` throw.
  init(ignoring ignored: [StaticString] = [], parser: XML_Parser?) {
    self.parser = parser
    events = .allocate(capacity: 1)
    events.initialize(to: XMLEvents(ignoring: ignored))
    events.pointee.parser = parser
    guard let parser else {
      events.pointee.stop(.noMemory)
      return
    }
    XML_SetUserData(parser, events)
    XML_SetElementHandler(
      parser,
      { context, name, attributes in
        if let name { xmlEvents(behind: context).pointee.begin(name, attributes) }
      },
      { context, _ in xmlEvents(behind: context).pointee.endElement() })
    XML_SetCharacterDataHandler(parser) { context, text, count in
      if let text { xmlEvents(behind: context).pointee.text(text, count: Int(count)) }
    }
    XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
      xmlEvents(behind: context).pointee.stop(.declaresEntities)
    }
  }

  /// Creates a reader.
  ///
  /// - Parameter ignored: names of elements that are passed over with all within them.
  package init(ignoring ignored: [StaticString] = []) {
    self.init(ignoring: ignored, parser: XML_ParserCreate("UTF-8"))
  }

  deinit {
    if let parser { XML_ParserFree(parser) }
    events.deinitialize(count: 1)
    events.deallocate()
  }

  /// The next token.
  ///
  /// - Parameter source: where the text comes from; the same in every call.
  /// - Returns: `finished` after the end of the outermost element and of the file.
  /// - Throws: at the first place where the text is no XML that is read, or when the file cannot be read on.
  package mutating func next(in source: inout TraceSource) throws(TraceError) -> XMLToken {
    while true {
      if let token = events.pointee.take() { return token }
      guard let parser, events.pointee.fault == nil else { throw error(in: source.name) }
      if isAtEnd { return .finished }
      try feed(parser, from: &source)
    }
  }

  /// The name of the element that began, or the text, that came last; good until the next token.
  package var words: Field { events.pointee.words }

  /// An attribute of the element that began last; good until the next token, `nil` when there is none.
  package func attribute(_ name: StaticString) -> Field? { events.pointee.attribute(name) }

  private mutating func error(in path: String) -> TraceError {
    let fault = events.pointee.fault ?? .noMemory
    guard let parser, fault != .noMemory else {
      return .unreadable(path: path, reason: "there is not enough memory")
    }
    isCutOff = fault == .ended
    return .malformed(
      path: path, line: Int(XML_GetCurrentLineNumber(parser)), found: fault.found,
      wanted: fault.wanted)
  }

  private mutating func feed(
    _ parser: XML_Parser, from source: inout TraceSource
  ) throws(TraceError) {
    if chunk.isEmpty, let more = try source.nextChunk() { chunk = more }
    isAtEnd = chunk.isEmpty
    let piece = UnsafeBufferPointer(rebasing: chunk.prefix(Self.piece))
    chunk = UnsafeBufferPointer(rebasing: chunk.dropFirst(Self.piece))
    fed += piece.count
    let start = UnsafeRawPointer(piece.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let status = XML_Parse(parser, start, Int32(piece.count), isAtEnd ? 1 : 0)
    if status == XML_STATUS_ERROR { events.pointee.stop(Self.fault(of: parser)) }
    // Expat keeps a tag until it is whole.
    if fed - Int(XML_GetCurrentByteIndex(parser)) > Self.longest, !isAtEnd {
      events.pointee.stop(.tooLong(limit: Self.longest))
    }
  }

  private static func fault(of parser: XML_Parser) -> XMLFault {
    let code = XML_GetErrorCode(parser)
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION,
      XML_ERROR_PARTIAL_CHAR:
      return .ended
    case XML_ERROR_NO_MEMORY: return .noMemory
    default:
      return .malformed(XML_ErrorString(code).map { String(cString: $0) } ?? "a fault")
    }
  }
}

/// The events that Expat was given a pointer to.
private func xmlEvents(
  behind context: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<XMLEvents> {
  guard let context else { fatalError("Expat gives back what it was given") }
  return context.assumingMemoryBound(to: XMLEvents.self)
}
