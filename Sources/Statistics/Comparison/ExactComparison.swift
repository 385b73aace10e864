/// Compares a count without noise exactly: any difference between reference and candidate beyond rounding is a change.
///
/// There is no p-value.
///
/// Use it for counts only, never for measurements: two equal times are a coincidence.
public struct ExactComparison: Sendable, Equatable {
  /// The value that a count without noise, such as the number of allocations, has in every run of the reference.
  public let reference: Double

  /// The value that a count without noise, such as the number of allocations, has in every run of the candidate.
  public let candidate: Double

  /// The step to which the compared values are rounded, in their unit; 0 if they are not rounded.
  public let quantum: Double

  /// The fewest values of each side, equal ones, that show a count to be without noise.
  public static let leastCount = 2

  /// Compares the values of a count without noise between a reference and a candidate; O(n) for n values.
  ///
  /// `nil` if a side has fewer than two values, or if values within a group differ beyond the
  /// quantum: then the counter has noise.
  ///
  /// - Parameter repeats: earlier counts, one group per state that was counted more than once.
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

  /// Whether the counter's values in reference and candidate differ by more than the step to which they are rounded.
  public var isChanged: Bool { abs(candidate - reference) > PracticalFloor.beyond(quantum) }

  /// The change of the noise-free counter: a fraction of the reference or, on the linear scale, a difference; 0 if it
  /// is unchanged.
  ///
  /// The scale must be linear if the reference is 0.
  public func effect(on scale: Scale) -> Double {
    isChanged ? scale.exactChange(from: reference, to: candidate) : 0
  }
}

extension Scale {
  /// A change between two values without noise.
  ///
  /// It avoids logarithms, which would cost the last digits.
  func exactChange(from before: Double, to after: Double) -> Double {
    switch self {
    case .logarithmic: (after - before) / before
    case .linear: after - before
    }
  }
}
