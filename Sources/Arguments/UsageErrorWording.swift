extension UsageError {
  /// The sentence for people: command, what was found, what to do; lower case, no full stop.
  public var message: String { "" }
}
