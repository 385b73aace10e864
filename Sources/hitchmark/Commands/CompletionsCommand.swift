internal import Arguments
internal import Workbench

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
  ) throws(Failure) -> ExitCode {
    try console.write(Hitchmark.command.outline.completions(for: values[shell]))
    return .fine
  }
}
