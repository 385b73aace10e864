import Foundation
import TestSupport
import Testing

/// What reaches a terminal if file names, file contents and git data come from an attacker.
@Suite("Hostile names")
struct HostileNamesTests {
  /// Contains sequences, in C0 and C1, that clear the screen, set the title, reorder text, ring, and start a line.
  static let name = "a\u{1B}[2J\u{1B}]0;x\u{7}b\u{202E}c\u{9B}31m\u{2028}d\ne\u{85}f"

  private let folder = TemporaryFolder()

  /// The scalars of a command's output that a terminal interprets.
  private func harmful(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .lineSeparator, .paragraphSeparator, .format: true
      default: false
      }
    }
  }

  private func check(_ words: [String], in folder: URL? = nil, mentions: Bool = true) throws {
    let outcome = try Tool.run(words, in: folder ?? self.folder.url)
    let text = outcome.output + outcome.errors
    #expect(outcome.status < 3 && harmful(in: text).isEmpty, "\(words): \(text.debugDescription)")
    // The name must appear, so that the test does not pass because the name was left out.
    #expect(!mentions || text.contains("a\u{FFFD}[2J"), "\(words): \(text.debugDescription)")
    // A line break in a name must not start a line that looks like another message.
    let lines = text.split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("e") && !$0.hasPrefix("energy.") }, "\(words)")
  }

  @Test("do not control the terminal in error messages")
  func errors() throws {
    let name = Self.name
    try folder.file("\(name).csv", text: "no,trace\n")
    try folder.file("\(name)/suite.json", text: "{\"\(name.escaped)\": 1}")
    try folder.file("stages/suite.json", text: "{\"best\": \"\(name.escaped)\"}")
    try folder.file("label/run.json", text: "{\"labels\": {\"\(name.escaped)\": []}}")
    try folder.file("accepted.txt", text: "\(name)\n")
    for words in [
      ["analyze", "\(name).csv"], ["analyze", "\(name)-missing"], ["ingest", name],
      ["ingest", "\(name)-missing", "--dry-run"], ["ingest", "stages"], ["ingest", "label"],
      ["import", "\(name).csv"], ["import", "\(name)-missing"],
      ["report", "app", "--store", name], ["compare", name, "x", "--store", "\(name).db"],
      ["trend", "--store", "\(name).db"], ["check", "--store", "\(name).db"],
      ["calibrate", "--store", "\(name).db"], ["export", "runs", "--store", "\(name).db"],
      ["sql", "SELECT 1", "--store", "\(name).db"], ["verify", "--store", "\(name).db"],
      ["runs", "list", "--store", "\(name).db"], ["runs", "show", name],
      ["analyze", "\(name).csv", "--format", name], ["metrics", "--format", name],
      ["formats", "-o", "\(name)/x/y.nothing"], [name], ["analyze", "--\(name)"],
      ["completions", name],
    ] { try check(words, mentions: false) }
    for words in [["analyze", "\(name).csv"], ["ingest", name], ["ingest", "stages"]] {
      try check(words)
    }
  }

  @Test("do not control the terminal in tables and lists, whatever their source")
  func tables() throws {
    let name = Self.name
    let trace = "frame_time_ms\n16.6\n16.7\n"
    try folder.file("\(name)/suite.json", text: "{\"stages\": [{\"id\": \"\(name.escaped)\"}]}")
    try folder.file("\(name)/\(name)/\(name)/trace.csv", text: trace)
    try folder.file(
      "\(name)/\(name)/\(name)/run.json",
      text:
        "{\"labels\": {\"\(name.escaped)\": \"\(name.escaped)\"}, \"commit\": \"\(name.escaped)\"}")
    try folder.file("\(name)/other/x.csv", text: trace)
    try check(["ingest", ".", "--store", "s.db"])
    for words in [
      ["runs", "list"], ["runs", "show", "1"], ["sql", "SELECT * FROM run"],
      ["sql", "SELECT * FROM label"],
      ["report", "a\u{FFFD}[2J\u{FFFD}]0;x\u{FFFD}b\u{FFFD}c\u{FFFD}31m d e f"],
    ] { try check(words + ["--store", "s.db"]) }
    try check(["analyze", "\(name)/\(name)/\(name)"])
    for format in ["text", "csv", "jsonl"] {
      try check(["export", "runs", "--store", "s.db", "--format", format], mentions: false)
    }
  }

  @Test("of stages may contain the joiners of scripts and emoji, and the folder is found")
  func joiners() throws {
    for (index, stage) in ["👩‍💻", "می‌خواهم", "🏴\u{E0067}\u{E0062}\u{E007F}"].enumerated() {
      try folder.file("s\(index)/suite.json", text: "{\"stages\": [{\"id\": \"\(stage)\"}]}")
      try folder.file(
        "s\(index)/\(stage)/r/trace.csv", text: "frame_time_ms\n16.6\n\(17 + index)\n")
      let outcome = try Tool.run(
        ["ingest", "s\(index)", "--store", "s.db"], in: folder.url)
      #expect(
        outcome.status == 0 && outcome.output.contains("s\(index): 1 run added"), "\(outcome)")
    }
    let rows = try Tool.run(
      ["sql", "SELECT stage FROM run ORDER BY 1", "--store", "s.db", "--format", "csv"],
      in: folder.url)
    #expect(rows.output.contains("👩‍💻\n") && rows.output.contains("می‌خواهم\n"), "\(rows)")
  }

  @Test("in the subjects of commits and in branches do not control the terminal")
  func git() throws {
    let repository = try GitRepository()
    try repository.git("checkout", "--quiet", "-b", "main\u{202E}x")
    try repository.commit("Draw \u{1B}[31mless\u{202E}")
    #expect(try repository.ingest(try repository.trace(frameTime: 10)).status == 0)
    #expect(
      try repository.rows("SELECT subject, branch FROM revision")
        == ["Draw \u{FFFD}[31mless\u{FFFD},main\u{FFFD}x"])
  }
}

extension String {
  /// Escaped for a JSON string.
  fileprivate var escaped: String {
    unicodeScalars.map { scalar in
      scalar.value < 0x20
        ? "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        : String(scalar)
    }.joined()
  }
}
