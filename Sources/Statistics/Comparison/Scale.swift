/// The scale on which a metric's noise is even, and on which its values are compared.
public enum Scale: Sendable, Equatable {
  /// Logarithms, for positive values whose noise grows with them: changes are fractions of the
  /// reference.
  case logarithmic
  /// The values themselves, for fractions and what may be 0: changes are differences.
  case linear

  /// Brings values to the scale.
  ///
  /// - Parameter values: in any order.
  /// - Returns: their logarithms, or themselves.
  /// - Throws: what `Sample` throws, and `.notPositive` for what has no logarithm.
  public func sample(_ values: [Double]) throws(SampleError) -> Sample {
    guard self == .logarithmic else { return try Sample(values) }
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    if let index = values.firstIndex(where: { $0 <= 0 }) {
      throw .notPositive(index: index, value: values[index])
    }
    return try Sample(values.map(\.logarithm))
  }

  /// What a change on the scale means.
  ///
  /// - Parameter change: a difference on the scale.
  /// - Returns: a fraction of the reference, above −1, or the difference itself.
  public func effect(of change: Double) -> Double {
    switch self {
    case .logarithmic: change.exponentialLessOne
    case .linear: change
    }
  }

  /// The change on the scale that means an effect.
  ///
  /// - Parameter effect: a fraction of the reference, or a difference.
  /// - Returns: the change, or `nil` of a fraction that leaves nothing: −1 and below.
  public func change(of effect: Double) -> Double? {
    switch self {
    case .logarithmic: effect > -1 ? effect.logarithmOfOneMore : nil
    case .linear: effect
    }
  }
}
