public import Recordings
internal import Units

extension Metric {
  /// The metric with the noise floor from a suite: `2%`, or a value with its unit such as `0.5 ms`.
  ///
  /// For fractions, percentages are points.
  func withNoiseFloor(_ text: String) throws(LimitFault) -> Metric {
    // 0 needs no unit.
    if text == "0" { return with(unit == .fraction ? .absolute(0) : .relative(0)) }
    let isRelative = text.hasSuffix("%") && unit != .fraction
    let floor: Double
    do throws(QuantityTextError) {
      floor = try Quantity(text, in: isRelative ? .fraction : unit).value
    } catch {
      throw unit == .fraction ? .badValue(metric: id, error) : .badFloor(metric: id, error)
    }
    guard floor >= 0 else { throw .noFloor(metric: id, text) }
    return with(isRelative ? .relative(floor) : .absolute(floor))
  }
}

extension Metric {
  /// The metrics for which a suite sets a noise floor, each with the floor of the suite, in the order of their ids.
  ///
  /// - Parameters:
  ///   - suite: a suite with thresholds.
  ///   - named: finds the metric with an id.
  ///   - passedOver: metrics whose floors are ignored, because only later runs may bring them.
  /// - Throws: the first invalid floor.
  public static func withNoiseFloors(
    of suite: SuiteDescription, named: (Metric.ID) -> Metric?,
    passingOver passedOver: Set<Metric.ID> = []
  ) throws(LimitProblem) -> [Metric] {
    var metrics: [Metric] = []
    for (id, text) in suite.thresholds.noiseFloors.sorted(by: { $0.key < $1.key })
    where !passedOver.contains(id) {
      do throws(LimitFault) {
        guard let metric = named(id) else { throw .unknownMetric(id) }
        metrics.append(try metric.withNoiseFloor(text))
      } catch {
        throw LimitProblem(
          origin: .suite(suite.id, key: "thresholds.noise_floors.\(id)"), fault: error)
      }
    }
    return metrics
  }
}

/// The noise floors that the command line sets for metrics, in place of the noise floors that suites set.
public struct NoiseFloorOptions: Sendable {
  private let metrics: [Metric.ID: String]

  /// Creates the noise floors of the command line from the metrics and values that the user wrote.
  ///
  /// - Parameter pairs: metrics and their floors as written, such as `frametime.p95` and `2%`.
  public init(_ pairs: [(metric: Metric.ID, floor: String)] = []) {
    metrics = Dictionary(pairs.map { ($0.metric, $0.floor) }) { _, last in last }
  }

  /// Replaces noise floors of suites by the noise floors that the command line sets for the same metrics.
  ///
  /// - Parameters:
  ///   - floors: metrics with the floors of suites, by suite.
  ///   - suites: all suites with runs; `nil` for runs without a suite.
  ///   - named: finds the metric with an id.
  /// - Returns: the metrics with their effective floors, by suite.
  /// - Throws: the first invalid floor.
  public func over(
    _ floors: [String?: [Metric]], of suites: Set<String?>, named: (Metric.ID) -> Metric?
  ) throws(LimitProblem) -> [String?: [Metric]] {
    var floors = floors
    for (id, text) in metrics.sorted(by: { $0.key < $1.key }) {
      let metric: Metric
      do throws(LimitFault) {
        guard let found = named(id) else { throw .unknownMetric(id) }
        metric = try found.withNoiseFloor(text)
      } catch {
        throw LimitProblem(origin: .noiseFloor("\(id)=\(text)"), fault: error)
      }
      for suite in suites {
        floors[suite] = (floors[suite] ?? []).filter { $0.id != id } + [metric]
      }
    }
    return floors
  }
}
