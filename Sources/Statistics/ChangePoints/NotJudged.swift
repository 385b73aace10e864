/// Why a series was not searched for change points.
public enum NotJudged: Error, Sendable, Equatable {
  /// There are fewer points, or fewer that are no spikes, than two regimes need.
  case tooFew(count: Int, needed: Int)

  /// A value is infinite or not a number.
  case notFinite(index: Int)

  /// A value is so far from the others that its square cannot be computed.
  case tooLarge(index: Int)

  /// All values are the same.
  case constant(Double)
}
