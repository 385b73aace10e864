/// The parameters that metrics depend on, by their names in machine-readable output.
public enum ParameterKey: String, Sendable, CaseIterable {
  /// Refresh rate of the display, in hertz.
  case refreshRate = "refresh_rate_hz"
  /// How the refresh rate came to be known: `declared`, `inferred` or `unknown`.
  case refreshRateSource = "refresh_rate_source"
  /// Time from an input to its effect that the model of the response time adds, in milliseconds.
  case inputLag = "input_lag_ms"
  /// The longest response that is felt as instantaneous, in milliseconds.
  case instantaneousLimit = "instantaneous_limit_ms"
  /// How far a point may lie from the average and count as stable, as a fraction of it.
  case stabilityTolerance = "stability_tolerance"
  /// What a frame-rate point is: `1s`, `frame` or `fpscounter`.
  case points = "points"
  /// Which frames count: `displayed`, `presented` or `all`.
  case frames = "frames"
}

/// The value of a parameter, as machine-readable output gives it.
public enum ParameterValue: Sendable, Hashable {
  /// A finite number, in the unit that the parameter's name ends in.
  case number(Double)
  /// A word.
  case text(String)
  /// Nothing is known.
  case unknown
}
