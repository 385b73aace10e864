internal import Decoding
internal import Documents
internal import Units

/// A tool of the server: a command of `hitchmark`, with those of its options that neither write nor run anything.
struct ServerTool: Sendable {
  let name: String
  let title: String
  /// What it answers and when to use it, for the model that chooses a tool.
  let help: String
  /// The words before those of the arguments.
  let command: [String]
  let parameters: [ToolParameter]
  /// The option that selects the data of the answer.
  var data = Form.json
  /// Options of the text that goes with the data.
  var textOptions: [String] = []
  /// Whether the answer can be drawn.
  var hasPicture = true

  enum Form: String {
    case json
    /// One JSON object per line.
    case jsonl
    case svg
    case text
  }

  /// The words of the command line that answers a call.
  ///
  /// - Parameter arguments: the object that the client sends; `nil` without arguments.
  func words(for arguments: JSONNode?, as form: Form) throws(ArgumentFault) -> [String] {
    guard let given = arguments.map(\.members) ?? [] else { throw .notAnObject }
    let known = parameters.map(\.name)
    for member in given where !known.contains(member.key) {
      throw .unknown(member.key, known: known)
    }
    var (options, positionals): ([String], [String]) = ([], [])
    for parameter in parameters {
      let node = arguments?[parameter.name]
      let words = try node.map { (node) throws(ArgumentFault) in try parameter.words(for: node) }
      if parameter.isRequired, words ?? [] == [] { throw .missing(parameter.name) }
      if case .positional = parameter.role {
        positionals += words ?? []
      } else {
        options += words ?? []
      }
    }
    return ["--no-config"] + command + ["--format=\(form.rawValue)"]
      + (form == .text ? textOptions : []) + options + ["--"] + positionals
  }

  var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(help),
      "inputSchema": [
        "type": "object",
        "properties": .object(parameters.map { .init($0.name, $0.schema) }),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": false,
      ],
      "annotations": [
        "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true,
        "openWorldHint": false,
      ],
    ]
  }
}

/// An argument of a tool, and the words that it becomes on the command line.
///
/// Values become the value of a fixed option or stand behind `--`, so that none can be an option itself.
struct ToolParameter: Sendable {
  enum Kind {
    case text
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
