import Statistics

/// A series to take the detector's time on.
struct TimingRequest: Decodable {
  let values: [Double]
  let rounds: Int

  /// Seconds that each round took; without siblings, as peers know none.
  func answer() throws -> [Double] {
    let series = ChangePointSeries(key: "timing", values: values, kind: .positive)
    let clock = ContinuousClock()
    // As peers do, it looks at all points.
    var parameters = ChangePointDetector.Parameters()
    parameters.newest = nil
    let detector = ChangePointDetector(parameters: parameters)
    return try (0..<rounds).map { _ in
      let time = try clock.measure { _ = try detector.analyse(series) }
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
  }
}
