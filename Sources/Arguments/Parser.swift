extension Command {
  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - words: without the name of the tool.
  ///   - environment: the variables that options may fall back to.
  /// - Returns: what the command line asks for.
  /// - Throws: `UsageError` with the first thing that is wrong.
  public func parse(
    _ words: [String], environment: [String: String] = [:]
  ) throws(UsageError) -> Request<Action> {
    .help(outline)
  }
}
