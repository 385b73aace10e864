/// The information about the change that a run of each commit is expected to give.
///
/// Whether a run's commit is before or after the change shifts its value by the change. With autocorrelated noise, the
/// value also depends on whether the run before was of a commit after the change, so measuring a known commit between
/// two others may give more information than measuring one of them twice.
struct MeasurementGain {
  /// The probability that the change is at or before each position.
  private let cumulative: [Double]
  private let candidates: [Int]
  private let last: Int
  private let session: Int
  private let outlooks: [Double: [StepEvidence.Outlook]]

  /// `nil` without evidence, or without a run of the session.
  init?(
    _ findings: SearchFindings, _ runs: [CommitSearch.Run], _ skipped: Set<Int>, _ session: Int
  ) {
    guard let evidence = findings.evidence, let index = evidence.sessions[session],
      let last = runs.last(where: { $0.session == session })
    else { return nil }
    var sum = 0.0
    cumulative = findings.probabilities.enumerated().map { position, probability in
      if position > 0 { sum += probability }
      return sum
    }
    outlooks = Dictionary(grouping: evidence.outlooks, by: \.autocorrelation)
    self.session = index
    self.last = last.position
    let measured = Set(runs.map(\.position)).sorted()
    var candidates = measured
    for (before, after) in zip(measured, measured.dropFirst()) {
      let inside = (before + 1..<max(after, before + 1)).filter { !skipped.contains($0) }
      candidates += Self.middles(of: inside, cumulative)
    }
    self.candidates = candidates.filter { !skipped.contains($0) }
  }

  /// The position that halves all probability, and the one that halves that of the range.
  private static func middles(of positions: [Int], _ cumulative: [Double]) -> [Int] {
    guard let first = positions.first, let last = positions.last else { return [] }
    let targets = [(cumulative[first] + cumulative[last]) / 2, 0.5]
    let nearest = targets.compactMap { target in
      positions.min { abs(cumulative[$0] - target) < abs(cumulative[$1] - target) }
    }
    return Array(Set(nearest)).sorted()
  }

  /// The position with the most information per cost; `nil` if no run gives information.
  func best(cost: (Int) -> Double) -> Int? {
    var best: (position: Int, gain: Double)?
    for position in candidates {
      let gain = gain(of: position) / cost(position)
      if gain > best?.gain ?? 0 { best = (position, gain) }
    }
    return best?.position
  }

  /// The expected information of a run, in nats: how much its value shows about the position of the change.
  private func gain(of position: Int) -> Double {
    var sum = 0.0
    for (rho, outlooks) in outlooks.sorted(by: { $0.key < $1.key }) {
      var outcomes: [Outcome] = []
      for outlook in outlooks {
        // A position within the range splits it.
        let before = cumulative[outlook.positions.lowerBound - (outlook.positions == 0...0 ? 0 : 1)]
        let all = cumulative[outlook.positions.upperBound] - before
        let here = cumulative[min(position, outlook.positions.upperBound)] - before
        let share = outlook.positions == 0...0 || all <= 0 ? 0 : min(max(here / all, 0), 1)
        for (isAfter, share) in [(true, share), (false, 1 - share)] where share > 1e-6 {
          outcomes.append(outcome(outlook, rho, isAfter: isAfter, weight: outlook.weight * share))
        }
      }
      sum += Self.information(outcomes)
    }
    return sum
  }

  /// The value of a run, if the change is where an outlook says.
  private struct Outcome {
    let weight: Double
    let mean: Double
    let deviation: Double
  }

  private func outcome(
    _ outlook: StepEvidence.Outlook, _ rho: Double, isAfter: Bool, weight: Double
  ) -> Outcome {
    let first = outlook.positions == 0...0 ? Int.max : outlook.positions.lowerBound
    let carried = last >= first ? rho : 0
    let (mean, variance) = outlook.fit.prediction(
      session, level: 1 - rho, step: (isAfter ? 1 : 0) - carried)
    return Outcome(weight: weight, mean: mean, deviation: variance.squareRoot())
  }

  /// The mutual information of an outcome and its value, by Gauss and Hermite's quadrature with five points.
  private static func information(_ outcomes: [Outcome]) -> Double {
    let total = outcomes.reduce(0) { $0 + $1.weight }
    var information = 0.0
    for outcome in outcomes {
      for (point, weight) in points {
        let value = outcome.mean + point * outcome.deviation
        var density = 0.0
        for other in outcomes {
          let distance = (value - other.mean) / other.deviation
          guard abs(distance) < 9 else { continue }
          density += other.weight * (-distance * distance / 2).exponential / other.deviation
        }
        information -=
          outcome.weight * weight
          * (point * point / 2 + (density / total * outcome.deviation).logarithm)
      }
    }
    return max(information, 0)
  }

  private static let points: [(Double, Double)] = [
    (0, 0.5333333333333333), (-1.355626179974266, 0.2220759220056126),
    (1.355626179974266, 0.2220759220056126), (-2.8569700138728056, 0.0112574113277207),
    (2.8569700138728056, 0.0112574113277207),
  ]
}
