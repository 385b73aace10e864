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
