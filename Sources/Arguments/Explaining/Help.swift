extension Outline {
  /// The help text of a command: purpose, usage, subcommands, arguments, options and examples.
  ///
  /// It is wrapped at `width` columns, at least 40, and ends with a line break. Unless it is complete, it has only the
  /// first paragraph, the first examples, what parameters do in short, and the names of those that many commands share;
  /// `more` is its last line then, which says where the rest is.
  public func help(width: Int = 80, isComplete: Bool = false, more: String = "") -> String {
    let width = max(width, 40)
    let usage = synopsis.lines(of: width, first: "Usage: ", rest: "       ")
    let paragraphs = isComplete ? paragraphs : Array(paragraphs.prefix(1))
    let head = [abstract.lines(of: width), usage] + paragraphs.map { $0.lines(of: width) }
    let lists =
      texts(of: [commandList], width)
      + texts(of: [argumentList(isComplete)] + optionLists(isComplete), width)
    let named = isComplete ? [] : namedGroups.map { names($0, width) }
    let end = isComplete || more.isEmpty ? [] : [more.lines(of: width)]
    return (head + lists + named + exampleText(width, isComplete) + end)
      .joined(separator: "\n\n") + "\n"
  }

  /// The text that explains what many of the tool's commands share: options and groups of parameters.
  public func sharedHelp(width: Int = 80) -> String {
    let lists = sharedGroups.map {
      HelpList(
        title: $0.title,
        entries: $0.declarations.map { ($0.pattern, $0.explanation(isComplete: true)) })
    }
    return texts(of: lists, width).joined(separator: "\n\n") + "\n"
  }

  static let sharedTitle = "Shared options"

  /// The options that several commands of the tool share, and the groups of parameters.
  var sharedGroups: [Section] {
    var seen: Set<String> = []
    let all = withSubcommands
    let shared = all.flatMap(\.declarations)
      .filter { $0.isShared && seen.insert($0.name).inserted }
    let groups = all.flatMap(\.sections).filter { $0.isShared && seen.insert($0.title).inserted }
    return [Section(title: Self.sharedTitle, declarations: shared)] + groups
  }

  /// The groups of which `--help` only has the names.
  private var namedGroups: [Section] {
    let shared = Section(
      title: Self.sharedTitle, declarations: declarations.filter(\.isShared))
    let groups = sections.filter { $0.isShared || $0.title == Self.commonTitle }.map { section in
      Section(
        title: section.title, declarations: section.declarations.filter { !$0.isShared })
    }
    return ([shared] + groups).filter { !$0.declarations.isEmpty }
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

  private func argumentList(_ isComplete: Bool) -> HelpList {
    HelpList(
      title: "Arguments",
      entries: declarations.filter { !$0.isOption }
        .map { ($0.pattern, $0.explanation(isComplete: isComplete)) })
  }

  private func optionLists(_ isComplete: Bool) -> [HelpList] {
    sections.filter { isComplete || !($0.isShared || $0.title == Self.commonTitle) }
      .map { section in
        HelpList(
          title: section.title,
          entries: section.declarations.filter { $0.isOption && (isComplete || !$0.isShared) }
            .map { ($0.pattern, $0.explanation(isComplete: isComplete)) })
      }
  }

  /// The names of a group's parameters.
  private func names(_ section: Section, _ width: Int) -> String {
    let names = section.declarations.map(\.written).joined(separator: ", ")
    return "\(section.title):\n" + names.lines(of: width, first: "  ", rest: "  ")
  }

  /// The examples in a command's help text; empty if there are none.
  ///
  /// If all example command lines are short, each has its effect next to it, otherwise below it.
  private func exampleText(_ width: Int, _ isComplete: Bool) -> [String] {
    let examples = isComplete ? examples : Array(examples.prefix(4))
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

  /// The most possible values that `--help` lists.
  private static let mostCandidates = 8

  /// What a parameter does, its possible values and its default; if complete, with its details, environment variable
  /// and setting.
  func explanation(isComplete: Bool) -> String {
    var facts: [String] = []
    if !candidates.isEmpty, isComplete || candidates.count <= Self.mostCandidates {
      facts.append("one of \(candidates.joined(separator: ", "))")
    }
    if let defaultText { facts.append("default:\u{A0}\(defaultText)") }
    if isComplete {
      if let environment { facts.append("environment: \(environment)") }
      if let setting { facts.append("setting:\u{A0}\(setting)") }
    }
    if role == .option, count == .repeated { facts.append("repeatable") }
    let text = isComplete && !details.isEmpty ? "\(help). \(details)" : help
    return facts.isEmpty ? text : "\(text) [\(facts.joined(separator: "; "))]"
  }
}

/// A titled list in a help text with two columns: things, such as options, and their meanings.
struct HelpList {
  let title: String
  let entries: [(thing: String, meaning: String)]

  /// The width of the longest thing in the list that leaves enough space for a meaning next to it; 0 if there is none.
  func column(_ width: Int) -> Int {
    entries.map(\.thing.count).filter { $0 <= width * 3 / 10 }.max() ?? 0
  }

  /// The text of the list, with each meaning next to its thing, or below the thing if it is wider than `column`.
  func text(_ width: Int, column: Int) -> String {
    let indent = String(repeating: " ", count: column + 4)
    let lines = entries.map { thing, meaning in
      let start = "  \(thing)"
      guard thing.count <= column else {
        return "\(start)\n\(meaning.lines(of: width, first: indent, rest: indent))"
      }
      let gap = String(repeating: " ", count: indent.count - start.count)
      return meaning.lines(of: width, first: start + gap, rest: indent)
    }
    return "\(title):\n\(lines.joined(separator: "\n"))"
  }
}

extension StringProtocol {
  /// The text in lines of at most `width` columns including prefixes, broken at spaces.
  ///
  /// No-break spaces are not broken, and are printed as spaces; longer words exceed the width.
  /// `first` is the prefix of the first line, and `rest` is the prefix of all other lines.
  func lines(of width: Int, first: String = "", rest: String = "") -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isEmpty) = (rest, true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return String((lines + [line]).joined(separator: "\n").map { $0 == "\u{A0}" ? " " : $0 })
  }
}
