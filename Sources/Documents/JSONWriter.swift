extension JSONValue {
  /// The value as text, without a line break at the end.
  ///
  /// - Parameter layout: how the text is laid out.
  /// - Returns: valid JSON; the same value gives the same text.
  public func text(_ layout: Layout = .pretty) -> String { "" }
}
