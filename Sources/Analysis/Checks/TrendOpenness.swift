internal import Parallel

extension Trend {
  /// What became of the regressions until the newest commit, by the id of the finding, as `check` judges them.
  ///
  /// A finding has no entry if it is no regression, if the environment changed at the same commit, or if its series
  /// ended. Each series costs as much as in a check.
  public func regressionStates() -> [String: Regression.State] {
    let worse = findings.filter { $0.direction == .worse && $0.state != .confounded }
    let affected = series.filter { series in
      let isReplaced = series.isReplaced(among: self.series)
      return worse.contains { finding in
        (finding.isAtTip || !isReplaced) && finding.members.contains { $0.series.key == series.key }
      }
    }
    let found = affected.mapConcurrently { series in
      var series = series
      series.proofs = PointProof.all(in: series, series.tripWire)
      return SeriesRegressions.all(in: series, newestFrom: .max)
    }
    let regressions = Dictionary(zip(affected.map(\.key), found)) { first, _ in first }
    return worse.reduce(into: [:]) { states, finding in
      let own = finding.members.compactMap { member in
        regressions[member.series.key]?.first { $0.detected == member.change }?.state
      }
      states[finding.id] = Regression.State.gravest.first(where: own.contains)
    }
  }
}

extension Regression.State {
  /// The state of several series that changed together is the first of these that one of them has.
  fileprivate static let gravest: [Regression.State] = [
    .open, .partlyFixed, .suspect, .fixed, .dismissed,
  ]
}
