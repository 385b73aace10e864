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
