internal import Units

extension Command {
  /// Parses a command line into an action with its values, or a request for help or the version.
  ///
  /// `--help` and `-h` anywhere before `--` request help for the command so far, even if the rest of the line is
  /// invalid. `--version` and `-V` request the version, even next to `--help`, if the command has a version.
  ///
  /// - Parameters:
  ///   - words: the arguments without the name of the tool.
  ///   - environment: returns the value of an environment variable, `nil` if it is unset.
  ///   - settings: returns the value of a setting, `nil` if it is unset.
  ///   - kinds: returns the placeholders of the options that a superfluous word may be meant for, likeliest first.
  /// - Throws: `UsageError` for the first error.
  public func parse(
    _ words: [String], environment: (String) -> String? = { _ in nil },
    settings: (String) -> Setting? = { _ in nil }, kinds: (String) -> [String] = { _ in [] }
  ) throws(UsageError) -> Request<Action> {
    let open = words.prefix { $0 != "--" }
    if let version, open.contains("--version") || open.contains("-V") { return .version(version) }
    var line = CommandLine(self)
    if words.isEmpty, action == nil { return .help(line.outline) }
    if open.contains(where: { $0 == "--help" || $0 == "-h" }) {
      try? line.read(open.filter { $0 != "--help" && $0 != "-h" })
      return .help(line.outline)
    }
    try line.read(words)
    return try line.request(environment, settings, kinds)
  }
}

/// The state of parsing a command line.
private struct CommandLine<Action: Sendable> {
  private var command: Command<Action>
  private var path: [String]
  private var inherited: [any Parameter] = []
  private var written: [String: [String]] = [:]
  private var loose: [String] = []
  private var rest: ArraySlice<String> = []

  init(_ root: Command<Action>) {
    command = root
    path = []
  }

  var outline: Outline {
    command.outline(below: path, inheriting: inherited.map(\.declaration))
  }

  private var parameters: [any Parameter] { command.sections.flatMap(\.parameters) + inherited }

  private var options: [Declaration] { parameters.map(\.declaration).filter(\.isOption) }

  mutating func read(_ words: [String]) throws(UsageError) {
    rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        loose += rest
        return
      } else if word.hasPrefix("--") {
        try readLong(word)
      } else if word.isOption {
        try readShort(word)
      } else {
        try readLoose(word)
      }
    }
  }

  private func error(_ fact: UsageError.Fact) -> UsageError {
    UsageError(command: path + [command.name], fact: fact)
  }
}

// Options and flags.
extension CommandLine {
  private mutating func readLong(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? String(parts[1]) : nil
    guard let option = options.first(where: { $0.written == name }) else {
      let all = outline.declarations.filter(\.isOption).map(\.written)
      throw error(.unknownOption(name, nearest: name.nearest(among: all)))
    }
    switch (option.role, value) {
    case (.option, let value?): try record(option, value)
    case (.option, nil): try record(option, nextValue(for: option, as: name))
    case (_, let value?): throw error(.unexpectedValue(flag: name, value: value))
    case (_, nil): try record(option, name)
    }
  }

  /// Reads a word with one-letter aliases: `-o PATH`, `-oPATH`, or several flags in one word.
  private mutating func readShort(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw error(.unknownOption("-\(letter)", nearest: nil))
      }
      guard option.role == .option else {
        try record(option, "-\(letter)")
        continue
      }
      if letters.isEmpty {
        try record(option, nextValue(for: option, as: "-\(letter)"))
      } else {
        try record(option, String(letters.first == "=" ? letters.dropFirst() : letters))
      }
      return
    }
  }

  private mutating func nextValue(
    for option: Declaration, as name: String
  ) throws(UsageError) -> String {
    guard let value = rest.first, !value.isOption else {
      throw error(.missingValue(option: name, placeholder: option.placeholder))
    }
    rest.removeFirst()
    return value
  }

  private mutating func record(_ option: Declaration, _ word: String) throws(UsageError) {
    if option.count == .optional, written[option.written] != nil {
      throw error(.repeated(option.written))
    }
    written[option.written, default: []].append(word)
  }
}

