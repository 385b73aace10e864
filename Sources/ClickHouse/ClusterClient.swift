internal import CCurl
internal import System

/// Sends queries to a ClickHouse cluster and reads the answers.
///
///     let client = try ClusterClient(address, password: password)
///     try client.rows("SELECT digest, frames FROM run") { (row) throws(RowReader.Fault) in
///       print(try row.text(), try row.integer())
///     }
///
/// A client belongs to one thread, and uses its connections again. If a node does not answer, the client calls the next
/// one. Every query can therefore run more than once, so repeated queries must have no further effect.
public final class ClusterClient {
  /// The address of the ClickHouse cluster to which the client sends its queries.
  public let address: ClusterAddress
  private let password: String?
  private let limits: Limits
  private let session: UnsafeMutableRawPointer
  /// The index of the node that answered last.
  private var current = 0
  private var hasAnswered = false

  /// How long a ClickHouse client waits for answers, and how long it repeats failed queries.
  public struct Limits: Sendable {
    /// The maximum time for opening a connection to a ClickHouse server, in milliseconds.
    public var connectMilliseconds = 5000
    /// How long a connection to a ClickHouse server may transfer fewer than `leastRate` bytes per second before the
    /// client gives up, in seconds.
    public var silentSeconds = 120
    /// The least number of bytes per second, on average over `silentSeconds`.
    public var leastRate = 1024
    /// How long one query may take with its answer, in seconds.
    public var totalSeconds = 3600
    /// The greatest number of bytes of an answer that is read as text.
    public var mostTextBytes = 64 << 20
    /// The greatest number of bytes of an answer with rows, which are read as they arrive.
    public var mostRowBytes = 256 << 30
    /// The greatest number of bytes of one row, which is kept in memory.
    public var mostBytesOfRow = 1 << 28
    /// How long the client repeats a failed query on all ClickHouse servers, provided that any server has answered
    /// before.
    public var patience = Duration.seconds(30)

    public init() {}
  }

  /// Creates a client for a ClickHouse cluster, without opening a connection yet.
  ///
  /// - Throws: `ClusterFault.noLibrary`.
  public init(
    _ address: ClusterAddress, password: String?, limits: Limits = Limits()
  ) throws(ClusterFault) {
    if let problem = ccurl_load() { throw .noLibrary(String(cString: problem)) }
    guard let session = ccurl_open() else { throw .noLibrary("out of memory") }
    (self.address, self.password, self.limits) = (address, password, limits)
    self.session = session
  }

  deinit { ccurl_close(session) }

  /// Runs an SQL statement on ClickHouse and returns its answer as text.
  @discardableResult
  public func text(
    of statement: String, settings: [(String, String)] = []
  ) throws(ClusterFault) -> String {
    let request = Request(query: nil, body: Array(statement.utf8), settings: settings)
    return String(decoding: try answer(to: request), as: UTF8.self)
  }

  /// Runs an SQL query on ClickHouse, and calls a function for each row of the answer as it arrives.
  ///
  /// If a node fails, the query starts over on another node, and rows are read again.
  ///
  /// - Parameter read: reads all values of one row.
  public func rows(
    _ query: String, settings: [(String, String)] = [],
    _ read: (inout RowReader) throws(RowReader.Fault) -> Void
  ) throws(ClusterFault) {
    let text = query + " FORMAT RowBinary"
    let request = Request(query: nil, body: Array(text.utf8), settings: settings)
    try repeating { (node) throws(ClusterFault) in
      try withoutActuallyEscaping(read) { (read) throws(ClusterFault) in
        let limit = (all: limits.mostRowBytes, kept: limits.mostBytesOfRow)
        let receiver = Receiver(limit) { bytes in
          var reader = RowReader(bytes)
          var end = 0
          do throws(RowReader.Fault) {
            while !reader.isAtEnd {
              try read(&reader)
              end = reader.position
            }
          } catch {
            return error == .incomplete ? end : nil
          }
          return end
        }
        try self.send(request, to: node, receiver)
        guard receiver.consumeRows() else { throw .malformedRows(node: node.name) }
        guard receiver.rest.isEmpty else { throw .malformedRows(node: node.name) }
      }
    }
  }

