internal import Arguments
internal import Documents
internal import RunStore
internal import System
internal import Units
internal import Workbench

// The executable declares the commands of the tool, and turns facts and errors into messages. All other work is in
// Workbench, so tests run commands in their own process.

/// The function that runs a command of the tool.
struct Action: Sendable {
  let run: @Sendable (ParsedValues, Console) throws -> ExitCode
}

/// The tool: its name, its commands, and how it runs.
enum Hitchmark {
  static let version = Generator.version

  static let command: Command<Action> = Command(
    "hitchmark",
    abstract: "Analyze, compare and track frame-time captures.",
    discussion: """
      Reads captures of games, Android, iOS and the web, computes metrics by published formulas, and prints \
      tables and charts.

      A file hitchmark.json in the Git work tree, or in your configuration folder, sets defaults of options: those that a \
      manual page marks with “setting”. Pages that messages name, such as docs/files.md, are in the folder \
      share/doc/hitchmark of an installation.
      """,
    version: version,
    parameters: [CommonOptions.color, CommonOptions.noConfig],
    examples: [
      Example("hitchmark analyze run.csv", "print the metrics of a capture"),
      Example("hitchmark ingest runs/", "load recorded runs into hitchmark.db"),
      Example("hitchmark report thesis", "print the tables of a suite"),
    ],
    subcommands: [
      AnalyzeCommand.command, InitCommand.command, RunCommand.command, BisectCommand.command,
      IngestCommand.command,
      ImportCommand.command, RunsCommand.command, ReportCommand.command, CompareCommand.command,
      WhyCommand.command,
      TrendCommand.command, CheckCommand.command, CalibrateCommand.command,
      ExportCommand.command, SQLCommand.command, MetricsCommand.command, FormatsCommand.command,
      VerifyCommand.command, MergeCommand.command, ClusterCommand.command, MCPCommand.command,
      CompletionsCommand.command, HelpCommand.command,
      VersionCommand.command,
    ])

  /// Runs the tool and returns its exit code.
  ///
  /// - Parameters:
  ///   - words: the arguments without the tool's name.
  ///   - console: creates the console once the choice of color is known.
  static func run(_ words: [String], console: (ColorChoice) -> Console) -> ExitCode {
    var settings = Settings(
      isUsed: !words.prefix { $0 != "--" }.contains(CommonOptions.noConfig.declaration.written),
      judges: commandName(in: words) == CheckCommand.command.name)
    do throws(UsageError) {
      let request = try command.parse(
        words, environment: Platform.environment, settings: { settings[$0] },
        kinds: { WordKinds.of($0, on: words) { settings[$0] } })
      if let fault = settings.fault { return fail(fault, console) }
      if let notice = settings.notice { console(.auto).say(notice) }
      return perform(request, console: console)
    } catch {
      if let fault = settings.fault { return fail(fault, console) }
      console(.auto).say(capture(namedIn: error) ?? error.message)
      return .couldNotRun
    }
  }

  /// The message for a capture where a command is expected; `nil` for any other error.
  private static func capture(namedIn error: UsageError) -> String? {
    guard error.command == [command.name], case .unknownSubcommand(let word, _, _) = error.fact,
      [.file, .folder].contains(Platform.kind(of: word))
    else { return nil }
    let call = Suggestion.command("analyze \(word.shellWord)", on: "")
    return
      "\(command.name): a command is missing before the capture; \(call.harmless) prints its metrics"
  }

  /// The first word that is neither an option of all commands nor its value.
  private static func commandName(in words: [String]) -> String? {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else { return word }
      if word == CommonOptions.color.declaration.written { rest = rest.dropFirst() }
    }
    return nil
  }

  private static func fail(
    _ error: any Error, _ console: (ColorChoice) -> Console
  ) -> ExitCode {
    console(.auto).say(error.message)
    return .couldNotRun
  }

  private static func perform(
    _ request: Request<Action>, console: (ColorChoice) -> Console
  ) -> ExitCode {
    var said = console(.auto)
    do {
      switch request {
      case .help(let outline): try said.write(HelpCommand.summary(of: outline, on: said))
      case .version(let version): try said.write("hitchmark \(version)\n")
      case .run(let action, let values):
        said = console(values[CommonOptions.color])
        return try action.run(values, said)
      }
      return .fine
    } catch {
      said.say(error.message)
      return .couldNotRun
    }
  }
}
