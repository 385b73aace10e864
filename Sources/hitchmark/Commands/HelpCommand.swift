internal import Arguments
internal import System
internal import Units
internal import Workbench

/// Shows the help of a command, or writes the reference of all commands.
enum HelpCommand {
  private enum Format: String, CaseIterable { case text, md, man }

  /// The word in place of a command that explains what commands share.
  private static let shared = "parameters"

  private static let words = Positional(
    repeating: "COMMAND", .text, isRequired: false,
    help: "such as “runs show”, or “parameters”, which many share",
    details: "Default: all commands.")
  private static let format = Option(
    "format", .cases("FORMAT"), default: Format.text,
    help: "text, Markdown with all subcommands, or a manual page")
  private static let pages = Option(
    "man-pages", .path,
    help: "write manual pages of all commands to this folder")

  static let command: Command<Action> = Command(
    "help",
    abstract: "Explain a command, as text, Markdown or a manual page.",
    parameters: [words, format, pages],
    examples: [
      Example("hitchmark help compare", "explain “compare” in full; --help does so in short"),
      Example("hitchmark help parameters", "explain what many commands share"),
      Example(
        "hitchmark help --format md > commands.md",
        "write the reference of all commands as Markdown"),
      Example("hitchmark help --man-pages share/man/man1", "write a manual page for each command"),
    ],
    action: Action(run: run))

  static let manual = Manual(
    version: Hitchmark.version,
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })

  /// The help that `--help` prints, with a pointer to the rest.
  static func summary(of outline: Outline, on console: Console) -> String {
    let words = outline.path.dropFirst().joined(separator: " ")
    let more = "hitchmark help \(words.isEmpty ? "COMMAND" : words), hitchmark help \(shared)"
    return outline.help(width: min(console.width, 100), more: "More: \(more)")
  }

  private static func run(_ values: ParsedValues, _ console: Console) throws -> ExitCode {
    if values[words] == [shared] {
      try console.write(Hitchmark.command.outline.sharedHelp(width: min(console.width, 100)))
      return .fine
    }
    let outline: Outline
    do throws(UsageError) {
      outline = try Hitchmark.command.outline.subcommand(at: values[words])
    } catch {
      console.say(error.message)
      return .couldNotRun
    }
    return try explain(outline, values, console)
  }

  private static func explain(
    _ outline: Outline, _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    if let folder = values[pages] {
      try writePages(of: outline, into: folder)
      return .fine
    }
    switch values[format] {
    case .text:
      let isWhole = outline.path.count > 1
      try console.write(
        isWhole
          ? outline.help(width: min(console.width, 100), isComplete: true)
          : summary(of: outline, on: console))
    case .md: try console.write(manual.markdown(of: outline))
    case .man: try console.write(manual.page(of: outline))
    }
    return .fine
  }

  private static func writePages(of outline: Outline, into folder: String) throws {
    for command in outline.withSubcommands {
      try OutputFile.write(
        manual.page(of: command), to: "\(command.pageName).1", below: folder)
    }
  }
}

/// Prints the version, as `--version` does.
enum VersionCommand {
  static let command: Command<Action> = Command(
    "version",
    abstract: "Show the version.",
    examples: [Example("hitchmark version", "show the version of hitchmark, as --version does")],
    action: Action { _, console in
      try console.write("hitchmark \(Hitchmark.version)\n")
      return .fine
    })
}

enum CompletionsCommand {
  private static let shell =
    Positional(
      "SHELL", .cases("SHELL"),
      help: "the shell")
    as Positional<Shell>

  static let command: Command<Action> = Command(
    "completions",
    abstract: "Print a script that completes commands in a shell.",
    parameters: [shell],
    examples: [
      Example(
        "hitchmark completions bash > ~/.bash_completion.d/hitchmark",
        "for bash"),
      Example(
        "hitchmark completions fish > ~/.config/fish/completions/hitchmark.fish",
        "for fish"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    try console.write(Hitchmark.command.outline.completions(for: values[shell]))
    return .fine
  }
}
