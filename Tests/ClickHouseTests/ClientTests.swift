import Testing

@testable import ClickHouse

@Suite("The client of a cluster")
struct ClientTests {
  private func client(
    _ servers: StubServer..., password: String? = "sesame"
  ) throws -> ClusterClient {
    let hosts = servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    var limits = ClusterClient.Limits()
    (limits.patience, limits.silentSeconds) = (.seconds(2), 2)
    return try ClusterClient(
      ClusterAddress("clickhouse://ci@\(hosts)/frames"), password: password, limits: limits)
  }

  private func rows(_ client: ClusterClient) throws -> [String] {
    var rows: [String] = []
    try client.rows("SELECT text FROM run") { (row) throws(RowReader.Fault) in
      rows.append(try row.text())
    }
    return rows
  }

  @Test("A request has the user and the password in headers, and not in the URL")
  func credentials() throws {
    let server = try StubServer(.text("1\n"))
    #expect(try client(server).text(of: "SELECT 1", settings: [("a b", "c&d")]) == "1\n")
    let request = try #require(server.requests.first)
    #expect(request.contains("X-ClickHouse-User: ci\r\n"))
    #expect(request.contains("X-ClickHouse-Key: sesame\r\n"))
    #expect(request.hasSuffix("SELECT 1"))
    let line = try #require(request.split(separator: "\r\n").first)
    #expect(!line.contains("sesame"))
    #expect(line.contains("skip_unavailable_shards=0"))
    #expect(line.contains("a%20b=c%26d"))
  }

  @Test("Rows are read, and an insert sends them")
  func rows() throws {
    var writer = RowWriter()
    for number in 0..<5000 { writer.add("row \(number)") }
    let server = try StubServer(.body(writer.bytes), .text(""))
    let client = try client(server)
    #expect(try rows(client).count == 5000)
    var insertion = RowWriter()
    insertion.add("text")
    try client.insert(into: "run", columns: ["text"], insertion.bytes)
    let request = try #require(server.requests.last)
    #expect(request.contains("query=INSERT%20INTO%20run%20%28text%29%20FORMAT%20RowBinary"))
    #expect(request.hasSuffix("\u{4}text"))
  }

  @Test("After a cut answer, the query starts over on the next node")
  func otherNode() throws {
    var (part, whole) = (RowWriter(), RowWriter())
    part.add("first")
    whole.append(part)
    whole.add("second")
    let (broken, sound) = (try StubServer(.cut(part.bytes)), try StubServer(.body(whole.bytes)))
    #expect(try rows(client(broken, sound)) == ["first", "first", "second"])
  }

  @Test("If a node stops answering, the query is repeated until the patience ends")
  func patience() throws {
    let passing =
      "Code: 279, e.displayText() = DB::Exception: All connection tries failed, e.what() = x"
    let server = try StubServer(.text("1"), .text(passing, status: 500), .text("2"))
    let client = try client(server)
    #expect(try client.text(of: "SELECT 1") == "1")
    #expect(try client.text(of: "SELECT 2") == "2")
    #expect(server.requests.count == 3)
  }

  @Test("An error in a query is not repeated, and keeps ClickHouse's sentence")
  func serverError() throws {
    let message =
      "Code: 62, e.displayText() = DB::Exception: Syntax error: failed at 1, e.what() = DB::Exception"
    let server = try StubServer(.text(message, status: 500))
    let node = "127.0.0.1:\(server.port)"
    #expect(throws: ClusterFault.server(code: 62, message: "Syntax error: failed at 1", node: node))
    {
      try client(server).text(of: "SELEC 1")
    }
    #expect(server.requests.count == 1)
  }

