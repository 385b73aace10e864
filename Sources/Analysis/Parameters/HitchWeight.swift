internal import Statistics
public import Units

/// The weights that the metric `hitch.weighted` gives late frames; the weight of a frame grows with its lateness.
///
///     HitchWeight().weighted(lateness: 204e6)  // 400 ms: 200 ms after δ, counted twice
///
/// A model whose constants were not fitted to ratings of viewers. Klein et al. (CoG 2024) found that
/// viewers hardly notice a variation of 4 ms, hence the default of δ. τ and the power are choices.
public struct HitchWeight: Sendable, Hashable {
  /// The lateness beyond `delta`, the part that viewers hardly notice, at which `hitch.weighted` gives a late frame the
  /// weight 1, in nanoseconds, above 0.
  ///
  /// Longer lateness weighs more, unless `power` is 1.
  public let tau: Nanoseconds
  /// The exponent of the lateness in the formula of the metric `hitch.weighted`, at least 1.
  public let power: Double
  /// The part of each frame's lateness that `hitch.weighted` ignores, in nanoseconds, because viewers hardly notice it.
  public let delta: Nanoseconds

  /// Creates the weights that `hitch.weighted` gives late frames; each constant of the formula has a default.
  ///
  /// By default, `tau` is 100 ms, `power` is 2 and `delta` is 4 ms.
  public init(tau: Nanoseconds? = nil, power: Double? = nil, delta: Nanoseconds? = nil) {
    self.tau = tau ?? 100 * .perMillisecond
    self.power = power ?? 2
    self.delta = delta ?? 4 * .perMillisecond
  }

  /// The lateness beyond δ, e, as e · (e / τ)^(power − 1), in milliseconds; 0 if there is none.
  ///
  /// `lateness` is in nanoseconds.
  func weighted(lateness: Double) -> Double {
    let excess = max(0, lateness - Double(delta))
    guard excess > 0 else { return 0 }
    return excess / 1e6 * (excess / Double(tau)).raised(to: power - 1)
  }
}
