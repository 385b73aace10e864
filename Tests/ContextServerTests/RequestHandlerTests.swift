import Decoding
import Documents
import TestSupport
import Testing

@testable import ContextServer

/// Answers requests without running commands.
@Suite("Requests of assistants")
struct RequestHandlerTests {
  private let handler = RequestHandler(folders: ["/captures"])

  private func outcome(_ line: String) throws -> RequestHandler.Outcome {
    guard case .request(let request) = Message(Array(line.utf8)) else {
      throw Unexpected(found: line)
    }
    return handler.outcome(of: request)
  }

  private struct Unexpected: Error { let found: String }

  /// The answer to a request that needs no command.
  private func answer(_ method: String, _ parameters: String = "{}") throws -> JSON {
    let line = #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(parameters)}"#
    guard case .answer(let answer) = try outcome(line) else { throw Unexpected(found: line) }
    #expect(answer.hasSuffix("\n") && answer.dropLast().allSatisfy { !$0.isNewline })
    return try JSON(text: answer)
  }

  /// The commands of a call.
  private func commands(_ tool: String, _ arguments: String) throws -> [[String]] {
    let line = #"""
      {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}
      """#
    guard case .work(let work) = try outcome(line) else { throw Unexpected(found: line) }
    return work.commands
  }

  @Test(
    "initialize agrees on a revision",
    arguments: [
      ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
      ("2099-01-01", "2025-11-25"),
    ])
  func initialize(asked: String, agreed: String) throws {
    let answer = try answer("initialize", #"{"protocolVersion":"\#(asked)"}"#)
    #expect(answer["id"] == .number(7))
    #expect(answer["result"]?["protocolVersion"]?.text == agreed)
    #expect(answer["result"]?["instructions"]?.text?.contains("/captures") == true)
  }

  @Test("a request that names its revision gets that one, or an error with those that exist")
  func namedVersion() throws {
    func meta(_ version: String, _ more: String) -> String {
      #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"\#(version)"\#(more)}}"#
    }
    let capabilities = #","io.modelcontextprotocol/clientCapabilities":{}"#
    let good = try answer("server/discover", meta("2026-07-28", capabilities))
    #expect(good["result"]?["resultType"]?.text == "complete")
    #expect(good["result"]?["supportedVersions"]?.items.count == 3)
    let unknown = try answer("tools/list", meta("2027-01-01", capabilities))
    #expect(unknown["error"]?["code"] == .number(-32022))
    #expect(unknown["error"]?["data"]?["requested"]?.text == "2027-01-01")
    let incomplete = try answer("tools/list", meta("2026-07-28", ""))
    #expect(incomplete["error"]?["code"] == .number(-32602))
  }

  @Test("every tool has a schema that refuses other arguments")
  func tools() throws {
    let tools = try answer("tools/list")["result"]?["tools"]?.items ?? []
    #expect(tools.count == 9)
    for tool in tools {
      #expect(tool["inputSchema"]?["additionalProperties"] == .boolean(false))
      #expect(tool["annotations"]?["readOnlyHint"] == .boolean(true))
    }
  }

  @Test("unknown methods, tools and resources are errors of the protocol")
  func unknown() throws {
    #expect(try answer("sampling/createMessage")["error"]?["code"] == .number(-32601))
    #expect(try answer("tools/call", #"{"name":"run"}"#)["error"]?["code"] == .number(-32602))
    #expect(try answer("tools/call", "{}")["error"]?["code"] == .number(-32602))
    for address in [
      "file:///etc/passwd", "hitchmark://picture/query?%7B%7D", "hitchmark://picture/analyze?%",
    ] {
      let answer = try answer("resources/read", #"{"uri":"\#(address)"}"#)
      #expect(answer["error"]?["code"] == .number(-32602), "\(address)")
    }
  }

  @Test(
    "arguments that cannot be used are results that say why",
    arguments: [
      (#"{}"#, "“paths” is missing"), (#"{"paths":[]}"#, "“paths” is missing"),
      (#"{"paths":"a"}"#, "not a list"),
      (#"{"paths":[1]}"#, "not a text"), (#"{"paths":[""]}"#, "is empty"),
      (#"{"paths":["a\u0000b"]}"#, "control"),
      (#"{"paths":["a"],"output":"b"}"#, "no argument “output”"), (#"[]"#, "not an object"),
      (#"{"paths":["a"],"segments":"yes"}"#, "not a boolean"),
      (#"{"paths":["a"],"refresh_rate":"120"}"#, "not a number"),
    ])
  func badArguments(arguments: String, message: String) throws {
    let answer = try answer("tools/call", #"{"name":"analyze","arguments":\#(arguments)}"#)
    #expect(answer["result"]?["isError"] == .boolean(true))
    #expect(answer["result"]?["content"]?.items.first?["text"]?.text?.contains(message) == true)
  }

  @Test("the store can only be a file")
  func cluster() throws {
    for store in ["clickhouse://host/db", "ClickHouses://host/db"] {
      let answer = try answer(
        "tools/call", #"{"name":"query","arguments":{"sql":"SELECT 1","store":"\#(store)"}}"#)
      #expect(answer["result"]?["isError"] == .boolean(true))
    }
  }

  @Test("values stay values, whatever they look like")
  func words() throws {
    let analyze = try commands(
      "analyze", #"{"paths":["--output=x","-"],"metrics":["a","--all"],"segments":true}"#)
    #expect(
      analyze == [
        [
          "--no-config", "analyze", "--format=json", "--metrics=a,--all", "--segments", "--",
          "--output=x", "-",
        ],
        [
          "--no-config", "analyze", "--format=text", "--metrics=a,--all", "--segments", "--",
          "--output=x", "-",
        ],
      ])
    let why = try commands("why", #"{"a":"x","refresh_rate":59.94}"#)
    #expect(
      why[0] == ["--no-config", "why", "--format=json", "--refresh-rate=59.94", "--", "x"])
    let check = try commands("check", #"{"limits":["a <= 1","--accept=x"]}"#)
    #expect(
      check[0] == [
        "--no-config", "check", "--format=json", "--limit=a <= 1", "--limit=--accept=x", "--",
      ])
  }

  @Test("no tool has an option that writes, runs or connects")
  func options() {
    let harmful = [
      "--output", "-o", "--site", "--watch", "--accept", "--accepted", "--baseline", "--summary",
      "--step-summary", "--confirm", "--on-server", "--suite-file", "--format", "--standalone",
    ]
    for tool in ServerTool.all {
      for parameter in tool.parameters {
        guard let option = parameter.role.option else { continue }
        #expect(!harmful.contains(option), "\(tool.name)")
      }
    }
  }

  @Test("the address of a picture contains its call")
  func picture() throws {
    let arguments = #"{"a":"before & after/é?#%.csv","b":"“x”"}"#
    let node = try JSONTreeReader.read(Array(arguments.utf8), dialect: .strict)
    let tool = try #require(ServerTool.all.first { $0.name == "compare" })
    let address = try #require(try JSON(text: Picture.link(to: tool, node).text())["uri"]?.text)
    #expect(address.allSatisfy { $0.isASCII && $0 != " " && $0 != "\"" && $0 != "#" })
    let call = try #require(Picture.call(at: address))
    #expect(call.tool.name == "compare" && call.arguments.json == node.json)
  }
}

extension ToolParameter.Role {
  fileprivate var option: String? {
    switch self {
    case .option(let option), .repeatedOption(let option): option
    case .positional: nil
    }
  }
}
