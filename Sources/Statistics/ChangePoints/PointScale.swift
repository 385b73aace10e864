/// How the values of a series are compared: by ratio or by difference.
public enum PointScale: Sendable, Equatable {
  /// By ratio: points are natural logarithms.
  case logarithmic

  /// By difference: points are shares of this value, the median size of the values or 1.
  case plain(unit: Double)

  /// By ratio if that is asked for and every value is positive, else by difference.
  init(for values: some Collection<Double>, kind: ChangePointSeries.Kind) {
    if kind == .positive, values.allSatisfy({ $0 > 0 }) {
      self = .logarithmic
    } else {
      let size = Median.of(values.map(abs))
      self = .plain(unit: size > 0 ? size : 1)
    }
  }

  /// A value as a point.
  func point(_ value: Double) -> Double {
    switch self {
    case .logarithmic: value.logarithm
    case .plain(let unit): value / unit
    }
  }

  /// A small length in the unit of the values, as a length between points near `level`.
  func length(_ length: Double, near level: Double) -> Double {
    switch self {
    case .logarithmic: length / level
    case .plain(let unit): length / unit
    }
  }

  /// A point in the unit of the values.
  func value(_ point: Double) -> Double {
    switch self {
    case .logarithmic: point.exponential
    case .plain(let unit): point * unit
    }
  }

  /// A difference between points as a change: relative by ratio, else in the unit of the values.
  func change(_ difference: Double) -> Double {
    switch self {
    case .logarithmic: difference.exponentialLessOne
    case .plain(let unit): difference * unit
    }
  }
}
