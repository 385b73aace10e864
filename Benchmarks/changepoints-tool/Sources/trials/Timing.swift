import Statistics

/// A series, for measuring how long the detector takes.
struct TimingRequest: Decodable {
  let values: [Double]
  let rounds: Int

  /// The duration of each round in seconds, without siblings, because the other tools use none.
  func answer() throws -> [Double] {
    let series = ChangePointSeries(key: "timing", values: values, kind: .positive)
    let clock = ContinuousClock()
    // The other tools judge all points, so the detector does too.
    var parameters = ChangePointDetector.Parameters()
    parameters.newest = nil
    let detector = ChangePointDetector(parameters: parameters)
    return try (0..<rounds).map { _ in
      let time = try clock.measure { _ = try detector.analyze(series) }
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
  }
}
