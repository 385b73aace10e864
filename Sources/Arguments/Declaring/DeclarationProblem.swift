/// A mistake in the declaration of a command-line tool, such as two options with one name.
///
/// Tests of a tool look for such mistakes, so that users never meet them.
public struct DeclarationProblem: Sendable, Equatable {
  /// The full name of the wrongly declared command: the name of the tool and of each subcommand.
  public let command: [String]

  /// What is wrong with the declaration of the command.
  public let fact: Fact

  /// The possible mistakes in the declaration of a command, such as two options with one name.
  public enum Fact: Sendable, Equatable {
    /// Two parameters of the command have the same name.
    case sameName(String)
    /// Two parameters of the command have the same one-letter alias.
    case sameShort(Character)
    /// Two subcommands of the command have the same name.
    case sameSubcommand(String)
    /// A parameter or command has no help text.
    case noHelp(String)
    /// A command with an action has no example of a command line.
    case noExample
    /// A name of a command, option or flag does not begin with a lower-case letter, or contains characters other than
    /// lower-case letters, digits and hyphens.
    case oddName(String)
    /// A positional argument comes after one that takes all words, or is required although the one before it is
    /// optional.
    case unreachablePositional(String)
    /// A command has neither an action nor subcommands.
    case doesNothing
  }
}
