/// The command-line options of the running check as text, so that the check's report can suggest complete commands.
public struct AskedOptions: Sendable {
  private let ofCheck: String
  private let ofCompare: String

  /// Keeps the given command-line options as text, for the commands that the check's report suggests.
  ///
  /// The caller quotes values for the shell.
  ///
  /// - Parameters:
  ///   - check: the options that affect the findings; may be empty.
  ///   - compare: the options with which `hitchmark compare` finds the same runs; may be empty.
  public init(ofCheck check: String = "", ofCompare compare: String = "") {
    ofCheck = check
    ofCompare = compare
  }

  /// The text of a `hitchmark check` command with the options of this check and further options.
  public func check(_ more: String) -> String { Self.joined("hitchmark check", ofCheck, more) }

  /// The text of a `hitchmark compare` command for two commits of the checked history.
  ///
  /// Both are ids or their beginnings.
  public func compare(_ reference: String, _ candidate: String) -> String {
    Self.joined("hitchmark compare", "\(reference) \(candidate)", ofCompare)
  }

  private static func joined(_ parts: String...) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
