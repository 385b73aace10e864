internal import Units

/// A shell for which a command-line tool can print a completion script.
public enum Shell: String, Sendable, CaseIterable {
  /// The shell GNU Bash, 3.2 or later.
  case bash
  case zsh
  case fish
}

extension Outline {
  /// The completion script that the shell loads, so that it completes the tool's commands and options.
  public func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// The command and all subcommands at every level, each before its own subcommands.
  var all: [Outline] { [self] + subcommands.flatMap(\.all) }
}

extension String {
  /// The name of a command in the form that names of shell functions can contain, with `_` in place of hyphens.
  var identifier: String { String(map { $0 == "-" ? "_" : $0 }) }
}

extension Outline {
  /// The completion script for Bash: a function that parses the words up to the cursor, and offers possible next words.
  var bashCompletions: String {
    let commands = all
    let function = "_\(name.identifier)"
    return """
      # bash completion for \(name); load it with: source <(\(name) completions bash)
      \(function)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
        local path=\(name.shellQuoted) i
        COMPREPLY=()
        if [[ $current == "=" ]]; then
          current=""
        elif [[ $previous == "=" ]]; then
          previous="${COMP_WORDS[COMP_CWORD - 2]}"
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          case "$path ${COMP_WORDS[i]}" in
      \(commands.dropFirst().map(\.bashStep).joined(separator: "\n"))
          esac
        done
        case "$path $previous" in
      \(commands.flatMap(\.bashValues).joined(separator: "\n"))
        esac
        case "$path" in
      \(commands.map(\.bashWords).joined(separator: "\n"))
        esac
      }
      complete -F \(function) \(name)

      """
  }

  /// The case in the Bash script that recognizes the name of the command.
  private var bashStep: String { "    \(bashKey)) path=\(bashKey) ;;" }

  private var bashKey: String { path.joined(separator: " ").shellQuoted }

  /// The cases in the Bash script that offer the values of the command's options.
  private var bashValues: [String] {
    declarations.filter { $0.role == .option }.map { option in
      let names = [option.written] + (option.short.map { ["-\($0)"] } ?? [])
      let keys = names.map { (path + [$0]).joined(separator: " ").shellQuoted }
      return "  \(keys.joined(separator: " | "))) \(option.bashReply); return ;;"
    }
  }

  /// The case in the Bash script that offers the command's subcommands, options and positionals.
  private var bashWords: String {
    let positionals = declarations.filter { !$0.isOption }
    let words =
      subcommands.map(\.name) + positionals.flatMap(\.candidates)
      + declarations.filter(\.isOption).map(\.written)
    let files = positionals.first { $0.completion == .files || $0.completion == .folders }
    let reply = Declaration.bashReply(words: words)
    guard let files else { return "  \(bashKey)) \(reply) ;;" }
    return """
        \(bashKey))
          if [[ $current == -* ]]; then \(reply); else \(files.bashReply); fi ;;
      """
  }
}

extension Declaration {
  fileprivate var bashReply: String {
    switch completion {
    case .none: ":"
    case .candidates: Self.bashReply(words: candidates)
    case .files: Self.bashReply("-f")
    case .folders: Self.bashReply("-d")
    }
  }

  fileprivate static func bashReply(words: [String]) -> String {
    "COMPREPLY=($(compgen -W \(words.joined(separator: " ").shellQuoted) -- \"$current\"))"
  }

  private static func bashReply(_ action: String) -> String {
    "local IFS=$'\\n'; compopt -o filenames 2>/dev/null; "
      + "COMPREPLY=($(compgen \(action) -- \"$current\"))"
  }
}

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
  fileprivate var fishQuoted: String {
    let escaped = reduce(into: "") { text, character in
      text += character == "'" || character == "\\" ? "\\\(character)" : String(character)
    }
    return "'\(escaped)'"
  }
}

extension Outline {
  /// The completion script for zsh: one function per command.
  ///
  /// Each function passes the rest of the line to the function of the subcommand.
  var zshCompletions: String {
    """
    #compdef \(name)
    # zsh completion for \(name); load it with: source <(\(name) completions zsh)

    \(all.map(\.zshFunction).joined(separator: "\n\n"))

    compdef \(zshName) \(name)

    """
  }

  private var zshName: String { "_" + path.map(\.identifier).joined(separator: "_") }

  private var zshFunction: String {
    var specifications = declarations.filter(\.isOption).map(\.zshOption)
    specifications += declarations.filter { !$0.isOption }.map(\.zshPositional)
    if !subcommands.isEmpty { specifications += ["'1: :->command'", "'*:: :->rest'"] }
    let arguments = specifications.map { " \\\n    \($0)" }.joined()
    return """
      \(zshName)() {
        local curcontext="$curcontext" state line
        typeset -A opt_args
        _arguments -C -s\(arguments)
      \(subcommands.isEmpty ? "" : zshDispatch)}
      """
  }

  private var zshDispatch: String {
    let entries = subcommands.map { "\($0.name):\($0.abstract)".shellQuoted }
    let cases = subcommands.map { "    \($0.name)) \($0.zshName) ;;" }
    return """
        local -a commands=(
          \(entries.joined(separator: "\n    "))
        )
        case $state in
        command) _describe -t commands command commands ;;
        rest)
          case $line[1] in
      \(cases.joined(separator: "\n"))
          esac ;;
        esac

      """
  }
}

extension Declaration {
  fileprivate var zshOption: String {
    let many = count == .repeated ? "*" : ""
    let value = role == .option ? ":\(placeholder.zshEscaped):\(zshAction)" : ""
    let long = "\(written)\(role == .option ? "=" : "")"
    let rest = "[\(help.zshEscaped)]\(value)"
    guard let short else { return "\(many)\(long)\(rest)".shellQuoted }
    let alias = "-\(short)"
    let group = many.isEmpty ? "(\(alias) \(written))" : many
    let names = "{\(alias)\(role == .option ? "+" : ""),\(long)}"
    return group.shellQuoted + names + rest.shellQuoted
  }

  fileprivate var zshPositional: String {
    let many = count == .repeated || count == .requiredRepeated ? "*" : ""
    return "\(many):\(name.zshEscaped):\(zshAction)".shellQuoted
  }

  private var zshAction: String {
    switch completion {
    case .none: " "
    case .candidates: "(\(candidates.map(\.zshEscaped).joined(separator: " ")))"
    case .files: "_files"
    case .folders: "_files -/"
    }
  }
}

extension String {
  /// The text with a backslash before each character that zsh's `_arguments` interprets.
  fileprivate var zshEscaped: String {
    reduce(into: "") { text, character in
      text += "\\:[]()".contains(character) ? "\\\(character)" : String(character)
    }
  }
}
