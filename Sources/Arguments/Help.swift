extension Outline {
  /// The help text, which ends with a line break.
  ///
  /// - Parameter width: columns to wrap at; at least 40 are used.
  /// - Returns: usage, what the command does, its arguments, options, subcommands and examples.
  public func help(width: Int = 80) -> String { "" }
}
