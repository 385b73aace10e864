import Arguments
import Foundation
import TestSupport
import Testing

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases) func scriptsAreAsRecorded(shell: Shell) {
    let script = Tool.root.outline.completions(for: shell)
    let path = "Tests/Fixtures/arguments/completions.\(shell.rawValue)"
    #expect(Golden.complaint(about: script, golden: path) == nil)
  }

  @Test(arguments: Shell.allCases.filter { path(of: $0) != nil })
  func theShellItselfFindsNoMistake(shell: Shell) throws {
    let script = Tool.root.outline.completions(for: shell)
    #expect(try Self.run(shell, ["-n"], input: script) == "")
  }

  @Test(
    .enabled(if: path(of: .bash) != nil, "bash is not installed"),
    arguments: [
      ("frames lo", "look"), ("frames r", "runs remote"),
      ("frames runs ", "show drop --store --color --help"),
      ("frames runs show --s", "--store"), ("frames look --color a", "auto always"),
      ("frames look --color = n", "never"), ("frames look --format ", "text json csv"),
      ("frames look --label ", ""), ("frames completions z", "zsh"),
      ("frames --store x lo", "look"), ("frames look --out", "--output"),
      ("frames remote a", "add"),
      ("frames --ver", "--version"), ("frames look --ver", "--verbose"),
    ])
  func bashOffersWhatCanFollow(line: String, offers: String) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let script = """
      \(Tool.root.outline.completions(for: .bash))
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _frames
      echo "${COMPREPLY[*]}"
      """
    #expect(try Self.run(.bash, [], input: script) == offers + "\n")
  }

  static func path(of shell: Shell) -> String? {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(shell.rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a script that is passed on standard input, and returns both output streams.
  private static func run(_ shell: Shell, _ arguments: [String], input: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "script")
    try Data(input.utf8).write(to: script)
    let process = Process()
    process.executableURL = URL(filePath: try #require(path(of: shell)))
    process.arguments = arguments + [script.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.currentDirectoryURL = folder
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
