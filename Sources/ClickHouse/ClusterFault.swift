public import Units

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
  public func complaint(at address: String) -> Complaint {
    switch self {
    case .noLibrary(let message):
      Complaint(
        at: address, "libcurl cannot be loaded: \(message)",
        remedy: "install the package libcurl4, or curl on macOS")
    case .unreachable(let node, let reason):
      Complaint(
        at: address, "node \(node) does not answer: \(reason.asClause)",
        remedy: "check the host and the port, and that ClickHouse is running")
    case .untrusted(let node, let reason):
      Complaint(
        at: address, "node \(node) cannot be reached over HTTPS: \(reason.asClause)",
        remedy:
          """
          check the server's certificate, and that the port is for HTTPS; ca=FILE in the address names a file of \
          trusted certificates
          """
      )
    case .silent(let node, let seconds, let rate):
      Complaint(
        at: address, "node \(node) sent less than \(rate) bytes per second for \(seconds) seconds",
        remedy: "try again")
    case .tooLarge(let node, let bytes):
      Complaint(
        at: address, "node \(node) sent \(bytes) bytes, more than any answer to this query has",
        remedy: "check that the address belongs to a ClickHouse server")
    case .stopped: Complaint(at: address, "a signal stopped the command")
    case .interrupted(let node, let reason):
      Complaint(
        at: address,
        "the connection to node \(node) ended in the middle of an answer: \(reason.asClause)",
        remedy: "try again")
    case .refusedUser(let user, let node):
      Complaint(
        at: address, "node \(node) refuses the user “\(user)” or the password",
        remedy:
          "set HITCHMARK_STORE_PASSWORD to the password, or HITCHMARK_STORE_PASSWORD_FILE to a file with the password"
      )
    case .server(let code, let message, let node):
      Complaint(at: address, "node \(node) reports error \(code): \(message.asClause)")
    case .foreignAnswer(let node, let status):
      Complaint(
        at: address,
        status == 0
          ? "the answer of node \(node) is not an HTTP response"
          : "the answer of node \(node) with HTTP status \(status) does not come from ClickHouse",
        wanted: "expected ClickHouse's HTTP port, usually 8123, or its HTTPS port, usually 8443")
    case .malformedRows(let node):
      Complaint(
        at: address, "node \(node) sent rows that cannot be read",
        wanted: "expected rows in ClickHouse's format RowBinary",
        remedy: "check that the address belongs to a ClickHouse server")
    }
  }
}

extension String {
  /// A message of another program as a part of a sentence: without a period at its end.
  fileprivate var asClause: String {
    let text = split(separator: "\n").first.map(String.init) ?? self
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
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
