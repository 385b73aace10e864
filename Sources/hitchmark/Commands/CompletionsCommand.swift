internal import Arguments

enum CompletionsCommand {
  private static let shell = Positional("SHELL", .cases("SHELL"), help: "bash, zsh or fish.")
    as Positional<Shell>

  static let command: Command<Action> = Command(
    "completions",
    abstract: "Print the completions of a shell.",
    parameters: [shell],
    examples: [
      Example("hitchmark completions bash > ~/.bash_completion.d/hitchmark", "for bash"),
      Example("hitchmark completions fish > ~/.config/fish/completions/hitchmark.fish", "for fish"),
    ]
  ) { (values, console) throws(Failure) in
    try console.write(Hitchmark.command.outline.completions(for: values[shell]))
    return .fine
  }
}
