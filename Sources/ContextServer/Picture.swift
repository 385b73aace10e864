internal import Decoding
internal import Documents

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

  /// The link to the picture of a call.
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
