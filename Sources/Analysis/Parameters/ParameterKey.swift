/// The names that machine-readable output has for the parameters of metrics, such as `refresh_rate_hz`.
public enum ParameterKey: String, Sendable, CaseIterable {
  /// The refresh rate of the display, in hertz.
  case refreshRate = "refresh_rate_hz"
  /// The source of the refresh rate: `declared`, `inferred` or `unknown`.
  case refreshRateSource = "refresh_rate_source"
  /// The input lag of the response-time model, in milliseconds.
  case inputLag = "input_lag_ms"
  /// The longest response that feels instantaneous, in milliseconds.
  case instantaneousLimit = "instantaneous_limit_ms"
  /// The largest distance of a stable point from the average, as a fraction of it.
  case stabilityTolerance = "stability_tolerance"
  /// The definition of a frame-rate point: `1s`, `frame` or `fpscounter`.
  case points = "points"
  /// The frames that count: `displayed`, `presented` or `all`.
  case frames = "frames"
  /// The refresh rates between which a display adapts to the frames, in hertz: `48-144`.
  case refreshRange = "refresh_range_hz"
  /// The lateness beyond `hitchDelta` at which a frame has the weight 1 in `hitch.weighted`, in milliseconds.
  case hitchTau = "hitch_tau_ms"
  /// The power of the lateness in `hitch.weighted`.
  case hitchPower = "hitch_power"
  /// The lateness that `hitch.weighted` ignores, in milliseconds.
  case hitchDelta = "hitch_delta_ms"
}

/// The value of a metric's parameter in machine-readable output: a number or a word.
public enum ParameterValue: Sendable, Hashable {
  /// A finite number, in the unit that the parameter's name ends in.
  case number(Double)
  /// A word.
  case text(String)
  /// Unknown.
  case unknown
}
