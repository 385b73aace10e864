internal import Statistics

/// The trip-wire of checks: how much worse a single measurement session has to be to prove a regression at once.
///
/// In addition, the session must be far beyond what earlier sessions ever did (`StepProofSearch`).
public struct TripWire: Sendable, Equatable {
  /// The least fraction by which a single session must be worse than the series' level to prove a regression at once, 0
  /// or above; `nil` if no single session proves one.
  public let share: Double?

  /// Creates a trip-wire from the fraction by which a single session must be worse than the level to prove a
  /// regression; `nil` turns the rule off.
  public init(share: Double?) { self.share = share }

  /// The default trip-wire: only the earlier sessions and the noise floor decide.
  public static let standard = TripWire(share: 0)

  /// The trip-wire that is turned off, so that no single measurement session proves a regression at once.
  public static let off = TripWire(share: nil)
}

/// The trip-wires of a check, one per suite: how much worse a single measurement session must be to prove a regression
/// at once.
public struct TripWires: Sendable {
  private let option: TripWire?
  private let suites: [String: TripWire]

  /// Creates the trip-wires of a check (how much worse one session must be to prove a regression) from those of the
  /// command line and of suites.
  ///
  /// - Parameters:
  ///   - option: replaces the trip-wires of all suites.
  ///   - suites: the trip-wires of single suites; the others have the standard one.
  public init(option: TripWire? = nil, suites: [String: TripWire] = [:]) {
    self.option = option
    self.suites = suites
  }

  subscript(suite: String?) -> TripWire { option ?? suite.flatMap { suites[$0] } ?? .standard }
}
