internal import Decoding
internal import Documents

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

  /// The declaration that the client lists.
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
