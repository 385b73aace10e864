import Arguments
import Foundation
import TestSupport
import Testing

@testable import hitchmark

/// What all commands have in common: help, exit codes, formats, colors.
@Suite("Commands")
struct CommandTests {
  /// All commands that do something, each with the words that select it.
  static let all: [Outline] = leaves(below: Hitchmark.command.outline)

  private static func leaves(below outline: Outline) -> [Outline] {
    outline.subcommands.isEmpty ? [outline] : outline.subcommands.flatMap(leaves)
  }

  private let folder = TemporaryFolder()

  init() throws {
    for number in [1, 2] { try NativeTrace(number).write(into: folder) }
  }

  private func run(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(words, in: folder.url, environment: ["HITCHMARK_STORE": "s.db"])
  }

  // MARK: - Declarations

  @Test("the declarations have no errors")
  func declarations() {
    #expect(Hitchmark.command.outline.problems == [])
  }

  @Test("every command has help with an example of the command", arguments: all.map(\.path))
  func help(path: [String]) throws {
    let outcome = InProcess.run(Array(path.dropFirst()) + ["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    let examples = try #require(lines.firstIndex(of: "Examples:"))
    #expect(lines.contains { $0.hasPrefix("Usage: \(path.joined(separator: " "))") })
    #expect(lines[examples...].contains { $0.contains(path.joined(separator: " ")) })
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(
    "every example is a valid command line", arguments: all.flatMap(\.examples).map(\.line))
  func examples(line: String) throws {
    let own = try #require(line.split(separator: "|").last { $0.contains("hitchmark") })
    let words = own.split(separator: ">").first.map(String.init) ?? ""
    var parts: [String] = []
    for (index, part) in words.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      parts += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    #expect(parts.first == "hitchmark")
    #expect(throws: Never.self) {
      try Hitchmark.command.parse(Array(parts.dropFirst()))
    }
  }

  @Test("the tool prints its version, and its commands if there are no arguments")
  func version() throws {
    #expect(try run("--version").output == "hitchmark \(Hitchmark.version)\n")
    let nothing = try run()
    #expect(nothing.status == 0)
    #expect(nothing.output == (try run("--help").output))
  }

  // MARK: - Exit codes

  @Test("success ends with exit code 0, an error with 2")
  func exitCodes() throws {
    #expect(try run("analyze", "1.csv").status == 0)
    #expect(try run("ingest", "1.csv").status == 0)
    #expect(try run("runs", "list").status == 0)
    #expect(try run("verify").status == 0)
    #expect(try run("analyze", "--nope").status == 2)
    #expect(try run("analyze", "no.csv").status == 2)
    #expect(try run("runs", "list", "--store", "no.db").status == 2)
    #expect(try run("sql", "SELECT * FROM nothing").status == 2)
  }

  // MARK: - Formats

  @Test(
    "the JSON of analyze fits its schema",
    arguments: [
      ["1.csv"], ["1.csv", "2.csv"], ["1.csv", "--all"],
      ["1.csv", "--metrics", "fps.avg,duration"],
      ["1.csv", "--refresh-rate", "60", "--points", "frame"],
    ])
  func schema(arguments: [String]) throws {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/analysis.schema.json"))
    let outcome = try Tool.run(["analyze", "--format", "json"] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(schema.complaints(about: try JSON(text: outcome.output)) == [])
  }

  @Test("the JSON of analyze fits its schema for every recorded run and for bad traces")
  func recordedSchema() throws {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/analysis.schema.json"))
    let runs = SharedMaterial.project.appending(path: "runs")
    let suites = try FileManager.default.contentsOfDirectory(atPath: runs.path)
    // The 672 runs of trend-demo come from one generator, and their JSON is 3.4 of 4.0 MB: two of them suffice.
    let places =
      suites.filter { $0 != "trend-demo" }
      + ["trend-demo/detail/034-2", "trend-demo/list/034-2"]
    let paths = places.sorted().map { runs.appending(path: $0).path }
    let recorded = InProcess.run(["analyze", "--format", "json"] + paths)
    try #require(recorded.status == 0, "\(recorded.errors)")
    #expect(schema.complaints(about: try JSON(text: recorded.output)) == [])
    for bad in BadTraceTests.all {
      let path = try folder.file("bad.csv", contents: Data(bad.bytes)).path
      let outcome = InProcess.run(["analyze", path, "--format", "json"])
      if outcome.output.isEmpty { continue }
      #expect(schema.complaints(about: try JSON(text: outcome.output)) == [], "\(bad.name)")
    }
  }

  @Test("the schema rejects invalid JSON")
  func strictSchema() throws {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/analysis.schema.json"))
    for (document, complaint) in [
      ("[]", "$: type is violated"), ("{\"runs\": []}", "$: schema is missing"),
      ("{\"schema\": \"x\", \"runs\": []}", "$.schema: const is violated"),
      (
        "{\"schema\": \"hitchmark.analysis/1\", \"runs\": [], \"more\": 1}",
        "$: more is unexpected"
      ),
      (
        "{\"schema\": \"hitchmark.analysis/1\", \"runs\": [{\"frames\": -1}]}",
        "$.runs[0].frames: minimum is violated"
      ),
    ] {
      #expect(schema.complaints(about: try JSON(text: document)).contains(complaint), "\(document)")
    }
  }

  @Test("the file extension decides the format, and standard output stays empty")
  func output() throws {
    for (ending, start) in [
      ("md", "# "), ("html", "<!doctype html>"), ("json", "{"), ("csv", "table,"), ("tex", "%"),
      ("txt", "1.csv\n"), ("svg", "<svg "),
    ] {
      let outcome = try run("analyze", "1.csv", "--output", "out/report.\(ending)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output == "")
      let text = try String(contentsOfFile: folder.path("out/report.\(ending)"), encoding: .utf8)
      #expect(text.lowercased().hasPrefix(start), "\(ending): \(text.prefix(40))")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    // Markdown writes its pictures into a folder next to the file.
    #expect(names.count == 8 && names.contains("report-charts"))
  }

  @Test("Markdown refers to pictures only if it is written to a file, which they accompany")
  func pictures() throws {
    let file = try run("analyze", "1.csv", "--output", "pictures/1.md")
    #expect(file.status == 0, "\(file.errors)")
    let text = try String(contentsOfFile: folder.path("pictures/1.md"), encoding: .utf8)
    let named = text.matches(of: #/(?:src|srcset)="([^"]*)"/#).map { String($0.1) }
    let written = try FileManager.default.contentsOfDirectory(
      atPath: folder.path("pictures/1-charts"))
    #expect(Set(named) == Set(written.map { "1-charts/\($0)" }) && named.count == written.count)
    #expect(try run("analyze", "1.csv", "--format", "md").output.contains("<picture>") == false)
  }

  @Test("with --metrics, a page shows only those metrics, without charts")
  func noPictures() throws {
    let outcome = try run("analyze", "1.csv", "--metrics", "fps.avg", "--format", "html")
    #expect(outcome.status == 0 && !outcome.output.contains("<svg"))
    #expect(try run("analyze", "1.csv", "--format", "html").output.contains("<svg"))
  }

  // MARK: - Colors

  @Test("colors appear only on request if the output is a file")
  func colors() throws {
    let color = "\u{1B}["
    let none = ["NO_COLOR": ""]
    func output(_ words: [String], _ environment: [String: String]) throws -> String {
      try Tool.run(words, in: folder.url, environment: environment).output
    }
    #expect(!(try output(["analyze", "1.csv"], none)).contains(color))
    #expect(!(try output(["analyze", "1.csv"], ["NO_COLOR": "1"])).contains(color))
    #expect(try output(["analyze", "1.csv", "--color", "always"], none).contains(color))
    #expect(try output(["--color=always", "analyze", "1.csv"], ["NO_COLOR": "1"]).contains(color))
    #expect(!(try output(["analyze", "1.csv", "--color", "never"], none)).contains(color))
    let json = ["analyze", "1.csv", "--color", "always", "--format", "json"]
    #expect(!(try output(json, none)).contains(color))
  }

  @Test(
    "colors appear on terminals that have them",
    arguments: [([:], true), (["TERM": "dumb"], false), (["NO_COLOR": "1"], false)])
  func terminals(environment: [String: String], isColored: Bool) {
    #expect(ColorChoice.auto.isOn(terminal: true, environment: environment) == isColored)
    #expect(!ColorChoice.auto.isOn(terminal: false, environment: environment))
  }
}
