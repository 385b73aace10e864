extension Parameters {
  /// These parameters of metrics with another refresh rate, such as one that was inferred from the frames.
  public func with(_ rate: RefreshRate) -> Parameters { Parameters(self, refreshRate: rate) }

  private init(_ other: Parameters, refreshRate: RefreshRate) {
    self.refreshRate = refreshRate
    inputLag = other.inputLag
    instantaneousLimit = other.instantaneousLimit
    stabilityTolerance = other.stabilityTolerance
    points = other.points
    frames = other.frames
  }
}
