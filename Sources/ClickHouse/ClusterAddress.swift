public import Units

// ClickHouse sends queries and rows to a ClickHouse cluster over HTTP. It knows no runs: the module ClusterStore decides
// what the tables and rows mean.

/// The address of a ClickHouse cluster: its servers, user and database, and its name in ClickHouse's configuration.
///
///     let address = try ClusterAddress("clickhouses://ci@db1:8443,db2:8443/frames?cluster=farm")
///     address.nodes.count  // 2
///     address.database     // "frames"
public struct ClusterAddress: Sendable, Equatable {
  /// A server of the ClickHouse cluster that answers HTTP requests.
  public struct Node: Sendable, Equatable {
    /// The host name or IP address of the server; an IPv6 address has brackets.
    public let host: String
    /// The port on which the ClickHouse server answers HTTP requests.
    public let port: Int

    /// The address of the ClickHouse server as `host:port`.
    public var name: String { "\(host):\(port)" }
  }

  /// The address of the ClickHouse cluster as the user gave it, which contains no password.
  public let text: String
  /// The servers of the ClickHouse cluster, in the order in which the client tries them until one answers.
  public let nodes: [Node]
  /// Whether connections to the ClickHouse servers are encrypted.
  public let isEncrypted: Bool
  /// The name of the ClickHouse user; `default` if the address names none.
  public let user: String
  /// The name of the ClickHouse database that contains the tables.
  public let database: String
  /// The name of the cluster in ClickHouse's configuration; `nil` if the tables are on a single server.
  public let cluster: String?
  /// The file with the certificates that the ClickHouse client trusts; `nil` for the operating system's certificates.
  public let authorities: String?

  /// Whether a text is the address of a ClickHouse cluster, and not the path of a file.
  public static func isAddress(_ text: String) -> Bool {
    text.hasPrefix(encrypted) || text.hasPrefix(plain)
  }

  private static let (encrypted, plain) = ("clickhouses://", "clickhouse://")

  /// Parses the address of a ClickHouse cluster.
  ///
  /// - Throws: `ClusterAddressFault`, which contains no password.
  public init(_ text: String) throws(ClusterAddressFault) {
    isEncrypted = text.hasPrefix(Self.encrypted)
    guard Self.isAddress(text) else { throw .noScheme }
    let rest = text.dropFirst(isEncrypted ? Self.encrypted.count : Self.plain.count)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let (user, hosts) = Self.halves(of: place[0], at: "@")
    if let user, user.contains(":") { throw .password }
    self.text = text
    self.user = try Self.name(user ?? "default", of: "user")
    guard place.count == 2, !place[1].isEmpty else { throw .noDatabase }
    database = try Self.name(place[1], of: "database")
    let options = try Self.options(parts.count == 2 ? parts[1] : "")
    cluster = try options["cluster"].map { (name) throws(ClusterAddressFault) in
      try Self.name(name, of: "cluster")
    }
    authorities = options["ca"].map(String.init)
    var nodes: [Node] = []
    for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
      nodes.append(try Node(host, isEncrypted: isEncrypted))
    }
    self.nodes = nodes
  }

  /// The text before the last separator, if there is one, and the text after it.
  private static func halves(
    of text: Substring, at separator: Character
  ) -> (before: Substring?, after: Substring) {
    guard let place = text.lastIndex(of: separator) else { return (nil, text) }
    return (text[..<place], text[text.index(after: place)...])
  }

  /// A name that needs no quoting in SQL.
  private static func name(
    _ text: Substring, of thing: String
  ) throws(ClusterAddressFault) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    guard !text.isEmpty, isPlain else { throw .badName(String(text), of: thing) }
    return String(text)
  }

  private static func options(
    _ text: Substring
  ) throws(ClusterAddressFault) -> [String: Substring] {
    var options: [String: Substring] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, ["cluster", "ca"].contains(parts[0]) else {
        throw parts[0] == "password" ? .password : .unknownOption(String(parts[0]))
      }
      options[String(parts[0])] = parts[1]
    }
    return options
  }
}

extension ClusterAddress.Node {
  fileprivate init(_ text: Substring, isEncrypted: Bool) throws(ClusterAddressFault) {
    let colon = text.last == "]" ? nil : text.lastIndex(of: ":")
    let host = colon.map { text[..<$0] } ?? text
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isOfHost) else { throw .noHost }
    self.host = String(host)
    guard let colon else {
      port = isEncrypted ? 8443 : 8123
      try checkEncryption(isEncrypted)
      return
    }
    let digits = text[text.index(after: colon)...]
    guard let number = Int(digits), (1...65535).contains(number) else {
      throw .badPort(String(digits))
    }
    port = number
    try checkEncryption(isEncrypted)
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    byte > UInt8(ascii: " ") && byte < 0x7F && !"\\'\"`#%<>{}|^".utf8.contains(byte)
  }

  /// Other hosts than this one need encryption, because the password would be readable on the way.
  private func checkEncryption(_ isEncrypted: Bool) throws(ClusterAddressFault) {
    let isHere = host == "localhost" || host == "[::1]" || isLoopbackNumber
    if !isEncrypted, !isHere { throw .notEncrypted(host: host) }
  }

  /// Whether the host is a number from 127.0.0.0 to 127.255.255.255, and not a name that begins like one.
  private var isLoopbackNumber: Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}

/// Why a text is not a valid address of a ClickHouse cluster.
public enum ClusterAddressFault: ExplainedError, Sendable, Equatable {
  /// The text begins with neither `clickhouse://` nor `clickhouses://`.
  case noScheme
  case password
  /// The address, or a part of it between commas, names no host, or a host with characters that are not allowed.
  case noHost
  /// The port is not a number from 1 to 65535.
  case badPort(String)
  case noDatabase
  /// A name is empty, or has other characters than ASCII letters, digits and underscores; `of` is what the name names.
  case badName(String, of: String)
  /// An option after the question mark is unknown, or lacks an equals sign.
  case unknownOption(String)
  /// The host is not this one, and the address is without encryption.
  case notEncrypted(host: String)
}

extension ClusterAddressFault {
  public var complaint: Complaint {
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
