import Foundation
import TestSupport
import Testing

/// The server for assistants as a process: what it may read, and that it changes nothing.
@Suite("hitchmark mcp")
struct MCPCommandTests {
  private static let capture = """
    Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,MsInPresentAPI,Dropped
    game.exe,4242,0x1,0.0166,16.6,0.2,0
    game.exe,4242,0x1,0.0333,16.7,0.2,0
    game.exe,4242,0x1,0.0500,16.7,0.2,0

    """

  /// A folder that may be read, and beside it one that may not.
  private static func folders() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.file("inside/run.csv", text: capture)
    try folder.file("outside/run.csv", text: capture)
    let files = FileManager.default
    for (link, target) in [
      ("link.csv", "outside/run.csv"), ("folder/link.csv", "outside/run.csv"), ("up", "outside"),
      ("link.db", "outside/runs.db"),
    ] {
      let path = folder.path("inside/\(link)")
      try files.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try files.createSymbolicLink(atPath: path, withDestinationPath: folder.path(target))
    }
    for store in ["inside/runs.db", "outside/runs.db"] {
      let outcome = try Tool.run([
        "ingest", folder.path("inside/run.csv"), "--store", folder.path(store),
      ])
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return folder
  }

  /// The answers to calls of tools, in their order.
  private static func answers(
    _ calls: [(tool: String, arguments: String)], in folder: TemporaryFolder
  ) throws -> [JSON] {
    let lines = calls.enumerated().map { index, call in
      #"{"jsonrpc":"2.0","id":\#(index),"method":"tools/call","params":{"name":"\#(call.tool)","arguments":\#(call.arguments)}}"#
    }
    let input = Data((lines.joined(separator: "\n") + "\n").utf8)
    let outcome = try Tool.run(
      ["mcp", folder.path("inside")], input: input, in: URL(filePath: "/"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let answers = try outcome.output.split(separator: "\n").map { try JSON(text: String($0)) }
    return answers.sorted { ($0["id"]?.number ?? -1) < ($1["id"]?.number ?? -1) }
  }

  @Test("answers with data and text; relative paths start at the folder")
  func reads() throws {
    let folder = try Self.folders()
    let answers = try Self.answers(
      [
        ("analyze", #"{"paths":["run.csv"]}"#),
        ("analyze", #"{"paths":["\#(folder.path("inside/run.csv"))"]}"#),
        ("query", #"{"sql":"SELECT 9007199254740993 AS big","store":"runs.db"}"#),
      ], in: folder)
    for answer in answers.prefix(2) {
      let run = answer["result"]?["structuredContent"]?["runs"]?.items.first
      #expect(run?["frames"] == .number(3))
      #expect(
        answer["result"]?["content"]?.items.map { $0["type"]?.text } == ["text", "resource_link"])
    }
    #expect(answers[2]["result"]?["isError"] == .boolean(false))
  }

  @Test(
    "a request that is too long is answered with its id",
    arguments: [
      (#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"id":8,"x":""#, #""}}"#),
      (#"{"method":"ping","params":{"x":["id",{"id":9}],"y":"}\","id":6,\\"#, #""},"id":7}"#),
    ])
  func tooLong(start: String, end: String) throws {
    let folder = try Self.folders()
    for count in [(1 << 20) + 1, 3_000_000] {
      let line = start + String(repeating: "x", count: count) + end
      let ping = #"{"jsonrpc":"2.0","id":"after","method":"ping"}"#
      let outcome = try Tool.run(
        ["mcp", folder.path("inside")], input: Data("\(line)\n\(ping)\n\(line)".utf8))
      let answers = try outcome.output.split(separator: "\n").map { try JSON(text: String($0)) }
      #expect(answers.map { $0["id"] } == [.number(7), .string("after"), .number(7)])
      #expect(answers.first?["error"]?["message"]?.text == "the line has more than 1 MiB")
    }
  }

  @Test("nothing outside of the folders can be read, and nothing is written")
  func confinement() throws {
    let folder = try Self.folders()
    let before = try Self.contents(of: folder)
    let paths = [
      folder.path("outside/run.csv"), "../outside/run.csv", "link.csv", "up/run.csv", "folder",
      "..",
      "../outside/*.csv", "/proc/self/environ", "/etc/passwd",
    ]
    let stores = ["../outside/runs.db", "link.db", folder.path("outside/runs.db"), "new.db"]
    let answers = try Self.answers(
      paths.map { ("analyze", #"{"paths":["\#($0)"]}"#) }
        + [("compare", #"{"a":"run.csv","b":"link.csv"}"#)]
        + stores.map { ("query", #"{"sql":"SELECT 1","store":"\#($0)"}"#) }, in: folder)
    #expect(answers.count == paths.count + 1 + stores.count)
    for answer in answers {
      let text = answer["result"]?["content"]?.items.first?["text"]?.text ?? ""
      #expect(answer["result"]?["isError"] == .boolean(true), "\(text)")
      #expect(text.contains("This server reads only below") && !text.contains("4242"))
    }
    #expect(try Self.contents(of: folder) == before)
  }

  @Test("a folder must be named, and exist")
  func usage() throws {
    #expect(try Tool.run(["mcp"]).status == 2)
    let outcome = try Tool.run(["mcp", "/nowhere"])
    #expect(outcome.status == 2 && outcome.errors.contains("no folder here"))
  }

  @Test("a line without end is refused, and the next one answered")
  func longLine() throws {
    let folder = try Self.folders()
    let input =
      String(repeating: "x", count: 3 << 20) + "\n" + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let outcome = try Tool.run(["mcp", folder.path("inside")], input: Data(input.utf8))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("-32600") && lines[1].contains(#""result":{}"#))
  }

  private static func contents(of folder: TemporaryFolder) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      contents[name] = FileManager.default.contents(atPath: folder.path(name)) ?? Data()
    }
    return contents
  }
}
