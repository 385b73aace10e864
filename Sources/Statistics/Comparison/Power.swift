/// The power of a two-sided t test (its probability to detect an effect), by the noncentral t distribution.
public enum Power {
  /// The power of a t test: the probability that its p-value is at most `level` if the true effect has a given size.
  ///
  /// - Parameter effect: the true effect in standard errors, −37 to 37.
  public static func probability(
    ofSeeing effect: Double, degreesOfFreedom: Double,
    level: Double = StatisticalConstants.powerLevel
  ) -> Double {
    let critical = StudentT(degreesOfFreedom: degreesOfFreedom).quantile(1 - level / 2)
    return probability(beyond: critical, effect: effect, degreesOfFreedom: degreesOfFreedom)
  }

  /// The smallest true effect, in standard errors, that a t test detects with a probability of `power`.
  ///
  /// About ten evaluations of the power.
  ///
  /// `nil` if the effect is above 37: for a level of 0.05 and a power of 0.8, this happens only
  /// below one degree of freedom.
  public static func smallestEffect(
    degreesOfFreedom: Double, power: Double = StatisticalConstants.power,
    level: Double = StatisticalConstants.powerLevel
  ) -> Double? {
    let critical = StudentT(degreesOfFreedom: degreesOfFreedom).quantile(1 - level / 2)
    let excess = { effect in
      probability(beyond: critical, effect: effect, degreesOfFreedom: degreesOfFreedom) - power
    }
    let largest = NoncentralT.largestNoncentrality
    var high = min(largest, critical + 1)
    while excess(high) < 0 {
      guard high < largest else { return nil }
      high = min(largest, high * 1.5)
    }
    return root(of: excess, from: 0, to: high)
  }

  /// The zero of an increasing function, by the Illinois variant of the false position method: an
  /// end that stays twice is halved, so that it does not stay forever.
  private static func root(of function: (Double) -> Double, from low: Double, to high: Double)
    -> Double
  {
    var (low, atLow) = (low, function(low))
    var (high, atHigh) = (high, function(high))
    var wasHigh: Bool?
    while high - low > 1e-13 * high {
      let next = high - atHigh * (high - low) / (atHigh - atLow)
      guard next > low, next < high else { return next }
      let value = function(next)
      guard abs(value) > 1e-14 else { return next }
      let isHigh = value > 0
      if isHigh {
        (high, atHigh) = (next, value)
        if wasHigh == true { atLow /= 2 }
      } else {
        (low, atLow) = (next, value)
        if wasHigh == false { atHigh /= 2 }
      }
      wasHigh = isHigh
    }
    return high
  }

  private static func probability(
    beyond critical: Double, effect: Double, degreesOfFreedom: Double
  ) -> Double {
    let distribution = NoncentralT(degreesOfFreedom: degreesOfFreedom, noncentrality: effect)
    return 1 - distribution.probability(upTo: critical) + distribution.probability(upTo: -critical)
  }
}

extension TEstimate {
  /// The smallest change that a comparison by t test would have detected with a probability of 0.8; `nil` with too few
  /// degrees of freedom.
  public func smallestDetectableChange(
    level: Double = StatisticalConstants.powerLevel
  ) -> Double? {
    Power.smallestEffect(degreesOfFreedom: degreesOfFreedom, level: level).map {
      $0 * standardError
    }
  }
}
