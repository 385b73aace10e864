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
  /// The end of the file.
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
