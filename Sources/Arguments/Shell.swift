/// A shell that can complete command lines.
public enum Shell: String, Sendable, CaseIterable {
  /// GNU Bash.
  case bash
  /// Z shell.
  case zsh
  /// fish.
  case fish
}

extension Outline {
  /// A script that teaches a shell to complete the command line.
  ///
  /// - Parameter shell: which shell.
  /// - Returns: the script, to be sourced by the shell.
  public func completions(for shell: Shell) -> String { "" }
}
