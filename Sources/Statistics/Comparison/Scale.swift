/// The scale on which values of a metric are compared, linear or logarithmic, chosen so that the noise does not depend
/// on the value.
public enum Scale: Sendable, Equatable {
  /// Logarithms, for positive values whose noise grows with the value.
  ///
  /// Changes are fractions of the reference.
  case logarithmic
  /// The values themselves, for fractions and for values that may be 0.
  ///
  /// Changes are differences.
  case linear

  /// Converts measured values to the scale on which they are compared: to logarithms, or unchanged on the linear scale.
  ///
  /// - Throws: the errors of `Sample`; `.notPositive` for a value without a logarithm.
  public func sample(_ values: [Double]) throws(SampleError) -> Sample {
    guard self == .logarithmic else { return try Sample(values) }
    if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    if let index = values.firstIndex(where: { $0 <= 0 }) {
      throw .notPositive(index: index, value: values[index])
    }
    return try Sample(values.map(\.logarithm))
  }

  /// Converts a change in logarithms to a fraction of the reference; on the linear scale, returns the difference
  /// unchanged.
  ///
  /// The fraction is above −1.
  public func effect(of change: Double) -> Double {
    switch self {
    case .logarithmic: change.exponentialLessOne
    case .linear: change
    }
  }

  /// Converts a fraction of the reference to a change in logarithms; on the linear scale, returns the difference
  /// unchanged.
  ///
  /// The result is `nil` for a fraction of −1 or below.
  public func change(of effect: Double) -> Double? {
    switch self {
    case .logarithmic: effect > -1 ? effect.logarithmOfOneMore : nil
    case .linear: effect
    }
  }
}

extension ChangePointSeries.Kind {
  /// Logarithmic if this scale is and every value is positive, otherwise linear.
  func scale(for values: some Collection<Double>) -> Scale {
    self != .linear && values.allSatisfy { $0 > 0 } ? .logarithmic : .linear
  }
}

extension Scale {
  func point(_ value: Double) -> Double {
    switch self {
    case .logarithmic: value.logarithm
    case .linear: value
    }
  }

  /// Converts a point back to the unit of the values.
  func value(_ point: Double) -> Double {
    switch self {
    case .logarithmic: point.exponential
    case .linear: point
    }
  }

  /// The unit of relative sizes: the median size of the values, or 1 if that is 0.
  func unit(of values: some Collection<Double>) -> Double {
    let size = Median.of(values.map(abs))
    return size > 0 ? size : 1
  }

  /// Converts a share of the unit to a distance between points.
  func length(_ share: Double, of unit: Double) -> Double {
    switch self {
    case .logarithmic: share
    case .linear: share * unit
    }
  }
}
