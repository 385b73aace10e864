import Arguments
import Testing

@Suite struct UsageErrorTests {
  static let look = "(see `frames look --help`)"

  static let complaints: [(String, String)] = [
    ("look --fromat x", "frames look: unknown option “--fromat”; did you mean “--format”? \(look)"),
    (
      "look --refresh 60",
      "frames look: unknown option “--refresh”; did you mean “--refresh-rate”? \(look)"
    ),
    ("look --zzz", "frames look: unknown option “--zzz” \(look)"),
    ("look -z", "frames look: unknown option “-z” \(look)"),
    ("look -qz", "frames look: unknown option “-z” \(look)"),
    ("lok", "frames: unknown command “lok”; did you mean “look”? (see `frames --help`)"),
    (
      "xyz",
      "frames: unknown command “xyz”; commands are look, runs, completions, remote (see `frames --help`)"
    ),
    (
      "runs shw",
      "frames runs: unknown command “shw”; did you mean “show”? (see `frames runs --help`)"
    ),
    (
      "remote", "frames remote: a command is missing; commands are add (see `frames remote --help`)"
    ),
    (
      "--store x",
      "frames: a command is missing; commands are look, runs, completions, remote (see `frames --help`)"
    ),
    ("look --output", "frames look: option “--output” has no value; write “--output PATH” \(look)"),
    ("look -o --quiet", "frames look: option “-o” has no value; write “-o PATH” \(look)"),
    ("look x --quiet=yes", "frames look: option “--quiet” takes no value, but has “yes” \(look)"),
    (
      "look -o a --output b",
      "frames look: option “--output” is written twice; write it once \(look)"
    ),
    ("look", "frames look: the argument PATH is missing \(look)"),
    (
      "runs show a b c", "frames runs show: unexpected argument “c” (see `frames runs show --help`)"
    ),
    (
      "completions bash json",
      "frames completions: unexpected argument “json” (see `frames completions --help`)"
    ),
    (
      "runs show a b always",
      "frames runs show: unexpected argument “always”; did you mean “--color always”? (see `frames runs show --help`)"
    ),
    (
      "runs show a b always --color never",
      "frames runs show: unexpected argument “always” (see `frames runs show --help`)"
    ),
    (
      "look x -qv",
      "frames look: “--quiet” and “--verbose” exclude each other; write only one of them \(look)"
    ),
    (
      "look x --jobs many",
      "frames look: --jobs is “many”; expected a whole number from 1 to 64 \(look)"
    ),
    (
      "look x --jobs 65",
      "frames look: --jobs is “65”; expected a whole number from 1 to 64 \(look)"
    ),
    (
      "look x --color alwasy",
      "frames look: --color is “alwasy”; expected one of auto, always, never; did you mean “always”? \(look)"
    ),
    (
      "look x --color JSON",
      "frames look: --color is “JSON”; expected one of auto, always, never \(look)"
    ),
    (
      "look x --format text,jsno",
      "frames look: --format is “jsno”; expected a list with commas between its elements, where each element is one of text, json, csv; did you mean “json”? \(look)"
    ),
    (
      "look x --label a",
      "frames look: --label is “a”; expected a key and a value with “=” between them \(look)"
    ),
    (
      "look x --window 5",
      "frames look: --window is “5”; expected a duration such as 1s, 250ms or 16.7ms \(look)"
    ),
    ("look x --output=", "frames look: --output is “”; expected a path \(look)"),
    (
      "completions bsh",
      "frames completions: SHELL is “bsh”; expected one of bash, zsh, fish; did you mean “bash”? (see `frames completions --help`)"
    ),
    ("look \u{1B}[31m --\u{202E}", "frames look: unknown option “--\u{FFFD}” \(look)"),
  ]

  @Test(arguments: complaints) func eachMistakeIsToldInOneSentence(line: String, message: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect { try Tool.root.parse(words) } throws: { error in
      let told = (error as? UsageError)?.message
      #expect(told == message)
      return told != nil
    }
  }

  static let looseWords: [(String, [String], String)] = [
    ("remote add", [], "; expected options only, such as “--store PATH”"),
    ("remote add", ["WHEN"], "; did you mean “--color fps.avg”?"),
    ("remote add --color never", ["WHEN", "PATH"], "; did you mean “--store fps.avg”?"),
    ("remote add", ["METRIC"], "; expected options only, such as “--store PATH”"),
  ]

  @Test(arguments: looseWords)
  func aWordThatIsKnownIsToldItsOption(line: String, kinds: [String], hint: String) {
    let words = line.split(separator: " ").map(String.init) + ["fps.avg"]
    #expect {
      try Tool.root.parse(words, kinds: { $0 == "fps.avg" ? kinds : [] })
    } throws: { error in
      let told = (error as? UsageError)?.message
      return told
        == "frames remote add: unexpected argument “fps.avg”\(hint) (see `frames remote add --help`)"
    }
  }

  @Test func aWrongVariableIsNamedAsSuch() {
    #expect {
      try Tool.root.parse(["runs"], environment: { ["FRAMES_COLOR": "red"][$0] })
    } throws: { error in
      (error as? UsageError)?.message
        == "frames runs: FRAMES_COLOR is “red”; expected one of auto, always, never (see `frames runs --help`)"
    }
  }

  @Test func longWordsAreShortened() throws {
    let word = String(repeating: "x", count: 1000)
    #expect { try Tool.root.parse([word]) } throws: { error in
      ((error as? UsageError)?.message.count ?? 1000) < 200
    }
  }

  @Test func noLineOfWordsStopsTheParser() {
    let words = [
      "look", "runs", "show", "--", "-", "", "=", "--=", "-=", "--output", "--output=", "-o", "-q",
      "-é", "--label", "a=b", "-1", "-.", "--help", "-h", "--version", "\u{0}", "-ql", "--jobs=0",
    ]
    var state: UInt64 = 1
    for _ in 0..<5000 {
      var line: [String] = []
      for _ in 0..<6 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        line.append(words[Int(state >> 33) % words.count])
      }
      do {
        _ = try Tool.root.parse(line)
      } catch {
        #expect(error.message.hasPrefix("frames") && !error.message.contains("\u{0}"))
      }
    }
  }
}
