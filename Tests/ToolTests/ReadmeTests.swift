import Foundation
import TestSupport
import Testing

/// Runs the examples of the README, and holds what they print against what it shows.
@Suite("README")
struct ReadmeTests {
  static let path = "README.md"

  /// The README's lines with the output below each `$ hitchmark …` line made anew.
  static func refreshed() throws -> String {
    let text = try String(
      contentsOf: SharedMaterial.project.appending(path: path), encoding: .utf8)
    let folder = TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "runs"),
      withDestinationURL: SharedMaterial.project.appending(path: "runs"))
    var lines: [String] = []
    var isExample = false
    for line in text.components(separatedBy: "\n") {
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

  /// The words of a command line; double quotes hold one together.
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

  @Test("every example prints what the README shows")
  func examples() throws {
    let complaint = Golden.complaint(about: try Self.refreshed(), golden: Self.path)
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("the first command stands within the first 20 lines")
  func firstCommand() throws {
    let text = try String(
      contentsOf: SharedMaterial.project.appending(path: Self.path), encoding: .utf8)
    let first = text.components(separatedBy: "\n").firstIndex { $0.hasPrefix("make demo") }
    #expect(try #require(first) < 20)
  }

  @Test("the README lists the modules of the package")
  func modules() throws {
    let readme = try String(
      contentsOf: SharedMaterial.project.appending(path: Self.path), encoding: .utf8)
    let folder = SharedMaterial.project.appending(path: "Sources")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where !name.hasPrefix("C") {
      #expect(readme.contains("| `\(name)` |"), "\(name)")
    }
  }
}
