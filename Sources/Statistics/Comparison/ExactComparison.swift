/// Two sides of a counter without noise: any difference beyond its quantum is a change, and no p-value
/// is needed to say so.
///
/// For what is counted, never for what is measured: two equal times are a coincidence.
public struct ExactComparison: Sendable, Equatable {
  /// The value of every run of the reference.
  public let reference: Double

  /// The value of every run of the candidate.
  public let candidate: Double

  /// The step that values are rounded to, in their unit; 0 when there is none.
  public let quantum: Double

  /// The fewest values of a side.
  public static let leastCount = 2

  /// Compares two sides; O(n).
  ///
  /// `nil` when a side has fewer than two values, or values of one group differ beyond the quantum: the
  /// counter has noise then.
  ///
  /// - Parameters:
  ///   - candidate: finite.
  ///   - reference: finite.
  ///   - repeats: what was counted before, a group for each state that was counted more than once.
  ///   - quantum: the step that values are rounded to, 0 or above.
  public init?(
    _ candidate: [Double], against reference: [Double], repeats: [[Double]] = [],
    quantum: Double = 0
  ) {
    guard let before = reference.first, let after = candidate.first,
      min(candidate.count, reference.count) >= Self.leastCount
    else { return nil }
    let isSteady = ([candidate, reference] + repeats).allSatisfy { group in
      let spread = (group.max() ?? 0) - (group.min() ?? 0)
      return spread <= PracticalFloor.beyond(quantum)
    }
    guard isSteady else { return nil }
    self.reference = before
    self.candidate = after
    self.quantum = quantum
  }

  /// Whether the two differ beyond the quantum.
  public var isChanged: Bool { abs(candidate - reference) > PracticalFloor.beyond(quantum) }

  /// The change: a fraction of the reference, or a difference on the linear scale.
  ///
  /// - Parameter scale: linear where the reference is 0.
  /// - Returns: 0 where nothing changed.
  public func effect(on scale: Scale) -> Double {
    isChanged ? scale.exactChange(from: reference, to: candidate) : 0
  }
}

extension Scale {
  /// A change between two values without noise, without a detour over logarithms, which would cost the
  /// last digits.
  func exactChange(from before: Double, to after: Double) -> Double {
    switch self {
    case .logarithmic: (after - before) / before
    case .linear: after - before
    }
  }
}
