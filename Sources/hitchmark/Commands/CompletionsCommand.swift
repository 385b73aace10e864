internal import Arguments
internal import Workbench

enum CompletionsCommand {
  private static let shell =
    Positional(
      "SHELL", .cases("SHELL"), help: "The shell for which to print the completion script.")
    as Positional<Shell>

  static let command: Command<Action> = Command(
    "completions",
    abstract: "Print a script that completes hitchmark commands in a shell.",
    parameters: [shell],
    examples: [
      Example(
        "hitchmark completions bash > ~/.bash_completion.d/hitchmark",
        "install the completions of hitchmark commands for bash"),
      Example(
        "hitchmark completions fish > ~/.config/fish/completions/hitchmark.fish",
        "install the completions of hitchmark commands for fish"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    try console.write(Hitchmark.command.outline.completions(for: values[shell]))
    return .fine
  }
}
