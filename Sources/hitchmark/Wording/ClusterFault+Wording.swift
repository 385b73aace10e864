internal import ClickHouse

extension ClusterFault {
  func complaint(at address: String) -> Complaint {
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

extension ClusterAddressFault {
  var complaint: Complaint {
    let (found, wanted) = facts
    return Complaint(
      at: "--store", found,
      wanted: wanted
        ?? "expected an address such as clickhouses://user@host:8443/database?cluster=farm")
  }

  private var facts: (found: String, wanted: String?) {
    switch self {
    case .noScheme: ("the value of this option is not the address of a ClickHouse cluster", nil)
    case .password:
      (
        "the address of the cluster contains a password",
        "expected the password in HITCHMARK_STORE_PASSWORD, or in the file that HITCHMARK_STORE_PASSWORD_FILE names"
      )
    case .noHost: ("the address of the cluster has no valid host", nil)
    case .badPort(let port): ("“\(port)” is not a port number", "expected a port from 1 to 65535")
    case .noDatabase: ("the address of the cluster names no database", nil)
    case .badName(let name, let thing):
      (
        "“\(name)” is not a valid name of a \(thing)",
        "expected a name of letters, digits and underscores"
      )
    case .unknownOption(let name):
      (
        "the address of the cluster has the unknown option “\(name)”",
        "expected the option cluster=NAME, or ca=FILE for a file with certificates"
      )
    case .notEncrypted(let host):
      (
        "a password for host \(host) would be sent without encryption",
        "expected an address that begins with clickhouses://, or a host such as localhost"
      )
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
