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

/// What `--help` leaves to manuals.
@Suite struct ShortHelpTests {
  private static let command = Command<Int>(
    "tool", abstract: "A tool.",
    subcommands: [
      Command(
        "do", abstract: "Does it.", discussion: "First.\n\nSecond.",
        parameters: [
          Option("store", .path, environment: "STORE", help: "a file", details: "Or a folder.")
            .shared,
          Option(
            "kind", .choice("KIND", of: Array(1...9), name: { "\($0)" }), help: "a number",
            details: "Any."),
        ],
        sections: [ParameterSection("Units", [Flag("metric", help: "meters")], isShared: true)],
        examples: (1...5).map { Example("tool do \($0)", "effect \($0)") }, action: 1)
    ])
  private static let outline = command.outline.subcommands[0]

  @Test func shortHelpNamesWhatIsSharedAndHasNoDetails() {
    let text = Self.outline.help(more: "More: elsewhere")
    #expect(text.contains("First.") && !text.contains("Second."))
    #expect(text.contains("a number\n") && !text.contains("Any."))
    #expect(text.contains("Shared options:\n  --store\n") && !text.contains("a file"))
    #expect(text.contains("Units:\n  --metric\n") && !text.contains("meters"))
    #expect(text.contains("effect 4") && !text.contains("effect 5"))
    #expect(text.hasSuffix("\n\nMore: elsewhere\n"))
  }

  @Test func completeHelpHasEverything() {
    let text = Self.outline.help(isComplete: true, more: "More: elsewhere")
    for part in [
      "First.", "Second.", "a number. Any. [one of 1, 2, 3",
      "a file. Or a folder. [environment: STORE]",
      "meters", "effect 5",
    ] {
      #expect(text.replacing(/\s+/, with: " ").contains(part), "\(part)")
    }
    #expect(!text.contains("More:"))
  }

  @Test func sharedParametersAreExplainedOnce() {
    let text = Self.command.outline.sharedHelp()
    #expect(text.hasPrefix("Shared options:\n      --store PATH  a file. Or a folder."))
    #expect(text.contains("\n\nUnits:\n      --metric      meters\n"))
    let page = Manual(version: "1", exitCodes: []).markdown(of: Self.command.outline)
    #expect(page.contains("[Shared options](#shared-options): `--store` · [Units](#units)"))
    #expect(page.contains("## Shared options\n") && page.contains("## Units\n"))
    #expect(page.ranges(of: "a file. Or a folder.").count == 1)
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
