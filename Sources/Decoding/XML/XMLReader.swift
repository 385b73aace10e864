internal import CExpat

/// Reads a trace that is one XML text, token by token, with Expat.
///
///     var reader = XMLReader()
///     var token = try reader.next(in: &source)
///     while token != .finished {
///         if token == .begin, reader.words.isExactly("row") { rows += 1 }
///         token = try reader.next(in: &source)
///     }
///
/// Memory use does not depend on the size of the text. Declarations of entities are refused.
package struct XMLReader: ~Copyable {
  /// The queue of parser events, at one address for the lifetime of the parser.
  ///
  /// This must be the first property: Swift 6.3 with `-sanitize=thread` reports each change through `events.pointee` at
  /// the address in the first property, and fails with “Invalid bitcast” if that one is an optional pointer.
  private let events: UnsafeMutablePointer<XMLEvents>
  /// The Expat parser; `nil` if Expat could not allocate one.
  private let parser: XML_Parser?
  private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var fed = 0
  private var isAtEnd = false

  /// Whether reading failed because the XML text ended before all its elements were closed.
  package private(set) var isCutOff = false

  /// The maximum length in bytes of an XML tag or comment.
  package static let longest = 1 << 20
  /// The number of bytes that are parsed at once, so that their events fit the processor's cache.
  private static let piece = 1 << 15

  /// Creates a reader of an XML text with a given parser.
  ///
  /// - Parameters:
  ///   - ignored: names of elements that are skipped with their contents.
  ///   - parser: a new parser; `nil`, which Expat returns if memory is short, makes `next` throw.
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

  /// Creates a reader of a trace that is one XML text.
  ///
  /// - Parameter ignored: names of elements that are skipped with their contents.
  package init(ignoring ignored: [StaticString] = []) {
    self.init(ignoring: ignored, parser: XML_ParserCreate("UTF-8"))
  }

  deinit {
    if let parser { XML_ParserFree(parser) }
    events.deinitialize(count: 1)
    events.deallocate()
  }

  /// Reads the next token of the XML text.
  ///
  /// - Parameter source: must be the same in every call.
  /// - Returns: `finished` after the end of the file.
  /// - Throws: if the text is not acceptable XML, or the file cannot be read.
  package mutating func next(in source: inout TraceSource) throws(TraceError) -> XMLToken {
    while true {
      if let token = events.pointee.take() { return token }
      guard let parser, events.pointee.fault == nil else { throw error(in: source.name) }
      if isAtEnd { return .finished }
      try feed(parser, from: &source)
    }
  }

  /// The name of the XML element that was just opened, or the text between tags that was just read; valid until the
  /// next token.
  package var words: Field { events.pointee.words }

  /// The value of an attribute of the XML element that was just opened; `nil` if the element does not have it.
  ///
  /// Valid until the next token.
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
    // Expat buffers a tag until it is complete.
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

/// The queue of events that Expat passes to its handlers as user data.
private func xmlEvents(
  behind context: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<XMLEvents> {
  guard let context else { fatalError("Expat returned no user data") }
  return context.assumingMemoryBound(to: XMLEvents.self)
}

/// One token of an XML text, such as the start of an element.
///
/// The reader has its words and attributes.
package enum XMLToken: Sendable, Equatable {
  /// `<name attribute="value">`. An element without content is followed by its `end`.
  case begin
  /// The text within an element, or a part of that text.
  case text
  /// The end of the innermost open element.
  case end
  case finished
}

/// The reason why an XML text is not acceptable.
enum XMLFault: Error, Sendable, Equatable {
  /// The text has a syntax error, described in the words of the XML parser.
  case malformed(String)
  /// The text ends within an element.
  case ended
  /// The text declares entities, which no trace needs and which could expand without limit.
  case declaresEntities
  /// Elements are nested more deeply than the limit.
  case tooDeep(limit: Int)
  /// A tag or comment is longer than the limit.
  case tooLong(limit: Int)
  /// There is not enough memory for an XML parser.
  case noMemory
}

extension XMLFault {
  /// The text or problem at the place of the XML fault, for messages.
  var found: String {
    switch self {
    case .malformed(let reason): reason
    case .ended: "the end of the file"
    case .declaresEntities: "a declaration of XML entities"
    case .tooDeep: "deeply nested XML elements"
    case .tooLong: "a very long XML tag or comment"
    case .noMemory: "too little memory to read the file"
    }
  }

  /// What is expected at the place of the XML fault, for messages.
  var wanted: String {
    switch self {
    case .malformed: "well-formed XML"
    case .ended: "a closing tag for every element"
    case .declaresEntities: "XML without declarations of entities"
    case .tooDeep(let limit): "elements that are nested at most \(limit) levels deep"
    case .tooLong(let limit): "tags and comments of at most \(limit) bytes"
    case .noMemory: "more memory"
    }
  }
}
