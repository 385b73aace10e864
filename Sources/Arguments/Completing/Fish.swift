extension Outline {
  /// The completion script for fish: one line per subcommand, option and positional, with the condition that its
  /// command was typed.
  var fishCompletions: String {
    let lines = ["complete -c \(name) -f"] + all.flatMap(\.fishLines)
    return """
      # fish completion for \(name); load it with: \(name) completions fish | source
      \(lines.joined(separator: "\n"))

      """
  }

  private var fishLines: [String] {
    let start = "complete -c \(path[0]) -n \(fishCondition.fishQuoted)"
    let commands = subcommands.map { "\(start) -a \($0.name) -d \($0.abstract.fishQuoted)" }
    return commands + declarations.compactMap { $0.fishLine(start) }
  }

  /// The condition, in fish, that the user typed the command, and none of its subcommands.
  private var fishCondition: String {
    let named = path.dropFirst().map { "__fish_seen_subcommand_from \($0)" }
    let names = subcommands.map(\.name).joined(separator: " ")
    let open = names.isEmpty ? [] : ["not __fish_seen_subcommand_from \(names)"]
    return (named + open).joined(separator: "; and ")
  }
}

extension Declaration {
  fileprivate func fishLine(_ start: String) -> String? {
    switch role {
    case .option, .flag:
      let alias = short.map { " -s \($0)" } ?? ""
      let value = role == .option ? " -r\(fishValue)" : ""
      return "\(start)\(alias) -l \(name)\(value) -d \(help.fishQuoted)"
    case .positional:
      return completion == .none ? nil : "\(start)\(fishValue)"
    }
  }

  private var fishValue: String {
    switch completion {
    case .none: " -f"
    case .candidates: " -f -a \(candidates.joined(separator: " ").fishQuoted)"
    case .files: " -F"
    case .folders: " -f -a '(__fish_complete_directories)'"
    }
  }
}

extension String {
  /// The text in single quotes, as fish reads them.
  fileprivate var fishQuoted: String {
    let escaped = reduce(into: "") { text, character in
      text += character == "'" || character == "\\" ? "\\\(character)" : String(character)
    }
    return "'\(escaped)'"
  }
}
