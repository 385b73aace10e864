import Arguments
import TestSupport
import Testing

@Suite struct HelpTests {
  static let pages: [(name: String, words: [String], width: Int)] = [
    ("frames", [], 80), ("look", ["look"], 80), ("look-narrow", ["look"], 44),
    ("runs", ["runs"], 80), ("show", ["runs", "show"], 80),
  ]

  @Test(arguments: pages) func helpReadsAsRecorded(name: String, words: [String], width: Int) throws
  {
    guard case .help(let outline) = try Tool.root.parse(words + ["--help"]) else {
      Issue.record("no help")
      return
    }
    let text = outline.help(width: width)
    let path = "Tests/Fixtures/arguments/help-\(name).txt"
    #expect(Golden.complaint(about: text, golden: path) == nil)
    // Examples are to be copied, so they are not wrapped.
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("  frames") }
    #expect(lines.allSatisfy { $0.count <= width })
  }

  @Test func defaultsAreThoseOfTheDeclaration() {
    let window = Option("window", .duration, default: 250_000_000, help: "A window.")
    let command = Command<Int>("tool", abstract: "A tool.", parameters: [window], action: 1)
    #expect(command.outline.help().contains("A window. [default: 250ms]"))
  }
}

@Suite struct DeclarationTests {
  @Test func aGoodDeclarationHasNoProblems() {
    let good = Command<Int>(
      "tool", abstract: "A tool.",
      subcommands: [
        Command(
          "do", abstract: "Does.", parameters: [Tool.suite, Tool.stage, Tool.output],
          examples: [Example("tool do x", "does x")], action: 1)
      ])
    #expect(good.outline.problems.isEmpty)
  }

  @Test func everyProblemOfADeclarationIsFound() {
    let bad = Command<Int>(
      "tool", abstract: "A tool.",
      subcommands: [
        Command(
          "do", abstract: "",
          parameters: [
            Flag("help", help: "Mine."), Flag("Loud", short: "h", help: ""),
            Tool.paths, Tool.suite,
          ], action: 1),
        Command("do", abstract: "Again.", examples: [Example("tool do", "does")], action: 2),
        Command("idle", abstract: "Does nothing.", subcommands: []),
      ])
    let facts = bad.outline.problems.map(\.fact)
    #expect(
      facts == [
        .sameSubcommand("do"),
        .sameName("--help"), .sameShort("h"), .oddName("Loud"), .noHelp("--Loud"), .noHelp("do"),
        .noExample, .unreachablePositional("SUITE"),
        .doesNothing,
      ])
    #expect(bad.outline.problems.last?.command == ["tool", "idle"])
  }
}
