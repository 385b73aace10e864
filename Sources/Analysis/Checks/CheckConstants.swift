internal import Statistics

/// Every number that the gate has been given rather than computed.
///
/// `docs/statistics.md` says of each why it is what it is.
public enum CheckConstants {
  /// The one-sided p-value below which another session confirms it.
  public static let confirmationLevel = 0.05
  /// The share of the noise floor that the other session's change has to exceed.
  public static let confirmationShare = 0.5
  /// How often the interval of a level holds the true one, of which an end has to be beyond a limit.
  public static let confidence = 0.95

  /// All of them by name, for whoever prints the parameters.
  public static let all: [(name: String, value: Double)] = [
    ("tipCommits", Double(StatisticalConstants.tipCommits)),
    ("tipLevel", StatisticalConstants.tipLevel),
    ("confirmationLevel", confirmationLevel), ("confirmationShare", confirmationShare),
    ("confidence", confidence),
  ]
}
