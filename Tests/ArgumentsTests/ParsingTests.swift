import Arguments
import Testing

@Suite struct ParsingTests {
  @Test func optionsTakeTheirValueAfterASpaceOrAnEqualsSign() throws {
    for words in [["--output", "a b"], ["--output=a b"], ["-o", "a b"], ["-oa b"], ["-o=a b"]] {
      #expect(try Tool.values(["look", "x"] + words)?[Tool.output] == "a b")
    }
  }

  @Test func whatIsNotWrittenHasItsDefault() throws {
    let values = try #require(try Tool.values(["look", "x"]))
    #expect(values[Tool.store] == "frames.db")
    #expect(values[Tool.color] == .auto)
    #expect(values[Tool.output] == nil)
    #expect(values[Tool.formats] == ["text"])
    #expect(values[Tool.labels] == [])
    #expect(values[Tool.quiet] == false)
    #expect(values[Tool.window] == 1_000_000_000)
    #expect(values[Tool.tolerance] == 0.2)
    #expect(!values.isGiven(Tool.store) && !values.isGiven(Tool.quiet))
  }

  @Test func whatIsWrittenIsReadInItsOwnType() throws {
    let values = try #require(
      try Tool.values(
        [
          "--color=never", "look", "a", "--format", "json,csv", "-qlx=1", "--label", "y=a=b",
          "--jobs", "4", "--refresh-rate", "59.94", "--window=16.7ms", "--tolerance", "15%", "b",
          "--offset", "-2.5", "-", "--", "--quiet",
        ]))
    #expect(values[Tool.color] == .never)
    #expect(values[Tool.paths] == ["a", "b", "-", "--quiet"])
    #expect(values[Tool.formats] == ["json", "csv"])
    #expect(values[Tool.quiet])
    #expect(values[Tool.labels] == [KeyValue(key: "x", value: "1"), .init(key: "y", value: "a=b")])
    #expect(values[Tool.jobs] == 4)
    #expect(values[Tool.rate] == 59.94)
    #expect(values[Tool.window] == 16_700_000)
    #expect(values[Tool.tolerance] == 0.15)
    #expect(values[Tool.offset] == -2.5)
    #expect(values.isGiven(Tool.color) && values.isGiven(Tool.quiet))
  }

  @Test func aSettingIsReadWhenNeitherOptionNorEnvironmentHasAValue() throws {
    let store = Option(
      "store", .path, default: "a.db", environment: "STORE", setting: "store", help: "The store.")
    let jobs = Option("jobs", .integer(in: 1...8), setting: "jobs", help: "Jobs.")
    let tool = Command("tool", abstract: "Does it.", parameters: [store, jobs], action: 0)
    let settings = [
      "store": Setting("b.db", place: "f.json: store"), "jobs": Setting("x", place: "f.json: jobs"),
    ]
    func parse(_ words: [String], _ environment: [String: String] = [:]) throws -> ParsedValues? {
      guard
        case .run(_, let values) = try tool.parse(
          words + ["--jobs", "2"], environment: { environment[$0] }, settings: { settings[$0] })
      else { return nil }
      return values
    }
    let values = try #require(try parse([]))
    #expect(values[store] == "b.db" && !values.isGiven(store))
    #expect(try parse([], ["STORE": "c.db"])?[store] == "c.db")
    #expect(try parse(["--store", "d.db"], ["STORE": "c.db"])?[store] == "d.db")
    #expect(values.commandLine(of: [store]) == "")
    let error = #expect(throws: UsageError.self) {
      try tool.parse([], settings: { settings[$0] })
    }
    #expect(error?.message.hasPrefix("tool: f.json: jobs is “x”; expected a whole number") == true)
    #expect(tool.outline.help(isComplete: true).contains("setting: store]"))
  }

  @Test func theEnvironmentIsReadWhenTheOptionIsNotWritten() throws {
    let environment = ["FRAMES_STORE": "env.db", "OTHER": "x"]
    let fallback = try #require(try Tool.values(["runs"], environment: environment))
    #expect(fallback[Tool.store] == "env.db" && fallback.isGiven(Tool.store))
    let empty = try Tool.values(["runs"], environment: ["FRAMES_STORE": ""])
    #expect(empty?[Tool.store] == "frames.db")
    let written = try Tool.values(["--store", "own.db", "runs"], environment: environment)
    #expect(written?[Tool.store] == "own.db")
  }

  @Test func whatWasWrittenIsWrittenAgainAsAShellReadsIt() throws {
    let values = try #require(
      try Tool.values(
        [
          "look", "x", "--label", "a=it's 5 > 4", "-l", "b=ä/1", "--output=-x y", "-q",
          "--store", "*",
        ], environment: ["FRAMES_COLOR": "never"]))
    #expect(
      values.commandLine(of: [
        Tool.color, Tool.quiet, Tool.labels, Tool.output, Tool.jobs, Tool.paths, Tool.store,
      ])
        == "--quiet --label 'a=it'\\''s 5 > 4' --label b=ä/1 --output='-x y' x --store '*'")
    #expect(values.commandLine(of: [Tool.jobs, Tool.color]) == "")
  }

  @Test(arguments: [
    (["runs"], "list"), (["runs", "show", "lists"], "show lists all"),
    (["runs", "show", "lists", "6.1"], "show lists 6.1"), (["look", "runs", "look"], "runs+look"),
    (["look", "--", "-x", "--"], "-x+--"), (["look", "-5"], "-5"),
    (["--store", "look", "runs", "drop", "s"], "drop"), (["completions", "fish"], "fish"),
  ])
  func theNamedCommandIsRun(words: [String], outcome: String) throws {
    guard case .run(let action, let values) = try Tool.root.parse(words) else {
      Issue.record("no action")
      return
    }
    #expect(try action(values) == outcome)
  }

  @Test(arguments: [
    ([], "frames"), (["--help"], "frames"), (["-h", "look"], "frames look"),
    (["look", "--bogus", "-h"], "frames look"), (["runs", "show", "--help"], "frames runs show"),
    (["--bogus", "look", "--help"], "frames"), (["look", "--output", "--help"], "frames look"),
  ])
  func helpIsShownForTheCommandNamedSoFar(words: [String], command: String) throws {
    guard case .help(let outline) = try Tool.root.parse(words) else {
      Issue.record("no help")
      return
    }
    #expect(outline.path.joined(separator: " ") == command)
  }

  @Test func theVersionIsTold() throws {
    guard case .version("1.2.3") = try Tool.root.parse(["--version"]) else {
      Issue.record("no version")
      return
    }
  }

  @Test func afterTwoHyphensNothingIsAnOption() throws {
    #expect(try Tool.values(["look", "--", "--help"])?[Tool.paths] == ["--help"])
  }

  @Test(
    arguments: [
      ("1s", 1_000_000_000), ("250ms", 250_000_000), ("16.7ms", 16_700_000), ("0s", 0),
      ("1.5us", 1500), ("2min", 120_000_000_000), ("1h", 3_600_000_000_000), ("7ns", 7),
      ("300h", 1_080_000_000_000_000), ("", nil), ("1", nil), ("s", nil), ("-1s", nil),
      ("1e3s", nil), ("nans", nil), ("9999999h", nil), ("1 s", nil), ("1,5s", nil),
    ] as [(String, Int64?)])
  func durationsAreReadInWholeNanoseconds(text: String, nanoseconds: Int64?) {
    #expect(ValueType.duration.read(text) == nanoseconds)
  }

  @Test(
    arguments: [
      (1_000_000_000, "1s"), (16_700_000, "16.7ms"), (1500, "1.5us"), (0, "0s"),
      (90_000_000_000, "1.5min"),
    ] as [(Int64, String)])
  func durationsAreWrittenAsTheyAreRead(nanoseconds: Int64, text: String) {
    #expect(ValueType.duration.write(nanoseconds) == text)
    #expect(ValueType.duration.read(text) == nanoseconds)
  }

  @Test(arguments: ["nan", "inf", "-inf", "", "1,5", "0x", "1 ", "0", "-1"])
  func numbersThatAreNoneAreRefused(text: String) {
    #expect(ValueType.positiveNumber.read(text) == nil)
  }

  @Test(
    arguments: [("20%", 0.2), ("0.2", 0.2), ("100%", 1), ("1.1", nil), ("-1%", nil), ("%", nil)]
      as [(String, Double?)])
  func sharesMayBePercentages(text: String, share: Double?) {
    #expect(ValueType.fraction.read(text) == share)
  }
}
