/// Why a ClickHouse cluster did not execute a query.
///
/// No case contains a password.
public enum ClusterFault: Error, Sendable, Equatable {
  /// libcurl cannot be loaded; the message of the system.
  case noLibrary(String)
  /// No connection to a node; libcurl's message.
  case unreachable(node: String, reason: String)
  /// The certificate of a node is not valid, or encryption failed; libcurl's message.
  case untrusted(node: String, reason: String)
  /// A node sent and took fewer bytes per second than `rate` for too long, or an answer took too long altogether.
  case silent(node: String, seconds: Int, rate: Int)
  /// An answer is larger than any that the query can have.
  case tooLarge(node: String, bytes: Int)
  /// A signal asked this process to end.
  case stopped
  /// A connection ended before the answer was complete; libcurl's message.
  case interrupted(node: String, reason: String)
  case refusedUser(String, node: String)
  /// A node reports an error: ClickHouse's number and message.
  case server(code: Int, message: String, node: String)
  /// The answer is not one of ClickHouse; the HTTP status, or 0 if the answer is not HTTP.
  case foreignAnswer(node: String, status: Int)
  /// The rows of an answer do not have the expected types.
  case malformedRows(node: String)
}

extension ClusterFault {
  /// Whether another node, or the same node later, may do what this node could not do.
  var isPassing: Bool {
    switch self {
    case .unreachable, .silent, .interrupted: true
    case .server(let code, _, _): Self.passingCodes.contains(code)
    case .noLibrary, .untrusted, .refusedUser, .foreignAnswer, .malformedRows, .tooLarge, .stopped:
      false
    }
  }

  /// The errors of ClickHouse about the network, replicas, ZooKeeper, and too much work at once.
  private static let passingCodes: Set<Int> = [
    32, 159, 160, 198, 202, 203, 209, 210, 225, 236, 242, 252, 279, 285, 286, 289, 319, 425, 439,
    999,
  ]

  /// The fault that an answer with an error reports.
  init(status: Int, body: String, user: String, node: String) {
    guard body.hasPrefix("Code: "), body.contains("Exception") else {
      self = .foreignAnswer(node: node, status: status)
      return
    }
    let number = body.dropFirst("Code: ".count).prefix { $0.isNumber }
    let code = Int(number) ?? 0
    if [192, 193, 194, 516].contains(code) || status == 401 {
      self = .refusedUser(user, node: node)
    } else {
      self = .server(code: code, message: Self.message(in: body), node: node)
    }
  }

  /// The first sentence of ClickHouse's message, without the traces of the program around it.
  private static func message(in body: String) -> String {
    var text = body[...]
    for marker in ["DB::NetException: ", "DB::Exception: "] {
      if let range = text.firstRange(of: marker) {
        text = text[range.upperBound...]
        break
      }
    }
    for end in [", e.what() =", ". Stack trace", " (version "] {
      if let range = text.firstRange(of: end) { text = text[..<range.lowerBound] }
    }
    let line = text.split(separator: "\n").first ?? ""
    return line.count > 300 ? "\(line.prefix(300))…" : String(line)
  }
}
