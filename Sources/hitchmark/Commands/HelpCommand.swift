internal import Arguments
internal import Workbench

/// Shows the help of a command, or writes the reference of all commands.
enum HelpCommand {
  private enum Format: String, CaseIterable { case text, md, man }

  private static let words = Positional(
    repeating: "COMMAND", .text, isRequired: false,
    help: "The command to explain, such as “compare” or “runs show”. Default: all commands.")
  private static let format = Option(
    "format", .cases("FORMAT"), default: Format.text,
    help: "Write help text, Markdown with all subcommands, or a manual page.")
  private static let pages = Option(
    "man-pages", .path,
    help: "Write a manual page for the command and each of its subcommands into this folder.")

  static let command: Command<Action> = Command(
    "help",
    abstract: "Show the help of a command, as text, Markdown or a manual page.",
    parameters: [words, format, pages],
    examples: [
      Example("hitchmark help compare", "show the help of “hitchmark compare”, as --help does"),
      Example(
        "hitchmark help --format md > commands.md",
        "write the reference of all commands as Markdown"),
      Example("hitchmark help --man-pages share/man/man1", "write a manual page for each command"),
    ],
    action: Action(run: run))

  static let manual = Manual(
    version: Hitchmark.version,
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })

  private static func run(_ values: ParsedValues, _ console: Console) throws(Failure) -> ExitCode {
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
  ) throws(Failure) -> ExitCode {
    if let folder = values[pages] {
      try writePages(of: outline, into: folder)
      return .fine
    }
    switch values[format] {
    case .text: try console.write(outline.help(width: min(console.width, 100)))
    case .md: try console.write(manual.markdown(of: outline))
    case .man: try console.write(manual.page(of: outline))
    }
    return .fine
  }

  private static func writePages(of outline: Outline, into folder: String) throws(Failure) {
    for command in outline.withSubcommands {
      try Output.write(
        manual.page(of: command), to: "\(command.pageName).1", below: folder)
    }
  }
}

/// Prints the version, as `--version` does.
enum VersionCommand {
  static let command: Command<Action> = Command(
    "version",
    abstract: "Show the version of hitchmark.",
    examples: [Example("hitchmark version", "show the version of hitchmark, as --version does")],
    action: Action { _, console throws(Failure) in
      try console.write("hitchmark \(Hitchmark.version)\n")
      return .fine
    })
}
