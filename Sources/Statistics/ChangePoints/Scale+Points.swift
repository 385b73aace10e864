extension ChangePointSeries.Kind {
  /// By ratio if that is asked for and every value is positive, else by difference.
  func scale(for values: some Collection<Double>) -> Scale {
    self != .linear && values.allSatisfy { $0 > 0 } ? .logarithmic : .linear
  }
}

extension Scale {
  /// A value as a point.
  func point(_ value: Double) -> Double {
    switch self {
    case .logarithmic: value.logarithm
    case .linear: value
    }
  }

  /// A point in the unit of the values.
  func value(_ point: Double) -> Double {
    switch self {
    case .logarithmic: point.exponential
    case .linear: point
    }
  }

  /// What relative sizes of a series refer to: the median size of its values, 1 if that is 0.
  func unit(of values: some Collection<Double>) -> Double {
    let size = Median.of(values.map(abs))
    return size > 0 ? size : 1
  }

  /// A share of a unit as a length between points.
  func length(_ share: Double, of unit: Double) -> Double {
    switch self {
    case .logarithmic: share
    case .linear: share * unit
    }
  }
}
