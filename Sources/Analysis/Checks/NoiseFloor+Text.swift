public import Recordings
internal import Units

extension Metric {
  /// The metric with a noise floor that a suite says: a percentage, or a value with its unit.
  ///
  /// - Parameter text: such as `2%` or `0.5 ms`; of a metric that is a fraction, points.
  /// - Returns: the same metric but for its floor.
  /// - Throws: `LimitFault`.
  func withNoiseFloor(_ text: String) throws(LimitFault) -> Metric {
    // Nothing needs no unit.
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
  /// The metrics to which a suite gives noise floors of its own, with those.
  ///
  /// - Parameters:
  ///   - suite: whose thresholds count.
  ///   - named: finds the metric of an id; `nil` when there is none.
  ///   - passedOver: metrics whose floors do not count, because runs may yet bring them.
  /// - Returns: by their ids.
  /// - Throws: `LimitProblem` for the first floor that makes no sense.
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

/// Noise floors that the command line gives, in place of those of suites.
public struct NoiseFloorOptions: Sendable {
  private let metrics: [Metric.ID: String]

  /// Creates options.
  ///
  /// - Parameter pairs: metrics and their floors as written, such as `frametime.p95` and `2%`.
  public init(_ pairs: [(metric: Metric.ID, floor: String)] = []) {
    metrics = Dictionary(pairs.map { ($0.metric, $0.floor) }) { _, last in last }
  }

  /// Puts the floors over those of suites.
  ///
  /// - Parameters:
  ///   - floors: metrics with the floors of suites, by suite.
  ///   - suites: all that have runs; `nil` for runs without one.
  ///   - named: finds the metric of an id; `nil` if there is none.
  /// - Returns: the metrics with the floors that count, by suite.
  /// - Throws: `LimitProblem` for the first floor that makes no sense.
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
