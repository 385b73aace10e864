import Analysis
import Foundation
import Statistics
import Synchronization

/// The series of a trend, for measuring how long the detector takes for all of them.
struct HistoryTimingRequest: Decodable {
  struct Series: Decodable {
    /// The key of the series, which is equal in every run.
    let id: String
    let metric: String
    let unit: String
    /// The suite and the id of the stage.
    let title: String
    /// The environment; autocorrelation is pooled within one environment.
    let environment: String
    /// One value per commit, oldest first.
    let values: [Double]
  }

  let series: [Series]
  let rounds: Int
  /// Whether to use all processors, as `trend` does.
  let inParallel: Bool

  /// The duration of each round in seconds.
  func answer() -> [Double] {
    let prepared = series.map(\.prepared)
    let clock = ContinuousClock()
    return (0..<rounds).map { _ in
      let time = clock.measure { detect(in: prepared) }
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
  }

  /// The work of the detector for a trend: estimates the autocorrelation of all series, then detects changes.
  private func detect(in prepared: [ChangePointSeries]) {
    let estimates = map(prepared.count) { ChangePointDetector().autocorrelation(of: prepared[$0]) }
    let families = families(estimates)
    _ = map(prepared.count) { index in
      try? ChangePointDetector().analyze(
        prepared[index], family: families[series[index].environment] ?? [])
    }
  }

  private func families(_ estimates: [Double?]) -> [String: [Double]] {
    var stages: [String: [String: [Double]]] = [:]
    for (one, own) in zip(series, estimates) {
      guard let own else { continue }
      stages[one.environment, default: [:]][one.title, default: []].append(own)
    }
    return stages.mapValues { $0.values.compactMap { Moments.median(of: $0) } }
  }

  private func map<Output: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) -> Output
  ) -> [Output] {
    guard inParallel else { return (0..<count).map(work) }
    let outputs = Mutex([Output?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let output = work(index)
      outputs.withLock { $0[index] = output }
    }
    return outputs.withLock { $0.compactMap(\.self) }
  }
}

extension HistoryTimingRequest.Series {
  /// The series in the form in which `trend` passes it to the detector.
  fileprivate var prepared: ChangePointSeries {
    var floors = (relative: 0.0, absolute: 0.0)
    switch Metric.named(metric, amongThoseOf: [])?.noiseFloor {
    case .relative(let floor): floors.relative = floor
    case .absolute(let floor): floors.absolute = floor
    case nil: break
    }
    return ChangePointSeries(
      key: id, values: values, kind: unit == "fraction" ? .linear : .positive,
      noiseFloor: floors.relative, absoluteFloor: floors.absolute)
  }
}
