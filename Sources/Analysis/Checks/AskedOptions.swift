/// The options by which a check was asked, as a shell reads them, so that what its report suggests works as it
/// stands.
public struct AskedOptions: Sendable {
  private let ofCheck: String
  private let ofCompare: String

  /// Keeps options.
  ///
  /// - Parameters:
  ///   - check: all that decide what is found; empty for none.
  ///   - compare: those that tell `hitchmark compare` where the same runs are; empty for none.
  public init(ofCheck check: String = "", ofCompare compare: String = "") {
    ofCheck = check
    ofCompare = compare
  }

  /// The command that finds the same again, with more to do.
  ///
  /// - Parameter more: options besides.
  /// - Returns: the whole command.
  public func check(_ more: String) -> String { Self.joined("hitchmark check", ofCheck, more) }

  /// The command that compares two commits of the same history.
  ///
  /// - Parameters:
  ///   - reference: the id of what is compared with, or its beginning.
  ///   - candidate: that of what is compared.
  /// - Returns: the whole command.
  public func compare(_ reference: String, _ candidate: String) -> String {
    Self.joined("hitchmark compare", "\(reference) \(candidate)", ofCompare)
  }

  private static func joined(_ parts: String...) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
