internal import Decoding
internal import Documents
internal import Units

/// A message of the client, as JSON-RPC 2.0 defines it.
enum Message: Equatable {
  case request(Request)
  /// The client no longer wants the answer to a request.
  case cancellation(of: RequestID)
  /// Another notification, or an answer although nothing was asked: no answer follows.
  case ignored
  /// Not a message; the id, if there is one.
  case malformed(ProtocolFault, RequestID?)

  struct Request: Equatable {
    let id: RequestID
    let method: String
    let parameters: JSONNode?
  }

  /// The most values of a message.
  private static let mostValues = 100_000

  init(_ line: [UInt8]) {
    let root: JSONNode
    do throws(JSONTreeFault) {
      root = try JSONTreeReader.read(line, dialect: .strict, limit: Self.mostValues)
    } catch {
      self = .malformed(ProtocolFault(error), RequestIDSearch(line).id)
      return
    }
    let id = root["id"].flatMap(RequestID.init)
    guard root["jsonrpc"]?.value == .string("2.0"), root["id"] == nil || id != nil else {
      self = .malformed(.notARequest, id)
      return
    }
    guard case .string(let method)? = root["method"]?.value else {
      let isAnswer = root["result"] != nil || root["error"] != nil
      self = isAnswer ? .ignored : .malformed(.notARequest, id)
      return
    }
    let parameters = root["params"]
    if let id {
      self = .request(Request(id: id, method: method, parameters: parameters))
    } else if method == "notifications/cancelled",
      let id = parameters?["requestId"].flatMap(RequestID.init)
    {
      self = .cancellation(of: id)
    } else {
      self = .ignored
    }
  }
}

/// What identifies a request; its answer repeats it.
enum RequestID: Hashable {
  case number(Int)
  case text(String)

  init?(_ node: JSONNode) {
    switch node.value {
    case .string(let text): self = .text(text)
    case .number(let number):
      // Beyond 2^53, `Double` has other numbers than the text, and no request would get the answer.
      guard let whole = Int(exactly: number), whole.magnitude <= 1 << 53 else { return nil }
      self = .number(whole)
    default: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .number(let number): .integer(number)
    case .text(let text): .string(text)
    }
  }
}

/// Finds the id of a request that cannot be read as a whole, so that its client does not wait for an answer.
///
/// Only the members of the outermost object are looked at, and none longer than an id may be.
struct RequestIDSearch {
  private(set) var id: RequestID?
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// A member of the outermost object without what is nested in it.
  private var member: [UInt8] = []

  /// The most bytes of a member that are kept.
  private static let longestMember = 512

  init(_ bytes: [UInt8] = []) { read(bytes) }

  mutating func read(_ bytes: [UInt8]) {
    for byte in bytes { read(byte) }
  }

  private mutating func read(_ byte: UInt8) {
    if isInString {
      isInString = isEscaped || byte != UInt8(ascii: "\"")
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      return keep(byte)
    }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 { finishMember() }
    case UInt8(ascii: ",") where depth == 1: finishMember()
    default:
      isInString = byte == UInt8(ascii: "\"")
      keep(byte)
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if depth == 1, member.count <= Self.longestMember { member.append(byte) }
  }

  private mutating func finishMember() {
    defer { member = [] }
    guard id == nil, member.count <= Self.longestMember else { return }
    let text = [UInt8(ascii: "{")] + member + [UInt8(ascii: "}")]
    let object = try? JSONTreeReader.read(text, dialect: .strict, limit: 2)
    id = object?["id"].flatMap(RequestID.init)
  }
}

/// Why a request has no result: an error of the protocol.
///
/// A tool that fails has a result that says why, because only results reach the model.
enum ProtocolFault: Error, Equatable {
  case notJSON
  case tooManyValues(limit: Int)
  case tooLong(limit: Int)
  case notARequest
  case unknownMethod(String)
  case unknownTool(String)
  case unknownResource(String)
  case missingParameter(String)
  /// The client asks for a revision of the protocol that the server does not have.
  case unsupportedVersion(String)
  /// A resource could not be made.
  case failed(String)

  init(_ fault: JSONTreeFault) {
    if case .tooManyValues(_, let limit) = fault {
      self = .tooManyValues(limit: limit)
    } else {
      self = .notJSON
    }
  }

  private var code: Int {
    switch self {
    case .notJSON: -32700
    case .tooManyValues, .tooLong, .notARequest: -32600
    case .unknownMethod: -32601
    case .unknownTool, .unknownResource, .missingParameter: -32602
    case .failed: -32603
    case .unsupportedVersion: -32022
    }
  }

  private var message: String {
    switch self {
    case .notJSON: "the line is not JSON"
    case .tooManyValues(let limit): "the line has more than \(limit) values"
    case .tooLong(let limit): "the line has more than \(limit >> 20) MiB"
    case .notARequest: "the line is not a request of JSON-RPC 2.0; batches are not supported"
    case .unknownMethod(let method): "there is no method “\(method.harmless(limit: 100))”"
    case .unknownTool(let name): "there is no tool “\(name.harmless(limit: 100))”"
    case .unknownResource(let address): "there is no resource “\(address.harmless(limit: 200))”"
    case .missingParameter(let name): "the parameter “\(name)” is missing or has the wrong type"
    case .unsupportedVersion(let version):
      "the protocol version “\(version.harmless(limit: 40))” is not supported"
    case .failed(let reason): reason
    }
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .integer(code)), .init("message", .string(message)),
    ]
    if case .unsupportedVersion(let version) = self {
      members.append(
        .init(
          "data",
          [
            "supported": .array(ProtocolVersion.all.map { .string($0) }),
            "requested": .string(version),
          ]))
    }
    return .object(members)
  }
}

/// The revisions of the Model Context Protocol that the server speaks.
///
/// Since 2026-07-28 each request names its revision, and there is no session. Before, `initialize` agreed on one. The
/// server keeps nothing between requests in either case.
enum ProtocolVersion {
  /// The revision whose requests name it.
  static let current = "2026-07-28"
  /// The revisions with `initialize`, the newest first; older ones have no structured results.
  static let withInitialize = ["2025-11-25", "2025-06-18"]
  static let all = [current] + withInitialize

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Checks the revision that a request names; one that names none belongs to an older revision.
  static func check(_ parameters: JSONNode?) throws(ProtocolFault) {
    guard let meta = parameters?["_meta"], let version = meta[versionKey] else { return }
    guard case .string(let name) = version.value else { throw .missingParameter(versionKey) }
    guard name == current else { throw .unsupportedVersion(name) }
    guard meta[capabilitiesKey]?.members != nil else { throw .missingParameter(capabilitiesKey) }
  }

  /// The revision for a client that asks for one with `initialize`: that one, or the newest with `initialize`.
  static func agreed(with asked: String?) -> String {
    withInitialize.first { $0 == asked } ?? withInitialize[0]
  }
}
