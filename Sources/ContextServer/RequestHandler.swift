internal import Decoding
internal import Documents
internal import Units

/// Answers requests, or finds the commands that answer them.
struct RequestHandler {
  let folders: [String]

  enum Outcome {
    case answer(String)
    case work(Work)
  }

  /// Command lines, and the answer that follows from what they write.
  struct Work {
    let commands: [[String]]
    let finish: ([CommandCall.Outcome]) -> String
  }

  func outcome(of request: Message.Request) -> Outcome {
    do throws(ProtocolFault) {
      try ProtocolVersion.check(request.parameters)
      return try checkedOutcome(of: request)
    } catch {
      return .answer(Answer.fault(error, to: request.id))
    }
  }

  private func checkedOutcome(of request: Message.Request) throws(ProtocolFault) -> Outcome {
    let result: JSONValue
    switch request.method {
    case "tools/call": return try toolCall(request)
    case "resources/read": return try picture(request)
    case "initialize": result = greeting(asked: request.parameters?["protocolVersion"]?.text)
    case "server/discover": result = discovery
    case "ping": result = .object([])
    case "tools/list": result = lasting([.init("tools", .array(ServerTool.all.map(\.json)))])
    case "resources/list": result = lasting([.init("resources", [])])
    case "resources/templates/list":
      result = lasting([.init("resourceTemplates", [Picture.template])])
    default: throw .unknownMethod(request.method)
    }
    return .answer(Answer.result(result, to: request.id))
  }

  // MARK: - The server

  private static let server: JSONValue = [
    "name": "hitchmark", "title": "Hitchmark", "version": .string(Generator.version),
  ]

  private static let capabilities: JSONValue = ["tools": .object([]), "resources": .object([])]

  private var instructions: JSONValue {
    .string(
      """
      Hitchmark analyzes and compares frame-time captures. It reads only below \(places); relative paths start at the \
      first of these folders. Cite its verdicts and reasons for missing values instead of judging numbers yourself.
      """)
  }

  private var places: String { folders.map(\.harmless).listed }

  private func greeting(asked version: String?) -> JSONValue {
    [
      "protocolVersion": .string(ProtocolVersion.agreed(with: version)),
      "capabilities": Self.capabilities, "serverInfo": Self.server, "instructions": instructions,
    ]
  }

  private var discovery: JSONValue {
    lasting([
      .init("supportedVersions", .array(ProtocolVersion.all.map { .string($0) })),
      .init("capabilities", Self.capabilities), .init("instructions", instructions),
      .init("_meta", ["io.modelcontextprotocol/serverInfo": Self.server]),
    ])
  }

  /// A result that stays the same as long as the server runs.
  private func lasting(_ members: [JSONValue.Member]) -> JSONValue {
    .object(
      [.init("resultType", "complete"), .init("ttlMs", 3_600_000), .init("cacheScope", "private")]
        + members)
  }

  // MARK: - Tools

  private func toolCall(_ request: Message.Request) throws(ProtocolFault) -> Outcome {
    guard case .string(let name)? = request.parameters?["name"]?.value else {
      throw .missingParameter("name")
    }
    guard let tool = ServerTool.all.first(where: { $0.name == name }) else {
      throw .unknownTool(name)
    }
    let (id, arguments) = (request.id, request.parameters?["arguments"])
    do throws(ArgumentFault) {
      let commands = try [tool.data, .text].map { (form) throws(ArgumentFault) in
        try tool.words(for: arguments, as: form)
      }
      return .work(
        Work(commands: commands) { outcomes in
          answer(of: tool, arguments, data: outcomes[0], text: outcomes[1], to: id)
        })
    } catch {
      return .answer(Answer.tool([Answer.text(error.message)], isError: true, to: id))
    }
  }