  /// Lets the calling thread sleep for some milliseconds, such as before a failed query is repeated.
  public static func pause(milliseconds: UInt32) { Platform.pause(milliseconds: milliseconds) }

  /// Inserts rows into a ClickHouse table; the rows are encoded in ClickHouse's format RowBinary.
  public func insert(
    into table: String, columns: [String], _ rows: [UInt8], settings: [(String, String)] = []
  ) throws(ClusterFault) {
    let query = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) FORMAT RowBinary"
    _ = try answer(to: Request(query: query, body: rows, settings: settings))
  }

  private func answer(to request: Request) throws(ClusterFault) -> [UInt8] {
    var bytes: [UInt8] = []
    try repeating { (node) throws(ClusterFault) in
      let receiver = Receiver((limits.mostTextBytes, limits.mostTextBytes)) { _ in 0 }
      try send(request, to: node, receiver)
      bytes = receiver.rest
    }
    return bytes
  }

  // MARK: - Nodes

  /// Asks one node after the other until one answers, or the patience ends.
  private func repeating(
    _ ask: (ClusterAddress.Node) throws(ClusterFault) -> Void
  ) throws(ClusterFault) {
    let end = ContinuousClock.now + limits.patience
    var failures = 0
    while true {
      do throws(ClusterFault) {
        try ask(address.nodes[current])
        hasAnswered = true
        return
      } catch {
        failures += 1
        let isLast = hasAnswered ? ContinuousClock.now > end : failures >= address.nodes.count
        guard error.isPassing, !isLast else { throw error }
        current = (current + 1) % address.nodes.count
        if failures >= address.nodes.count { Platform.pause(milliseconds: 500) }
      }
    }
  }

  private func send(
    _ request: Request, to node: ClusterAddress.Node, _ receiver: Receiver
  ) throws(ClusterFault) {
    let answer = post(request, to: node, receiver)
    if receiver.isMalformed { throw .malformedRows(node: node.name) }
    if receiver.isTooLarge { throw .tooLarge(node: node.name, bytes: receiver.count) }
    if Interruption.isRequested { throw .stopped }
    if answer.code != 0 { throw fault(of: answer, node: node.name) }
    guard answer.status == 200 else {
      throw ClusterFault(
        status: answer.status, body: String(decoding: receiver.message, as: UTF8.self),
        user: address.user, node: node.name)
    }
  }

  private func fault(of answer: ccurl_answer, node: String) -> ClusterFault {
    let reason = withUnsafeBytes(of: answer.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch answer.code {
    case 5, 6, 7: return .unreachable(node: node, reason: reason)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91:
      return .untrusted(node: node, reason: reason)
    case 28 where reason.hasPrefix("SSL"): return .untrusted(node: node, reason: reason)
    case 28 where reason.contains("onnect"): return .unreachable(node: node, reason: reason)
    case 28: return .silent(node: node, seconds: limits.silentSeconds, rate: limits.leastRate)
    case 1, 8: return .foreignAnswer(node: node, status: 0)
    default: return .interrupted(node: node, reason: reason)
    }
  }

  // MARK: - HTTP

  private struct Request {
    /// The statement, if the body has the rows to insert.
    let query: String?
    let body: [UInt8]
    let settings: [(String, String)]
  }

  /// The settings of all requests.
  ///
  /// The answer begins only when the query is done, so an error in the middle of it has its own HTTP status. The server
  /// keeps answers of up to 64 MiB in memory: writing them to a file takes a quarter of the time of a query. A shard that
  /// is down must be an error and never a smaller answer.
  private static let settings = [
    ("wait_end_of_query", "1"), ("buffer_size", String(64 << 20)), ("skip_unavailable_shards", "0"),
  ]

  private func url(of request: Request, at node: ClusterAddress.Node) -> String {
    let settings = Self.settings + request.settings + (request.query.map { [("query", $0)] } ?? [])
    let words = settings.map { "\($0.encodedForURL)=\($1.encodedForURL)" }
    return "\(address.isEncrypted ? "https" : "http")://\(node.name)/?"
      + words.joined(separator: "&")
  }

  private func post(
    _ request: Request, to node: ClusterAddress.Node, _ receiver: Receiver
  ) -> ccurl_answer {
    // A waiting proxy or server would answer “Expect: 100-continue” late.
    var headers = ["X-ClickHouse-User: \(address.user)", "Expect:", "Content-Type: text/plain"]
    if let password { headers.append("X-ClickHouse-Key: \(password)") }
    let url = url(of: request, at: node)
    return withCStrings([url, address.authorities ?? ""] + headers) { texts in
      request.body.withUnsafeBytes { body in
        texts.dropFirst(2).withUnsafeBufferPointer { headers in
          var call = ccurl_request()
          call.url = texts[0]
          call.authorities = address.authorities == nil ? nil : texts[1]
          (call.headers, call.header_count) = (headers.baseAddress, headers.count)
          (call.body, call.length) = (body.baseAddress, body.count)
          call.connect_milliseconds = limits.connectMilliseconds
          call.silent_seconds = limits.silentSeconds
          call.least_rate = limits.leastRate
          call.total_milliseconds = limits.totalSeconds * 1000
          call.most_header_bytes = 1 << 20
          call.stops = { Interruption.isRequested }
          call.context = Unmanaged.passUnretained(receiver).toOpaque()
          call.receive = { bytes, length, status, context in
            guard let context else { return false }
            let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
            return receiver.take(UnsafeRawBufferPointer(start: bytes, count: length), status)
          }
          return ccurl_post(session, &call)
        }
      }
    }
  }
}