// Subcommands and positionals.
extension CommandLine {
  private mutating func readLoose(_ word: String) throws(UsageError) {
    if loose.isEmpty, let next = command.subcommands.first(where: { $0.name == word }) {
      inherited = parameters.filter(\.declaration.isOption)
      path.append(command.name)
      command = next
    } else if !command.subcommands.isEmpty, positionals.isEmpty {
      let all = command.subcommands.map(\.name)
      throw error(.unknownSubcommand(word, nearest: word.nearest(among: all), all: all))
    } else {
      loose.append(word)
    }
  }

  private var positionals: [Declaration] {
    parameters.map(\.declaration).filter { !$0.isOption }
  }

  private mutating func placePositionals(_ kinds: (String) -> [String]) throws(UsageError) {
    var words = loose[...]
    for positional in positionals {
      let takesAll = positional.count == .repeated || positional.count == .requiredRepeated
      let taken = takesAll ? words : words.prefix(1)
      words = words.dropFirst(taken.count)
      if taken.isEmpty, positional.count == .required || positional.count == .requiredRepeated {
        throw error(.missingPositional(positional.name))
      }
      if !taken.isEmpty { written[positional.written] = Array(taken) }
    }
    if let word = words.first { throw error(unexpected(word, kinds(word))) }
  }

  private func unexpected(_ word: String, _ kinds: [String]) -> UsageError.Fact {
    let all = outline.declarations.filter { $0.role == .option }
    let open = all.filter { $0.count != .optional || written[$0.written] == nil }
    let named = kinds.lazy.compactMap { kind in
      open.first { $0.placeholder == kind || $0.placeholder == "\(kind),…" }
    }
    let taker = open.first { $0.candidates.contains(word) } ?? named.first
    let example = positionals.isEmpty ? all.first : nil
    return .unexpectedWord(
      word, meant: taker.map { "\($0.written) \(word)" },
      option: example.map { "\($0.written) \($0.placeholder)" })
  }
}

// The result.
extension CommandLine {
  mutating func request(
    _ environment: (String) -> String?, _ settings: (String) -> Setting?,
    _ kinds: (String) -> [String]
  ) throws(UsageError) -> Request<Action> {
    guard let action = command.action else {
      throw error(.missingSubcommand(all: command.subcommands.map(\.name)))
    }
    try placePositionals(kinds)
    for group in command.exclusive {
      let names = group.map(\.declaration.written).filter { written[$0] != nil }
      if names.count > 1 { throw error(.exclusive(names[0], names[1])) }
    }
    var values = ParsedValues()
    for parameter in parameters { try read(parameter, environment, settings, into: &values) }
    return .run(action, values)
  }

  private func read(
    _ parameter: some Parameter, _ environment: (String) -> String?,
    _ settings: (String) -> Setting?, into values: inout ParsedValues
  ) throws(UsageError) {
    let declaration = parameter.declaration
    var words = written[declaration.written]
    var name = declaration.written
    if words == nil, let variable = declaration.environment, let word = environment(variable),
      !word.isEmpty
    {
      (words, name) = ([word], variable)
    }
    let isGiven = words != nil
    if words == nil, let setting = declaration.setting.flatMap(settings) {
      (words, name) = ([setting.word], setting.place)
    }
    do {
      let value = try parameter.value(of: words ?? [])
      values.set(
        declaration, to: value, written: written[declaration.written], isGiven: isGiven)
    } catch {
      let nearest = error.word.nearest(among: error.candidates)
      throw self.error(.unreadable(name, error, nearest: nearest))
    }
  }
}

extension String {
  /// Whether the word of the command line looks like an option: `-x`, `--x`.
  ///
  /// `-` and negative numbers do not.
  fileprivate var isOption: Bool {
    guard hasPrefix("-"), self != "-" else { return false }
    let second = self[index(after: startIndex)]
    return !(second.isNumber || second == ".") || Double(self) == nil
  }
}
