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
    guard
      let root = try? JSONTreeReader.read(line, dialect: .strict, limit: Self.mostValues)
    else {
      self = .malformed(.notJSON, nil)
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

/// Why a request has no result: an error of the protocol.
///
/// A tool that fails has a result that says why, because only results reach the model.
enum ProtocolFault: Error, Equatable {
  case notJSON
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

  private var code: Int {
    switch self {
    case .notJSON: -32700
    case .tooLong, .notARequest: -32600
    case .unknownMethod: -32601
    case .unknownTool, .unknownResource, .missingParameter: -32602
    case .failed: -32603
    case .unsupportedVersion: -32022
    }
  }

  private var message: String {
    switch self {
    case .notJSON: "the line is not JSON"
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
