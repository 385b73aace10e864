extension Outline {
  /// The mistakes in the declaration of the command and its subcommands; empty if there are none.
  public var problems: [DeclarationProblem] {
    let own = nameFacts + helpFacts + shapeFacts
    return own.map { DeclarationProblem(command: path, fact: $0) }
      + subcommands.flatMap(\.problems)
  }

  private var nameFacts: [DeclarationProblem.Fact] {
    let odd = declarations.filter { $0.isOption && !$0.name.isPlainName }.map(\.name)
    return declarations.map(\.written).repeated.map { .sameName($0) }
      + declarations.compactMap(\.short).repeated.map { .sameShort($0) }
      + subcommands.map(\.name).repeated.map { .sameSubcommand($0) }
      + (odd + (name.isPlainName ? [] : [name])).map { .oddName($0) }
  }

  private var helpFacts: [DeclarationProblem.Fact] {
    let silent = declarations.filter(\.help.isEmpty).map(\.written)
    return (silent + (abstract.isEmpty ? [name] : [])).map { .noHelp($0) }
      + (hasAction && examples.isEmpty ? [.noExample] : [])
  }

  private var shapeFacts: [DeclarationProblem.Fact] {
    let positionals = declarations.filter { !$0.isOption }
    let unreachable = zip(positionals, positionals.dropFirst()).filter { before, after in
      switch before.count {
      case .repeated, .requiredRepeated: true
      case .optional: after.count == .required || after.count == .requiredRepeated
      case .required: false
      }
    }
    return unreachable.map { .unreachablePositional($0.1.name) }
      + (!hasAction && subcommands.isEmpty ? [.doesNothing] : [])
  }
}

extension String {
  /// Whether the name consists of lower-case ASCII letters, digits and hyphens, and begins with a letter.
  fileprivate var isPlainName: Bool {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else { return false }
    return utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}

extension Array where Element: Hashable {
  /// The elements that appear more than once, each listed once, in order.
  fileprivate var repeated: [Element] {
    var seen: Set<Element> = []
    var named: Set<Element> = []
    return filter { !seen.insert($0).inserted && named.insert($0).inserted }
  }
}