/// Collects the body of an answer, and hands complete rows on.
private final class Receiver {
  /// The bytes that are not consumed yet.
  private(set) var rest: [UInt8] = []
  /// The beginning of the body of an answer that reports an error.
  private(set) var message: [UInt8] = []
  private(set) var isMalformed = false
  /// Whether the answer exceeded a limit.
  private(set) var isTooLarge = false
  /// The number of bytes so far.
  private(set) var count = 0
  /// How many bytes must be there for the next attempt: a long row is not read again for each piece of it.
  private var nextAttempt = 0
  /// The greatest numbers of bytes: of the answer, and of what is kept in memory.
  private let limit: (all: Int, kept: Int)
  /// Consumes complete rows at the start of a buffer, and returns the number of their bytes; `nil` if they are
  /// malformed.
  private let consume: (UnsafeRawBufferPointer) -> Int?

  init(_ limit: (all: Int, kept: Int), _ consume: @escaping (UnsafeRawBufferPointer) -> Int?) {
    (self.limit, self.consume) = (limit, consume)
  }

  func take(_ bytes: UnsafeRawBufferPointer, _ status: Int) -> Bool {
    count += bytes.count
    guard status == 200 else {
      message.append(contentsOf: bytes.prefix(max((1 << 16) - message.count, 0)))
      return count <= 1 << 20
    }
    rest.append(contentsOf: bytes)
    isTooLarge = count > limit.all || rest.count > limit.kept
    return !isTooLarge && (rest.count < nextAttempt || consumeRows())
  }

  /// Consumes what came since the last attempt.
  ///
  /// - Returns: `false` if it is malformed.
  func consumeRows() -> Bool {
    guard let consumed = rest.withUnsafeBytes(consume) else {
      isMalformed = true
      return false
    }
    rest.removeFirst(consumed)
    nextAttempt = consumed == 0 ? 2 * rest.count : 0
    return true
  }
}

/// Lends texts to a C function.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { Array($0.utf8CString) }
  var pointers: [UnsafePointer<CChar>?] = []
  func lend(_ index: Int) -> Result {
    guard index < copies.count else { return body(pointers) }
    return copies[index].withUnsafeBufferPointer { copy in
      pointers.append(copy.baseAddress)
      return lend(index + 1)
    }
  }
  return lend(0)
}

extension String {
  fileprivate var encodedForURL: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_.-".utf8.contains(byte)
      bytes +=
        isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
