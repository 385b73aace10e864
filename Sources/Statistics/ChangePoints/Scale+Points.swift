extension ChangePointSeries.Kind {
  /// Logarithmic if this scale is and every value is positive, otherwise linear.
  func scale(for values: some Collection<Double>) -> Scale {
    self != .linear && values.allSatisfy { $0 > 0 } ? .logarithmic : .linear
  }
}

extension Scale {
  /// Converts a value to a point on the scale.
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
