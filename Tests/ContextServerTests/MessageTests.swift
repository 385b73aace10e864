import Testing

@testable import ContextServer

/// Reads messages of clients.
@Suite("Messages of assistants")
struct MessageTests {
  private func message(_ text: String) -> Message { Message(Array(text.utf8)) }

  @Test("requests have an id, notifications have none")
  func kinds() {
    #expect(
      message(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)
        == .request(Message.Request(id: .text("a"), method: "ping", parameters: nil)))
    #expect(message(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == .ignored)
    #expect(message(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == .ignored)
    #expect(
      message(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#)
        == .cancellation(of: .number(3)))
    #expect(
      message(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#) == .ignored)
  }

  @Test(
    "what is no request is an error",
    arguments: [
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, #"{"id":1,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1e300,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1,"method":2}"#,
      #"{"jsonrpc":"2.0","id":18014398509481985,"method":"ping"}"#,
      "1",
    ])
  func malformed(text: String) {
    guard case .malformed(.notARequest, _) = message(text) else {
      Issue.record("\(text) was accepted")
      return
    }
  }

  @Test("what is no JSON, or nested without end, is an error", arguments: ["", "{", "\u{FF}x"])
  func noJSON(text: String) {
    #expect(message(text) == .malformed(.notJSON, nil))
    #expect(message(String(repeating: "[", count: 100_000)) == .malformed(.notJSON, nil))
  }

  @Test("a request with too many values keeps its id")
  func tooManyValues() {
    let values = [String](repeating: "1", count: 100_001).joined(separator: ",")
    for text in [#"{"id":"a","params":[\#(values)]}"#, #"{"params":[\#(values)], "id" : "a" }"#] {
      #expect(message(text) == .malformed(.tooManyValues(limit: 100_000), .text("a")))
    }
  }

  @Test(
    "only the outermost object has the id",
    arguments: [
      #"{"params":{"id":1}"#, #"{"a":"\"id\":1","id":[1],"#, #"[{"id":1}"#, #"{"id":{"id":1}}"#,
      #"{"\#(String(repeating: " ", count: 600))id":1}"#,
    ])
  func noID(text: String) {
    #expect(RequestIDSearch(Array(text.utf8)).id == nil)
  }
}
