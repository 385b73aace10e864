import Foundation
import TestSupport
import Testing

/// Runs the examples of the README and of the guides, and compares their output with what the pages show.
///
/// Commands in `console` blocks run; those of one page share a folder that contains `runs` and `Tests`. Steps in
/// `sh needs=phone` blocks do not run, because they need something else, here a phone.
@Suite("README and guides")
struct ReadmeTests {
  static let pages =
    ["README.md"]
    + ["android", "first-report", "games", "install", "ios", "other-tools", "thesis", "web"].map {
      "docs/\($0).md"
    }

  static func text(of page: String) throws -> String {
    try String(contentsOf: SharedMaterial.project.appending(path: page), encoding: .utf8)
  }

  /// The page with the current output below each `$ hitchmark …` line.
  static func refreshed(_ page: String) throws -> String {
    let folder = TemporaryFolder()
    for name in ["runs", "Tests"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name),
        withDestinationURL: SharedMaterial.project.appending(path: name))
    }
    var lines: [String] = []
    var isExample = false
    for line in try text(of: page).components(separatedBy: "\n") {
      if line == "```console" { isExample = true } else if line == "```" { isExample = false }
      if isExample, line != "```console", !line.hasPrefix("$ ") { continue }
      lines.append(line)
      if isExample, line.hasPrefix("$ ") { lines += try output(of: line, in: folder.url) }
    }
    return lines.joined(separator: "\n")
  }

  private static func output(of line: String, in folder: URL) throws -> [String] {
    let words = self.words(of: String(line.dropFirst(2)))
    try #require(words.first == "hitchmark", "an example runs hitchmark: \(line)")
    let outcome = try Tool.run(Array(words.dropFirst()), in: folder)
    #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { $0.isEmpty ? "" : String($0) }
  }

  /// The words of a command line; double quotes group words.
  private static func words(of line: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  @Test("the output of every example is the one on the page", arguments: pages)
  func examples(page: String) throws {
    let complaint = Golden.complaint(about: try Self.refreshed(page), golden: page)
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("the README is short, and its first 20 lines have the first command")
  func readme() throws {
    let lines = try Self.text(of: "README.md").components(separatedBy: "\n")
    let first = lines.firstIndex { $0.hasPrefix("make demo") }
    #expect(try #require(first) < 20)
    #expect(lines.count <= 180)
  }

  @Test("commands that do not run name what they need", arguments: pages.dropFirst())
  func needs(page: String) throws {
    for line in try Self.text(of: page).components(separatedBy: "\n")
    where line.hasPrefix("```") && line != "```" {
      let isRun = line == "```console"
      let isData = ["```text", "```json5"].contains(line)
      #expect(isRun || isData || line.contains(" needs="), "\(page): \(line)")
    }
  }

  @Test("links to files of the repository lead somewhere", arguments: pages)
  func links(page: String) throws {
    let folder = SharedMaterial.project.appending(path: page).deletingLastPathComponent()
    for match in try Self.text(of: page).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
      let target = folder.appending(path: String(match.1)).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(match.1)")
    }
  }

  @Test("CONTRIBUTING.md lists the modules of the package")
  func modules() throws {
    let text = try Self.text(of: "CONTRIBUTING.md")
    let folder = SharedMaterial.project.appending(path: "Sources")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where !name.hasPrefix("C") {
      #expect(text.contains("| `\(name)` |"), "\(name)")
    }
  }
}
