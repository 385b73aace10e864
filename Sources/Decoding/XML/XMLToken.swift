/// One piece of an XML text; its words and attributes are asked of the reader.
package enum XMLToken: Sendable, Equatable {
  /// `<name attribute="value">`, also of an element without content, whose end follows at once.
  case begin
  /// Text within an element, or a piece of it.
  case text
  /// The end of the element that began last.
  case end
  /// The end of the text.
  case finished
}

/// Why a text is no XML that is read.
enum XMLFault: Error, Sendable, Equatable {
  /// Against the grammar, in the parser's own words.
  case malformed(String)
  /// The text ends within an element.
  case ended
  /// It declares entities, which traces have no use for and which can be made to grow without end.
  case declaresEntities
  /// More elements within each other than the limit.
  case tooDeep(limit: Int)
  /// A tag or comment of more bytes than the limit.
  case tooLong(limit: Int)
  /// There is no memory to parse it.
  case noMemory
}

extension XMLFault {
  /// What stands at the place, for a message.
  var found: String {
    switch self {
    case .malformed(let reason): reason
    case .ended: "the end of the file"
    case .declaresEntities: "a declaration of entities"
    case .tooDeep: "elements within elements"
    case .tooLong: "a very long tag or comment"
    case .noMemory: "no memory to read it"
    }
  }

  /// What is wanted there, for a message.
  var wanted: String {
    switch self {
    case .malformed: "well-formed XML"
    case .ended: "the end of every element"
    case .declaresEntities: "XML without"
    case .tooDeep(let limit): "at most \(limit) within each other"
    case .tooLong(let limit): "at most \(limit) bytes"
    case .noMemory: "more"
    }
  }
}
