/// What is wrong with a declaration, found by the tests of a tool before any user can.
public struct DeclarationProblem: Sendable, Equatable {
  /// The words that lead to the command.
  public let command: [String]

  /// What is wrong.
  public let fact: Fact

  /// What can be wrong with a declaration.
  public enum Fact: Sendable, Equatable {
    /// Two parameters have the same name.
    case sameName(String)
    /// Two parameters have the same one-letter alias.
    case sameShort(Character)
    /// Two subcommands have the same name.
    case sameSubcommand(String)
    /// A parameter or command has no help.
    case noHelp(String)
    /// A command can be run, and shows no example.
    case noExample
    /// A name has other than lower-case letters, digits and hyphens.
    case oddName(String)
    /// A positional follows one that may be left out or takes all words.
    case unreachablePositional(String)
    /// A command has neither an action nor subcommands.
    case doesNothing
  }
}
