import Foundation
import TestSupport
import Testing

/// `help` and `version` print the same as the options `--help` and `--version`.
@Suite("Help command")
struct HelpCommandTests {
  @Test(
    "help COMMAND prints the same as COMMAND --help",
    arguments: [[], ["compare"], ["runs", "show"]])
  func sameAsOption(words: [String]) {
    let byCommand = InProcess.run(["help"] + words)
    let byOption = InProcess.run(words + ["--help"])
    #expect(byCommand.status == 0)
    #expect(byCommand.output == byOption.output)
    #expect(byCommand.output.contains("Usage: hitchmark"))
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
