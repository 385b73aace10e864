/// How likely a two-sided t test is to see an effect, by the noncentral t distribution.
public enum Power {
  /// The probability that the test gives a p-value up to a level.
  ///
  /// - Parameters:
  ///   - effect: the true one in standard errors, −37 to 37.
  ///   - degreesOfFreedom: above 0.
  ///   - level: above 0 and below 1.
  /// - Returns: `level` to 1.
  public static func probability(
    ofSeeing effect: Double, degreesOfFreedom: Double,
    level: Double = StatisticalConstants.powerLevel
  ) -> Double {
    let critical = StudentT(degreesOfFreedom: degreesOfFreedom).quantile(1 - level / 2)
    return probability(beyond: critical, effect: effect, degreesOfFreedom: degreesOfFreedom)
  }

  /// The smallest effect that the test sees with a given probability; about ten evaluations.
  ///
  /// - Parameters:
  ///   - degreesOfFreedom: above 0.
  ///   - power: how often the effect is to be seen, above `level` and below 1.
  ///   - level: above 0 and below 1.
  /// - Returns: the effect in standard errors, or `nil` when it is above 37: with a level of 0.05 and
  ///   a power of 0.8 only for less than one degree of freedom.
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

  /// Where a rising function passes 0, by the false position method in its Illinois form: an end that
  /// stays for a second time counts half, so that it does not stay for good.
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
  /// The smallest change that would have been seen with a probability of 0.8.
  ///
  /// - Parameter level: of the test, above 0 and below 1.
  /// - Returns: the change on the scale of the estimate, above 0; `nil` with too few degrees of freedom.
  public func smallestDetectableChange(
    level: Double = StatisticalConstants.powerLevel
  ) -> Double? {
    Power.smallestEffect(degreesOfFreedom: degreesOfFreedom, level: level).map {
      $0 * standardError
    }
  }
}
