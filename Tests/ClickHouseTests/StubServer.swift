import Foundation
import Synchronization

/// A server on loopback that answers requests with prepared answers, one after the other, and repeats the last one.
final class StubServer: Sendable {
  /// What the server does with a request.
  enum Answer: Sendable {
    /// An answer with a status and a body.
    case body([UInt8], status: Int = 200)
    /// An answer that says it is longer than it is, after which the connection ends.
    case cut([UInt8])
    /// Bytes that are not HTTP.
    case raw([UInt8])
    /// Bytes that are repeated until the client hangs up, in the head or in the body, with a pause in microseconds.
    case endless([UInt8], after: [UInt8] = [], isHead: Bool = false, pause: UInt32 = 0)

    static func text(_ text: String, status: Int = 200) -> Answer {
      .body(Array(text.utf8), status: status)
    }
  }

  #if os(Linux)
    static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    static let stream = SOCK_STREAM
  #endif

  let port: Int
  private let listener: Int32
  private let state: Mutex<(answers: [Answer], requests: [String])>

  /// The requests so far: the head and the body of each.
  var requests: [String] { state.withLock(\.requests) }

  init(_ answers: Answer...) throws {
    state = Mutex((answers, []))
    listener = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = listener
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(number, address, length) == 0 && listen(number, 8) == 0
          && getsockname(number, address, &length) == 0
      }
    }
    guard found else { throw CocoaError(.fileReadUnknown) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(number, nil, nil)
        guard client >= 0 else { return }
        serve(client)
        close(client)
      }
    }
  }

  /// Ends the server; connections are then refused.
  func stop() {
    // Not closed: another server could get its number, and this thread would accept the connections of that one.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve(_ client: Int32) {
    guard let request = read(client) else { return }
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    switch answer {
    case .body(let bytes, let status): write(bytes, status: status, length: bytes.count, client)
    case .cut(let bytes): write(bytes, status: 200, length: bytes.count + 100, client)
    case .raw(let bytes): _ = send(client, bytes, bytes.count, 0)
    case .endless(let bytes, let start, let isHead, let pause):
      let head = "HTTP/1.1 200 OK\r\n" + (isHead ? "" : "Connection: close\r\n\r\n")
      _ = send(client, head, head.utf8.count, Int32(MSG_NOSIGNAL))
      _ = send(client, start, start.count, Int32(MSG_NOSIGNAL))
      let block = Array(repeatElement(bytes, count: pause > 0 ? 1 : 1000).joined())
      while send(client, block, block.count, Int32(MSG_NOSIGNAL)) > 0 { usleep(pause) }
    }
  }

  private func write(_ body: [UInt8], status: Int, length: Int, _ client: Int32) {
    let head = "HTTP/1.1 \(status) X\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n"
    let bytes = Array(head.utf8) + body
    _ = send(client, bytes, bytes.count, 0)
  }

  private func read(_ client: Int32) -> String? {
    var (text, buffer) = ("", [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let length = text.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.output.1) } ?? 0
      if text[end.upperBound...].utf8.count >= length { return text }
    }
  }
}

/// A connection that sends nothing, so that the stub serves no other one.
struct SilentConnection {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, StubServer.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = UInt16(port).bigEndian
    let number = descriptor
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, length) }
    }
    guard code == 0 else { throw CocoaError(.fileReadUnknown) }
  }

  func close() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
