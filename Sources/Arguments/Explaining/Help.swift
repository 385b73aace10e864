extension Outline {
  /// The help text of a command: purpose, usage, subcommands, arguments, options and examples.
  ///
  /// The help text is wrapped at `width` columns, at least 40, and ends with a line break.
  public func help(width: Int = 80) -> String {
    let width = max(width, 40)
    let usage = synopsis.lines(of: width, first: "Usage: ", rest: "       ")
    let head = [abstract.lines(of: width), usage] + paragraphs.map { $0.lines(of: width) }
    let lists = texts(of: [commandList], width) + texts(of: [argumentList] + optionLists, width)
    return (head + lists + exampleText(width)).joined(separator: "\n\n") + "\n"
  }

  /// The texts of the lists that are not empty, with their second columns aligned.
  private func texts(of lists: [HelpList], _ width: Int) -> [String] {
    let column = lists.map { $0.column(width) }.max() ?? 0
    return lists.filter { !$0.entries.isEmpty }.map { $0.text(width, column: column) }
  }

  /// The form of the command's command line, on one line: `hitchmark analyze [options] PATH…`.
  var synopsis: String {
    var words = path
    if declarations.contains(where: \.isOption) { words.append("[options]") }
    words += declarations.filter { !$0.isOption }.map(\.pattern)
    if !subcommands.isEmpty { words.append(hasAction ? "[COMMAND]" : "COMMAND") }
    return words.joined(separator: " ")
  }

  private var commandList: HelpList {
    HelpList(title: "Commands", entries: subcommands.map { ($0.name, $0.abstract) })
  }

  private var argumentList: HelpList {
    HelpList(
      title: "Arguments",
      entries: declarations.filter { !$0.isOption }.map { ($0.pattern, $0.explanation) })
  }

  private var optionLists: [HelpList] {
    sections.map { section in
      HelpList(
        title: section.title,
        entries: section.declarations.filter(\.isOption).map { ($0.pattern, $0.explanation) })
    }
  }

  /// The examples in a command's help text; empty if there are none.
  ///
  /// If all example command lines are short, each has its effect next to it, otherwise below it.
  private func exampleText(_ width: Int) -> [String] {
    guard let longest = examples.map(\.line.count).max() else { return [] }
    let list = HelpList(title: "Examples", entries: examples.map { ($0.line, $0.effect) })
    return [list.text(width, column: longest <= width / 2 ? longest : 2)]
  }
}

extension Declaration {
  /// The parameter as help lists it: `-o, --output PATH`, `PATH…`, `[SUITE]`.
  var pattern: String {
    switch role {
    case .option, .flag:
      let alias = short.map { "-\($0), " } ?? "    "
      return alias + written + (placeholder.isEmpty ? "" : " \(placeholder)")
    case .positional:
      switch count {
      case .optional: return "[\(name)]"
      case .required: return name
      case .repeated: return "[\(name)…]"
      case .requiredRepeated: return "\(name)…"
      }
    }
  }

  /// The explanation of a parameter in help: its purpose, then the possible values, the default, the environment
  /// variable and the setting.
  var explanation: String {
    var facts: [String] = []
    if !candidates.isEmpty {
      facts.append("one of \(candidates.joined(separator: ", "))")
    }
    if let defaultText { facts.append("default:\u{A0}\(defaultText)") }
    if let environment { facts.append("environment: \(environment)") }
    if let setting { facts.append("setting:\u{A0}\(setting)") }
    if role == .option, count == .repeated { facts.append("repeatable") }
    return facts.isEmpty ? help : "\(help) [\(facts.joined(separator: "; "))]"
  }
}
