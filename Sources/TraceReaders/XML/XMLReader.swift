internal import CExpat

/// Walks through a trace that is one XML text, with Expat.
///
/// Holds a chunk of the text and what it says, however long the text is. Declarations of entities are refused.
struct XMLReader: ~Copyable {
  /// `nil` where there is no memory for one.
  private let parser: XML_Parser?
  private let queue: XMLQueue
  private var fed = 0
  private var isAtEnd = false

  /// Whether the text ended before its elements did; set when `next` throws for that reason.
  private(set) var isCutOff = false

  /// Bytes of one tag or comment, at most.
  static let longest = 1 << 20

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - ignored: names of elements that are passed over with all within them.
  ///   - parser: a new one; `nil`, as Expat gives where memory is short, makes `next` throw.
  init(ignoring ignored: Set<String> = [], parser: XML_Parser? = XML_ParserCreate("UTF-8")) {
    queue = XMLQueue(ignoring: ignored)
    self.parser = parser
    queue.parser = parser
    guard let parser else {
      queue.stop(.noMemory)
      return
    }
    XML_SetUserData(parser, Unmanaged.passUnretained(queue).toOpaque())
    XML_SetElementHandler(
      parser,
      { xmlQueue(behind: $0).begin($1.map { String(cString: $0) } ?? "", $2) },
      { context, _ in xmlQueue(behind: context).end() })
    XML_SetCharacterDataHandler(parser) { context, bytes, count in
      let text = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      xmlQueue(behind: context).text(String(decoding: text, as: UTF8.self))
    }
    XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
      xmlQueue(behind: context).stop(.declaresEntities)
    }
  }

  deinit { if let parser { XML_ParserFree(parser) } }

  /// The next token.
  ///
  /// - Parameter source: where the text comes from; the same in every call.
  /// - Returns: `finished` after the end of the outermost element and of the file.
  /// - Throws: at the first place where the text is no XML that is read, or when the file cannot be read on.
  mutating func next(in source: inout TraceSource) throws(TraceError) -> XMLToken {
    while true {
      if let token = queue.take() { return token }
      guard let parser, queue.fault == nil else { throw error(in: source.name) }
      if isAtEnd { return .finished }
      try feed(parser, from: &source)
    }
  }

  private mutating func error(in path: String) -> TraceError {
    let fault = queue.fault ?? .noMemory
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
    let chunk = try source.nextChunk()
    isAtEnd = chunk == nil
    let start = UnsafeRawPointer(chunk?.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let count = chunk?.count ?? 0
    fed += count
    let status = XML_Parse(parser, start, Int32(count), isAtEnd ? 1 : 0)
    if status == XML_STATUS_ERROR { queue.stop(Self.fault(of: parser)) }
    // Expat keeps a tag until it is whole.
    if fed - Int(XML_GetCurrentByteIndex(parser)) > Self.longest, !isAtEnd {
      queue.stop(.tooLong(limit: Self.longest))
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

/// The queue that Expat was given a pointer to.
private func xmlQueue(behind context: UnsafeMutableRawPointer?) -> XMLQueue {
  guard let context else { fatalError("Expat gives back what it was given") }
  return Unmanaged<XMLQueue>.fromOpaque(context).takeUnretainedValue()
}
