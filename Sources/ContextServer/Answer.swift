internal import Documents
internal import Units

/// The answers to requests, each on a line.
enum Answer {
  static func result(_ result: JSONValue, to id: RequestID) -> String {
    line(id, "result", result.text(.compact))
  }

  static func fault(_ fault: ProtocolFault, to id: RequestID?) -> String {
    line(id, "error", fault.json.text(.compact))
  }

  /// The result of a tool.
  ///
  /// - Parameter data: the JSON text of a command. It is not parsed, because numbers may be beyond `Double`; all line
  ///   breaks are between its tokens.
  static func tool(
    _ content: [JSONValue], data: String? = nil, isError: Bool = false, to id: RequestID
  ) -> String {
    let content = JSONValue.array(content).text(.compact)
    let structured = data.map { ",\"structuredContent\":\(onOneLine($0))" } ?? ""
    return line(
      id, "result",
      "{\"resultType\":\"complete\",\"content\":\(content)\(structured),\"isError\":\(isError)}")
  }

  static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

  private static func line(_ id: RequestID?, _ name: String, _ value: String) -> String {
    let id = (id?.json ?? .null).text(.compact)
    return "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"\(name)\":\(value)}\n"
  }

  private static func onOneLine(_ json: String) -> String {
    json.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      String(Substring(line.drop { $0 == UInt8(ascii: " ") }))
    }.joined()
  }
}
