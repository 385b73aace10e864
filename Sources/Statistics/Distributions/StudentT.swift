/// Student's t distribution.
public struct StudentT: Sendable {
  /// The degrees of freedom of a Student's t distribution, above 0; not necessarily whole.
  public let degreesOfFreedom: Double

  /// Creates a Student's t distribution; `degreesOfFreedom` is above 0.
  public init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0, "expected degrees of freedom above 0")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability that Student's t is at most `t`, by the incomplete beta function.
  public func probability(upTo t: Double) -> Double {
    let nu = degreesOfFreedom
    let tail = 0.5 * IncompleteBeta(nu / 2, 0.5).value(at: nu / (nu + t * t))
    return t > 0 ? 1 - tail : tail
  }

  /// The density of Student's t distribution at `t`.
  public func density(at t: Double) -> Double {
    let nu = degreesOfFreedom
    let scale = GammaFunction.logarithmOfBeta(nu / 2, 0.5) + 0.5 * nu.logarithm
    return (-scale - (nu + 1) / 2 * (t * t / nu).logarithmOfOneMore).exponential
  }

  /// The quantile of Student's t distribution for a probability above 0 and below 1.
  ///
  /// Newton's method from 0. To the right of 0 the distribution function is concave, so its
  /// tangents are above it and no step passes the root: the steps increase until rounding stops
  /// them.
  public func quantile(_ probability: Double) -> Double {
    precondition(probability > 0 && probability < 1, "expected a probability from 0 to 1")
    if probability < 0.5 { return -quantile(1 - probability) }
    var t = 0.0
    while true {
      let next = t + (probability - self.probability(upTo: t)) / density(at: t)
      guard next > t, (next - t) > 1e-15 * next else { return t }
      t = next
    }
  }
}

/// Fisher's F distribution: the distribution of the quotient of two independent variances of normal measurements.
public struct FisherF: Sendable {
  /// The degrees of freedom of the numerator of an F distribution, above 0.
  public let numerator: Double

  /// The degrees of freedom of the denominator of an F distribution, above 0.
  public let denominator: Double

  public init(numerator: Double, denominator: Double) {
    precondition(
      numerator > 0 && denominator > 0, "expected degrees of freedom above 0")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The probability that an F distribution gives a value above `quotient`, with full precision in
  /// the tail.
  public func probability(above quotient: Double) -> Double {
    guard quotient.isFinite else { return 0 }
    let share = denominator / (denominator + numerator * quotient)
    return IncompleteBeta(denominator / 2, numerator / 2).value(at: share)
  }
}

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
