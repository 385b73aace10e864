import Arguments
import TestSupport
import Testing

@Suite("Manual")
struct ManualTests {
  private static let manual = Manual(
    version: "1.2.3", exitCodes: [(0, "Success."), (2, "The command could not run.")])

  @Test(
    "manual pages equal the golden files", arguments: [[], ["look"], ["runs"], ["runs", "show"]])
  func pages(words: [String]) throws {
    let outline = try Tool.root.outline.subcommand(at: words)
    let path = "Tests/Fixtures/arguments/\(outline.pageName).1"
    #expect(Golden.complaint(about: Self.manual.page(of: outline), golden: path) == nil)
  }

  @Test("the Markdown reference contains every command and equals the golden file")
  func reference() {
    let text = Self.manual.markdown(of: Tool.root.outline)
    #expect(Golden.complaint(about: text, golden: "Tests/Fixtures/arguments/reference.md") == nil)
    for command in Tool.root.outline.withSubcommands {
      #expect(text.contains("# \(command.path.joined(separator: " "))\n"))
    }
  }

  @Test("text that troff or Markdown would interpret is escaped")
  func escaping() {
    let flag = Flag("all", help: ".so /etc/passwd \\fB 'quoted' `code` | a *b* <c> [d]")
    let command = Command<Int>(
      "tool", abstract: ".SH is not a request.", parameters: [flag],
      examples: [Example("tool \"a b\"", "quotes")], action: 1)
    let page = Self.manual.page(of: command.outline)
    #expect(page.contains("\n\\&.SH is not a request.\n"))
    #expect(
      page.contains("\n\\&.so /etc/passwd \\efB \\(aqquoted\\(aq \\(gacode\\(ga | a *b* <c> [d]\n"))
    #expect(page.contains(".B \"tool \\(dqa b\\(dq\"\n"))
    let markdown = Self.manual.markdown(of: command.outline)
    #expect(markdown.contains(#"\\fB 'quoted' \`code\` \| a \*b\* \<c\> \[d\]"#))
  }

  @Test("a path that is not a command is refused, with a suggestion")
  func unknownCommand() {
    let error = #expect(throws: UsageError.self) {
      try Tool.root.outline.subcommand(at: ["runs", "shwo"])
    }
    #expect(error?.command == ["frames", "runs"])
    #expect(error?.fact == .unknownSubcommand("shwo", nearest: "show", all: ["show", "drop"]))
  }
}
