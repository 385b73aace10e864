import Arguments

/// A sample tool with everything that can be declared.
enum Tool {
  typealias Action = @Sendable (ParsedValues) throws -> String

  enum Color: String, CaseIterable {
    case auto, always, never
  }

  static let store = Option(
    "store", .path, default: "frames.db", environment: "FRAMES_STORE", help: "The store.")
  static let color = Option(
    "color", .cases("WHEN"), default: Color.auto, environment: "FRAMES_COLOR",
    help: "When to use colors.")

  static let paths = Positional(
    repeating: "PATH", .path, help: "Trace files; “-” is standard input.")
  static let output = Option(
    "output", short: "o", .path,
    help: "Where to write, instead of standard output; the ending of the name decides the format.")
  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: ["text", "json", "csv"], name: { $0 })),
    default: ["text"], help: "What to write.")
  static let quiet = Flag("quiet", short: "q", help: "Say nothing.")
  static let verbose = Flag("verbose", short: "v", help: "Say everything.")
  static let labels = Option(repeating: "label", short: "l", .keyValue, help: "A label.")

  static let jobs = Option("jobs", .integer(in: 1...64), help: "Files to read at once.")
  static let rate = Option(
    "refresh-rate", .positiveNumber.named("HZ"), help: "Refreshes in a second [display's].")
  static let window = Option(
    "window", .duration, default: 1_000_000_000, help: "The time that a point stands for.")
  static let tolerance = Option(
    "tolerance", .fraction, default: 0.2, help: "How far from the average is still stable.")
  static let offset = Option("offset", .number, help: "A shift.")

  static let suite = Positional("SUITE", .text, help: "The suite.")
  static let stage = Positional(optional: "STAGE", .text, help: "The stage; all of them without.")
  static let shell = Positional(
    "SHELL", .choice("SHELL", of: Shell.allCases, name: \.rawValue), help: "The shell.")

  static let look = Command<Action>(
    "look", abstract: "Looks at traces.",
    discussion: """
      Reads each file and prints what is in it. A file that cannot be read
      is named on standard error, and the others are read all the same.

      Nothing is written to the store.
      """,
    parameters: [paths, output, formats, quiet, verbose, labels],
    sections: [ParameterSection("Metric options", [jobs, rate, window, tolerance, offset])],
    exclusive: [[quiet, verbose]],
    examples: [
      Example("frames look run.csv", "what is in one file"),
      Example("frames look --format json --output look.json runs/*.csv", "several, as data"),
    ]
  ) { values in
    values[paths].joined(separator: "+")
  }

  static let runs = Command<Action>(
    "runs", abstract: "Lists what the store holds.",
    examples: [Example("frames runs", "all runs")],
    subcommands: [
      Command(
        "show", abstract: "Shows the runs of a suite.", parameters: [suite, stage],
        examples: [Example("frames runs show lists", "a suite")]
      ) { values in "show \(values[suite]) \(values[stage] ?? "all")" },
      Command("drop", abstract: "Drops it's runs: all.", parameters: [suite]) { _ in "drop" },
    ]
  ) { _ in "list" }

  static let root = Command<Action>(
    "frames", abstract: "Looks at frames.", version: "1.2.3", parameters: [store, color],
    subcommands: [
      look, runs,
      Command("completions", abstract: "Prints completions.", parameters: [shell]) { values in
        values[shell].rawValue
      },
      Command(
        "remote", abstract: "Needs a command.",
        subcommands: [
          Command("add", abstract: "Adds.") { _ in "add" }
        ]),
    ])

  /// The parsed values of a command line; `nil` if it requests something else, such as help.
  static func values(
    _ words: [String], environment: [String: String] = [:]
  ) throws(UsageError) -> ParsedValues? {
    guard case .run(_, let values) = try root.parse(words, environment: { environment[$0] })
    else { return nil }
    return values
  }
}