  private func answer(
    of tool: ServerTool, _ arguments: JSONNode?, data: CommandCall.Outcome,
    text: CommandCall.Outcome, to id: RequestID
  ) -> String {
    let failures = [data, text].compactMap(\.stopped)
    guard failures.isEmpty, !data.output.isEmpty else {
      let reason = failures.first.map { "\(tool.name): \($0)" } ?? data.notes
      let limits = "This server reads only below \(places)."
      return Answer.tool([Answer.text("\(reason.shortened)\n\(limits)")], isError: true, to: id)
    }
    let shown = [text.output, data.notes].map(\.shortened).filter { !$0.isEmpty }
    let picture = tool.hasPicture ? [Picture.link(to: tool, arguments)] : []
    return Answer.tool(
      [Answer.text(shown.joined(separator: "\n\n"))] + picture,
      data: tool.data == .jsonl ? data.output.rows : data.output, to: id)
  }

  private func picture(_ request: Message.Request) throws(ProtocolFault) -> Outcome {
    guard case .string(let address)? = request.parameters?["uri"]?.value else {
      throw .missingParameter("uri")
    }
    guard let (tool, arguments) = Picture.call(at: address),
      let command = try? tool.words(for: arguments, as: .svg)
    else { throw .unknownResource(address) }
    return .work(
      Work(commands: [command]) { outcomes in
        guard outcomes[0].stopped == nil, !outcomes[0].output.isEmpty else {
          let reason = outcomes[0].stopped ?? outcomes[0].notes
          return Answer.fault(.failed(reason), to: request.id)
        }
        let content: JSONValue = [
          "uri": .string(address), "mimeType": .string(Picture.type),
          "text": .string(outcomes[0].output),
        ]
        return Answer.result(lasting([.init("contents", [content])]), to: request.id)
      })
  }
}

extension String {
  /// The most bytes of a text for people and models.
  private static let longest = 1 << 14

  /// The text without blank lines at its ends; a long one ends after a line, and says so.
  fileprivate var shortened: String {
    let text = trimmed
    guard text.utf8.count > Self.longest else { return text }
    let start = String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self)
    let whole = start.lastIndex(of: "\n").map { String(start[..<$0]) } ?? start
    return "\(whole)\n… the rest is in the structured content"
  }

  private var trimmed: String {
    String(drop(while: \.isNewline).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// JSON lines as an object with a list.
  fileprivate var rows: String {
    "{\"rows\":[\(split(separator: "\n").joined(separator: ","))]}"
  }
}

/// The charts of an answer as a resource, whose address contains the call that they belong to.
///
/// The server therefore needs no memory of calls, and a picture is drawn only if the client reads it.
///
///     hitchmark://picture/analyze?%7B%22paths%22%3A%5B%22run.csv%22%5D%7D
enum Picture {
  static let type = "image/svg+xml"
  private static let start = "hitchmark://picture/"

  /// How clients write such addresses, as RFC 6570 defines it.
  static let template: JSONValue = [
    "uriTemplate": .string("\(start){tool}?{arguments}"), "name": "picture",
    "title": "The charts of an answer",
    "description": "Tools return the address of their picture with each answer.",
    "mimeType": .string(type),
  ]

  static func link(to tool: ServerTool, _ arguments: JSONNode?) -> JSONValue {
    let query = (arguments?.json ?? .object([])).text(.compact)
    return [
      "type": "resource_link", "uri": .string("\(start)\(tool.name)?\(escaped(query))"),
      "name": .string("\(tool.name).svg"), "title": .string("\(tool.title): charts"),
      "mimeType": .string(type),
    ]
  }

  /// The call that an address contains; `nil` if it is not one of a picture.
  static func call(at address: String) -> (tool: ServerTool, arguments: JSONNode)? {
    guard address.hasPrefix(start) else { return nil }
    let parts = address.dropFirst(start.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = unescaped(parts[1]),
      let tool = ServerTool.all.first(where: { $0.name == parts[0] && $0.hasPicture }),
      let arguments = try? JSONTreeReader.read(bytes, dialect: .strict, limit: 10_000)
    else { return nil }
    return (tool, arguments)
  }

  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80, Character(scalar).isLetter || Character(scalar).isNumber || byte == 0x2E {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

extension JSONNode {
  /// The value for writing; numbers are those of `Double`.
  var json: JSONValue {
    switch value {
    case .null, .notANumber, .infinite: .null
    case .bool(let value): .bool(value)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(members.map { .init($0.key, $0.value.json) })
    }
  }
}