  @Test("A newer ClickHouse words its errors differently")
  func newerError() {
    let body =
      "Code: 60. DB::Exception: Table frames.run does not exist. (UNKNOWN_TABLE) (version 26.9.1)\n"
    #expect(
      ClusterFault(status: 404, body: body, user: "ci", node: "n")
        == .server(
          code: 60, message: "Table frames.run does not exist. (UNKNOWN_TABLE)", node: "n"))
  }

  @Test("Broken answers are faults")
  func broken() throws {
    let password = "Code: 193, e.displayText() = DB::Exception: Wrong password for user ci"
    let cases: [(StubServer.Answer, (ClusterFault) -> Bool)] = [
      (
        .text(password, status: 401), { if case .refusedUser("ci", _) = $0 { true } else { false } }
      ),
      (
        .text("hello", status: 404), { if case .foreignAnswer(_, 404) = $0 { true } else { false } }
      ),
      (.raw([0, 1, 2]), { if case .foreignAnswer(_, 0) = $0 { true } else { false } }),
      (.cut([1]), { if case .interrupted = $0 { true } else { false } }),
      (.body([9, 1]), { if case .malformedRows = $0 { true } else { false } }),
      (
        .body([UInt8](repeating: 0xFF, count: 9)),
        { if case .malformedRows = $0 { true } else { false } }
      ),
    ]
    for (answer, isExpected) in cases {
      let server = try StubServer(answer)
      do {
        _ = try rows(client(server))
        Issue.record("\(answer) gave rows")
      } catch let fault as ClusterFault {
        #expect(isExpected(fault), "\(answer) gave \(fault)")
      }
    }
  }

  @Test("No server is a fault at once, because no node ever answered")
  func nobody() throws {
    let server = try StubServer(.text(""))
    server.stop()
    #expect {
      try client(server).text(of: "SELECT 1")
    } throws: { fault in
      guard case .unreachable = fault as? ClusterFault else { return false }
      return true
    }
  }

  @Test("An answer without end is a fault at its limit, whether of text, of rows or of one row")
  func endless() throws {
    var limits = ClusterClient.Limits()
    (limits.mostTextBytes, limits.mostRowBytes, limits.mostBytesOfRow) = (1 << 20, 1 << 20, 1 << 18)
    func client(_ answer: StubServer.Answer) throws -> ClusterClient {
      let server = try StubServer(answer)
      return try ClusterClient(
        ClusterAddress("clickhouse://127.0.0.1:\(server.port)/frames"), password: nil,
        limits: limits)
    }
    let isTooLarge = { (fault: any Error) in
      guard case .tooLarge(_, let bytes) = fault as? ClusterFault else { return false }
      return bytes < 3 << 20
    }
    #expect(
      performing: {
        try client(.endless(Array("1\n".utf8))).text(of: "SELECT 1")
      }, throws: isTooLarge)
    #expect(performing: { try rows(try client(.endless([1, 0x61]))) }, throws: isTooLarge)
    // The length of a text that never ends.
    #expect(
      performing: {
        try rows(try client(.endless([0x61], after: [0x80, 0x80, 0x40])))
      }, throws: isTooLarge)
    #expect(throws: ClusterFault.self) {
      try client(
        .endless(Array("X-A: \(String(repeating: "y", count: 1000))\r\n".utf8), isHead: true)
      )
      .text(of: "SELECT 1")
    }
  }

  @Test("A server that sends a few bytes per second is a fault after the limit")
  func dripping() throws {
    let server = try StubServer(.endless([0x31], pause: 50_000))
    var limits = ClusterClient.Limits()
    limits.silentSeconds = 1
    let address = "clickhouse://127.0.0.1:\(server.port)/frames"
    let client = try ClusterClient(ClusterAddress(address), password: nil, limits: limits)
    #expect(throws: ClusterFault.silent(node: "127.0.0.1:\(server.port)", seconds: 1, rate: 1024)) {
      try client.text(of: "SELECT 1")
    }
  }

  @Test("A long row is read once when it is there, and not again for each piece")
  func longRow() throws {
    var writer = RowWriter()
    writer.addCount(200_000)
    for _ in 0..<200_000 { writer.add("x") }
    let server = try StubServer(.body(writer.bytes))
    let address = "clickhouse://127.0.0.1:\(server.port)/frames"
    let client = try ClusterClient(ClusterAddress(address), password: nil)
    var texts = 0
    var last = 0
    try client.rows("SELECT list FROM run") { (row) throws(RowReader.Fault) in
      last = try row.count()
      for _ in 0..<last {
        texts += 1
        _ = try row.text()
      }
    }
    #expect(last == 200_000 && texts < 4 * last)
  }

  @Test("A silent server is a fault after the limit")
  func silence() throws {
    // The kernel accepts the connection, but the first client keeps the server busy.
    let server = try StubServer(.text(""))
    let address = "clickhouse://127.0.0.1:\(server.port)/frames"
    let first = try #require(try? SilentConnection(port: server.port))
    defer { first.close() }
    var limits = ClusterClient.Limits()
    limits.silentSeconds = 1
    let client = try ClusterClient(ClusterAddress(address), password: nil, limits: limits)
    #expect(throws: ClusterFault.silent(node: "127.0.0.1:\(server.port)", seconds: 1, rate: 1024)) {
      try client.text(of: "SELECT 1")
    }
  }
}
