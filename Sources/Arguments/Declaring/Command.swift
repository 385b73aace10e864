/// A command of a command-line tool: name, parameters, subcommands and action.
///
///     let output = Option(optional: "output", .path, help: "Write to this file.")
///     let tool = Command(
///       name: "tool", abstract: "Does something.", parameters: [output],
///       examples: [.init("tool --output out.txt", "write a file")], action: run)
///     let request = try tool.parse(["--output", "out.txt"])  // .run(run, values)
///
/// The action has the caller's own type, usually a function. Subcommands inherit the parameters of
/// their command, so `--store` declared once works everywhere.
public struct Command<Action: Sendable>: Sendable {
  /// The name.
  public let name: String

  /// The purpose in one sentence.
  public let abstract: String

  /// Further paragraphs; may be empty.
  public let discussion: String

  /// The output of `--version`; `nil` if there is no such option.
  public let version: String?

  /// The parameters in groups, in the order of help.
  public let sections: [ParameterSection]

  /// Groups of parameters of which at most one may be given.
  public let exclusive: [[any Parameter]]

  /// Examples for help.
  public let examples: [Example]

  /// The subcommands.
  public let subcommands: [Command]

  /// The action; `nil` if a subcommand is required.
  public let action: Action?

  /// Declares a command with an action.
  ///
  /// `parameters` are the positionals in order and the options without a title; `sections` are
  /// options under titles. The other parameters are explained by the properties.
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

  /// Declares a command that requires a subcommand.
  ///
  /// `parameters` are inherited by all subcommands. `version` is the output of `--version`, for the
  /// tool itself.
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

/// A group of parameters under a title in help.
public struct ParameterSection: Sendable {
  /// The title.
  public let title: String

  /// The parameters in the order of help.
  public let parameters: [any Parameter]

  /// Creates a group.
  public init(_ title: String, _ parameters: [any Parameter]) {
    self.title = title
    self.parameters = parameters
  }
}

/// An example of a command line.
public struct Example: Sendable, Equatable {
  /// The whole line.
  public let line: String

  /// The effect, in a few words.
  public let effect: String

  /// Creates an example.
  public init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}
