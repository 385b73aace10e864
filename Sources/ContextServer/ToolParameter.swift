internal import Decoding
internal import Documents
internal import Units

/// An argument of a tool, and the words that it becomes on the command line.
///
/// Values become the value of a fixed option or stand behind `--`, so that none can be an option itself.
struct ToolParameter: Sendable {
  enum Kind {
    case text
    /// Several texts.
    case list
    case number
    case flag
    /// The path of a store; never an address in a network.
    case store
  }

  enum Role {
    /// The value of an option; the elements of a list are separated by commas.
    case option(String)
    /// The value of an option that is repeated for each element of a list.
    case repeatedOption(String)
    case positional
  }

  let name: String
  let kind: Kind
  let role: Role
  let help: String
  var isRequired = false

  /// The JSON schema of the values.
  var schema: JSONValue {
    let type: [JSONValue.Member] =
      switch kind {
      case .text, .store: [.init("type", "string")]
      case .flag: [.init("type", "boolean")]
      case .number: [.init("type", "number")]
      case .list: [.init("type", "array"), .init("items", ["type": "string"])]
      }
    return .object(type + [.init("description", .string(help))])
  }

  /// The words for a value.
  func words(for node: JSONNode) throws(ArgumentFault) -> [String] {
    if kind == .flag {
      guard case .bool(let isOn) = node.value else { throw .wrongType(name, wanted: "a boolean") }
      guard isOn, case .option(let option) = role else { return [] }
      return [option]
    }
    let texts = try texts(of: node)
    return switch role {
    case .positional: texts
    case .option(let option): texts.isEmpty ? [] : ["\(option)=\(texts.joined(separator: ","))"]
    case .repeatedOption(let option): texts.map { "\(option)=\($0)" }
    }
  }

  /// The most elements of a list.
  private static let mostElements = 1000
  /// The most bytes of a text.
  private static let longestText = 1 << 16

  private func texts(of node: JSONNode) throws(ArgumentFault) -> [String] {
    if kind == .number {
      guard case .number(let number) = node.value else {
        throw .wrongType(name, wanted: "a number")
      }
      return ["\(number)"]
    }
    guard kind == .list else { return [try text(of: node)] }
    guard let elements = node.elements, elements.count <= Self.mostElements else {
      throw .wrongType(name, wanted: "a list of at most \(Self.mostElements) texts")
    }
    var texts: [String] = []
    for element in elements { texts.append(try text(of: element)) }
    return texts
  }

  private func text(of node: JSONNode) throws(ArgumentFault) -> String {
    guard case .string(let text) = node.value else { throw .wrongType(name, wanted: "a text") }
    let hasControl = text.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    guard !text.isEmpty, !hasControl, text.utf8.count <= Self.longestText else {
      throw .unusable(name)
    }
    // Only files: the address of a cluster would be a connection to wherever the client likes.
    if kind == .store, text.contains("://") { throw .address(text) }
    return text
  }
}

/// Why the arguments of a tool cannot be used.
enum ArgumentFault: Error {
  case notAnObject
  case unknown(String, known: [String])
  case missing(String)
  case wrongType(String, wanted: String)
  /// It is empty, too long, or has control characters.
  case unusable(String)
  case address(String)

  var message: String {
    switch self {
    case .notAnObject: "the arguments are not an object"
    case .unknown(let name, let known):
      "there is no argument “\(name.harmless(limit: 100))”; expected \(known.joined(separator: ", "))"
    case .missing(let name): "the argument “\(name)” is missing"
    case .wrongType(let name, let wanted): "the argument “\(name)” is not \(wanted)"
    case .unusable(let name): "the argument “\(name)” is empty, too long, or has control characters"
    case .address(let text):
      "\(text.harmless(limit: 100)): only a file can be the store here, not an address"
    }
  }
}
