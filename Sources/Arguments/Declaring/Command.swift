/// A command: what it is called, what it takes, and what it does.
///
/// What it does is a value of the caller's own type, mostly a function. A command with subcommands
/// hands its parameters down to them, so that `--store` declared once works everywhere.
public struct Command<Action: Sendable>: Sendable {
  /// The word that calls it.
  public let name: String

  /// One sentence on what it does.
  public let abstract: String

  /// More on what it does, in paragraphs; may be empty.
  public let discussion: String

  /// What `--version` prints; `nil` where there is no such option.
  public let version: String?

  /// The parameters in groups, as help shows them.
  public let sections: [ParameterSection]

  /// Groups of parameters of which at most one may be written.
  public let exclusive: [[any Parameter]]

  /// Command lines that show what it is good for.
  public let examples: [Example]

  /// The commands within it.
  public let subcommands: [Command]

  /// What it does; `nil` when one of its subcommands has to be named.
  public let action: Action?

  /// Declares a command that does something.
  ///
  /// - Parameters:
  ///   - name: the word that calls it.
  ///   - abstract: one sentence on what it does.
  ///   - discussion: more on what it does, in paragraphs with an empty line between.
  ///   - parameters: positionals in their order, and the options that need no title.
  ///   - sections: further parameters under titles.
  ///   - exclusive: groups of parameters of which at most one may be written.
  ///   - examples: command lines that show what it is good for.
  ///   - subcommands: the commands within it.
  ///   - action: what it does when no subcommand is named.
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

  /// Declares a command that needs one of its subcommands named.
  ///
  /// - Parameters:
  ///   - name: the word that calls it.
  ///   - abstract: one sentence on what its subcommands are for.
  ///   - discussion: more on that, in paragraphs with an empty line between.
  ///   - version: what `--version` prints, for a tool itself.
  ///   - parameters: the options of all subcommands.
  ///   - examples: command lines that show what it is good for.
  ///   - subcommands: the commands within it.
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

/// Parameters that belong together, under a title in help.
public struct ParameterSection: Sendable {
  /// The title.
  public let title: String

  /// The parameters in the order in which help lists them.
  public let parameters: [any Parameter]

  /// Groups parameters.
  ///
  /// - Parameters:
  ///   - title: the title in help.
  ///   - parameters: in the order in which help lists them.
  public init(_ title: String, _ parameters: [any Parameter]) {
    self.title = title
    self.parameters = parameters
  }
}

/// A command line, and what it does.
public struct Example: Sendable, Equatable {
  /// The whole line, as one would type it.
  public let line: String

  /// What it does, in a few words.
  public let effect: String

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - line: the whole line, as one would type it.
  ///   - effect: what it does.
  public init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}
