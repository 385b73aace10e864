/// The noncentral t distribution: the distribution of a t statistic if there is a true effect.
public struct NoncentralT: Sendable {
  /// The degrees of freedom of a noncentral t distribution, above 0.
  public let degreesOfFreedom: Double

  /// The true effect that shifts a noncentral t distribution, in standard errors.
  public let noncentrality: Double

  /// The largest noncentrality (true effect in standard errors) for which the noncentral t distribution can be
  /// computed; beyond it, numbers underflow.
  public static let largestNoncentrality = 37.0

  /// Creates a noncentral t distribution; `noncentrality` is −37 to 37.
  public init(degreesOfFreedom: Double, noncentrality: Double) {
    precondition(degreesOfFreedom > 0, "expected degrees of freedom above 0")
    precondition(
      abs(noncentrality) <= Self.largestNoncentrality, "expected a noncentrality from −37 to 37")
    self.degreesOfFreedom = degreesOfFreedom
    self.noncentrality = noncentrality
  }

  /// The probability that a noncentral t distribution gives a value up to `t`, within 1e-12.
  ///
  /// Source: Lenth, "Algorithm AS 243: cumulative distribution function of the non-central t
  /// distribution", Applied Statistics 38 (1989).
  public func probability(upTo t: Double) -> Double {
    guard t >= 0 else {
      let mirrored = NoncentralT(
        degreesOfFreedom: degreesOfFreedom, noncentrality: -noncentrality)
      return 1 - mirrored.probability(upTo: -t)
    }
    let share = t * t / (degreesOfFreedom + t * t)
    let value = Normal.probability(upTo: -noncentrality) + sum(at: share) / 2
    return min(1, max(0, value))
  }

  /// Σ pⱼ·I(x; j + ½, ν/2) + qⱼ·I(x; j + 1, ν/2), with Poisson-like weights p and q.
  private func sum(at x: Double) -> Double {
    let half = noncentrality * noncentrality / 2
    var even = FallingBeta(0.5, degreesOfFreedom / 2, at: x)
    var odd = FallingBeta(1, degreesOfFreedom / 2, at: x)
    var evenWeight = (-half).exponential
    // Γ(3/2) is √π/2.
    var oddWeight = noncentrality * evenWeight * (2 / Double.pi).squareRoot()
    var sum = 0.0
    // The weights peak at `half` and are negligible ten deviations later.
    for index in 0..<Int(half + 10 * half.squareRoot()) + 60 {
      sum += evenWeight * even.value + oddWeight * odd.value
      even.raise()
      odd.raise()
      evenWeight *= half / Double(index + 1)
      oddWeight *= half / (Double(index) + 1.5)
    }
    return sum
  }
}

/// I(x; a, b), I(x; a + 1, b) and so on, each computed from the previous one (DLMF 8.17.20).
private struct FallingBeta {
  private(set) var value: Double
  private var a: Double
  private let b: Double
  private let x: Double
  /// xᵃ(1 − x)ᵇ ÷ (a·B(a, b)).
  private var step: Double

  init(_ a: Double, _ b: Double, at x: Double) {
    self.a = a
    self.b = b
    self.x = x
    value = IncompleteBeta(a, b).value(at: x)
    let logarithm =
      a * x.logarithm + b * (-x).logarithmOfOneMore - GammaFunction.logarithmOfBeta(a, b)
    step = x > 0 ? logarithm.exponential / a : 0
  }

  mutating func raise() {
    value = max(0, value - step)
    step *= x * (a + b) / (a + 1)
    a += 1
  }
}
