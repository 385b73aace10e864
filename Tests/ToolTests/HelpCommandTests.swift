import Arguments
import Foundation
import TestSupport
import Testing

@testable import hitchmark

/// The commands `help` and `version`, and the option `--help`.
@Suite("Help command")
struct HelpCommandTests {
  @Test("help prints the same as --help")
  func sameAsOption() {
    let byCommand = InProcess.run(["help"])
    #expect(byCommand.status == 0)
    #expect(byCommand.output == InProcess.run(["--help"]).output)
    #expect(byCommand.output.contains("Usage: hitchmark"))
  }

  @Test(
    "--help fits on two screens and says where the rest is",
    arguments: Hitchmark.command.outline.withSubcommands.map { Array($0.path.dropFirst()) })
  func short(words: [String]) {
    let text = InProcess.run(words + ["--help"]).output
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    let name = words.isEmpty ? "COMMAND" : words.joined(separator: " ")
    #expect(text.hasSuffix("\n\nMore: hitchmark help \(name), hitchmark help parameters\n"))
  }

  @Test("help COMMAND explains everything about it")
  func whole() {
    let text = InProcess.run(["help", "compare"]).output
    #expect(text.contains("--hitch-power NUMBER"))
    #expect(text.contains("setting: suite"))
    #expect(text.contains("“Maybe” means"))
  }

  @Test("help parameters explains what commands share")
  func parameters() {
    let text = InProcess.run(["help", "parameters"]).output
    for name in ["--store PATH", "--as TOOL", "--refresh-rate HERTZ"] {
      #expect(text.contains(name))
    }
  }

  @Test("version, --version and -V print the same", arguments: [["version"], ["-V"]])
  func version(words: [String]) {
    let outcome = InProcess.run(words)
    #expect(outcome.output == InProcess.run(["--version"]).output)
    #expect(outcome.output.hasPrefix("hitchmark "))
  }

  @Test("--man-pages writes a page for each command, with the name that man expects")
  func pages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = InProcess.run(["help", "--man-pages", folder.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(
      Set(names).isSuperset(of: ["hitchmark.1", "hitchmark-compare.1", "hitchmark-runs-show.1"]))
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(
        text.hasPrefix(".TH \"\(name.dropLast(2).uppercased().replacing("-", with: "\\-"))\" \"1\"")
      )
      #expect(text.contains(".SH \"NAME\"\n"))
    }
  }
}
