/// A shell for which a command-line tool can print a completion script.
public enum Shell: String, Sendable, CaseIterable {
  /// The shell GNU Bash, 3.2 or later.
  case bash
  /// The Z shell, zsh.
  case zsh
  /// The shell fish.
  case fish
}

extension Outline {
  /// The completion script that the shell loads, so that it completes the tool's commands and options.
  public func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// The command and all subcommands at every level, each before its own subcommands.
  var all: [Outline] { [self] + subcommands.flatMap(\.all) }
}

extension String {
  /// The text in single quotes, as POSIX shells read them.
  var shellQuoted: String {
    "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  /// The name of a command in the form that names of shell functions can contain, with `_` in place of hyphens.
  var identifier: String { String(map { $0 == "-" ? "_" : $0 }) }
}

extension String {
  /// The text as one word of a POSIX shell's command line, in quotes if it needs them.
  public var shellWord: String {
    let plain = "_-./:,@%+=".unicodeScalars
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || plain.contains(scalar)
    }
    return isPlain && !isEmpty ? self : shellQuoted
  }
}
