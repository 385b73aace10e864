/// A command of a command-line tool: name, parameters, subcommands and action.
///
///     let output = Option("output", .path, help: "Write to this file.")
///     let tool = Command(
///       "tool", abstract: "Does something.", parameters: [output],
///       examples: [.init("tool --output out.txt", "write a file")], action: run)
///     let request = try tool.parse(["--output", "out.txt"])  // .run(run, values)
///
/// The action has the caller's own type, usually a function. Subcommands inherit the options and flags of their
/// command, so an option that the tool declares once works in all commands.
public struct Command<Action: Sendable>: Sendable {
  public let name: String

  public let abstract: String

  /// Further paragraphs, of which `--help` shows the first and manuals all; may be empty.
  public let discussion: String

  /// The output of the command's `--version` option; `nil` if there is no such option.
  public let version: String?

  /// The parameters of the command in groups, in the order of its help text.
  public let sections: [ParameterSection]

  /// Groups of parameters that exclude each other: a command line may contain at most one parameter of each group.
  public let exclusive: [[any Parameter]]

  public let examples: [Example]

  public let subcommands: [Command]

  /// The code that the command runs; `nil` if the command requires a subcommand.
  public let action: Action?

  /// Declares a command of a command-line tool that runs an action.
  ///
  /// `parameters` are the positional arguments in order, and the options without a title. `sections` are the options
  /// under titles. The properties of the command explain the other parameters.
  public init(
    _ name: String, abstract: String, discussion: String = "",
    parameters: [any Parameter] = [], sections: [ParameterSection] = [],
    exclusive: [[any Parameter]] = [], examples: [Example] = [], subcommands: [Command] = [],
    action: Action
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.version = nil
    self.sections = [ParameterSection("Options", parameters)] + sections
    self.exclusive = exclusive
    self.examples = examples
    self.subcommands = subcommands
    self.action = action
  }

  /// Declares a command that does nothing itself, because it requires a subcommand.
  ///
  /// All subcommands inherit the options and flags among the `parameters`. `version` is the output of `--version`; only
  /// the tool itself has a version.
  public init(
    _ name: String, abstract: String, discussion: String = "", version: String? = nil,
    parameters: [any Parameter] = [], examples: [Example] = [], subcommands: [Command]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.version = version
    self.sections = [ParameterSection("Options", parameters)]
    self.exclusive = []
    self.examples = examples
    self.subcommands = subcommands
    self.action = nil
  }
}

/// A group of parameters under a title in a command's help text.
public struct ParameterSection: Sendable {
  /// The title above the group of parameters in a command's help text.
  public let title: String

  /// The parameters of the group, in the order of the help text.
  public let parameters: [any Parameter]

  /// Whether many commands have the group, so that `--help` only names its parameters.
  public let isShared: Bool

  public init(_ title: String, _ parameters: [any Parameter], isShared: Bool = false) {
    self.title = title
    self.parameters = parameters
    self.isShared = isShared
  }
}

/// An example command line in the help text of a command.
public struct Example: Sendable, Equatable {
  /// The example as the user would type it: the whole command line.
  public let line: String

  /// What the example command line does, in a few words.
  public let effect: String

  public init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}
