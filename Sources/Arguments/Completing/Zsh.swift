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
