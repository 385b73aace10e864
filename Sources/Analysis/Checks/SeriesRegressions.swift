internal import Recordings
internal import Statistics

/// Finds every regression of a series and its later course.
///
/// Everything is derived from the history at each check. So the states are the same after the store
/// was lost and rebuilt, and no state can contradict the measurements.
struct SeriesRegressions {
  /// The regressions, oldest first.
  private(set) var all: [Regression] = []
  private let series: TrendSeries
  private let points: WorsePoints
  private let noise: Double
  /// The position of the first of the newest commits.
  private let windowStart: Int

  /// Judges a series; finds nothing if neither direction of its metric is better.
  ///
  /// - Parameter windowStart: the position of the first of the newest commits. Regressions that were fixed before it are
  ///   not listed, so their proof is left out.
  static func all(in series: TrendSeries, newestFrom windowStart: Int) -> [Regression] {
    WorsePoints(of: series).map { SeriesRegressions(series, $0, windowStart).all } ?? []
  }

  private init(_ series: TrendSeries, _ points: WorsePoints, _ windowStart: Int) {
    self.series = series
    self.points = points
    self.windowStart = windowStart
    noise = series.sessionNoise(points)
    addDetected()
    addProved()
    all.sort { $0.point < $1.point }
  }

  // MARK: - What the detector found

  private var changes: [TrendChange] { series.judgment.value?.changes ?? [] }

  private mutating func addDetected() {
    for (index, change) in changes.enumerated()
    where series.metric.polarity.direction(of: change.change) == .worse {
      guard series.severity(of: change) >= 1 else { continue }
      let start = index > 0 ? changes[index - 1].point : 0
      var regression = Regression(change)
      let course = course(of: regression, after: start..<change.point)
      // Deciding may repeat the checks of earlier commits, which takes long.
      if !isOver(course) { decide(&regression, change, until: end(of: index)) }
      follow(&regression, course)
      if course.now != change.point..<end(of: index) {
        measure(&regression, from: start..<change.point, to: course.now)
      }
      all.append(regression)
    }
  }

  /// The first point after the segment of a change.
  private func end(of index: Int) -> Int {
    index + 1 < changes.count ? changes[index + 1].point : series.points.count
  }

  /// Sets whether a change is proved, refuted or neither.
  private func decide(_ regression: inout Regression, _ change: TrendChange, until end: Int) {
    let near = series.proofs.filter { isOf($0, change, until: end) }
    // Sessions prove a change before the later commits do.
    if let proof = near.first(where: { !$0.isRefuted }) {
      return regression.prove(Regression.Proof(proof.basis), commit(proof.proved))
    }
    if change.isConfirmed { return regression.prove(.laterCommits, nil) }
    let pairs = SharedSessions(of: change, in: series, points, noise: noise)
    if let confirmed = EarlierChecks(of: change, in: series).firstConfirmation {
      regression.prove(.laterCommits, commit(confirmed))
    } else if let pairs {
      if pairs.isConfirmed {
        regression.prove(.sessions, change.bad)
      } else {
        regression.state = .dismissed
      }
    } else if near.contains(where: \.isRefuted) {
      regression.state = .dismissed
    }
  }

  /// Whether evidence at a point applies to a change: the point is at the new level, and was
  /// compared with the old one.
  private func isOf(_ proof: PointProof, _ change: TrendChange, until end: Int) -> Bool {
    let isNear = abs(proof.point - change.point) < ChangePointDetector.Parameters().minimumSegment
    return isNear && proof.point < end
      || proof.point >= change.range.lowerBound && proof.point < end && proof.start < change.point
  }

  // MARK: - Regressions that only sessions prove

  private mutating func addProved() {
    for proof in series.proofs where !proof.isRefuted && !isCovered(proof) {
      let before = min(proof.start, proof.point - 1)..<proof.point
      let level = series.points[before].map(\.value)
      guard let median = Moments.median(of: level) else { continue }
      var regression = Regression(proof, before: median, in: series)
      let course = course(of: regression, after: before)
      follow(&regression, course)
      measure(&regression, from: before, to: course.now)
      all.append(regression)
    }
  }

  /// Whether a proof belongs to a regression in the list: one that was detected, or proved at an
  /// earlier point and not fixed before this one.
  private func isCovered(_ proof: PointProof) -> Bool {
    for (index, change) in changes.enumerated()
    where series.metric.polarity.direction(of: change.change) == .worse {
      if isOf(proof, change, until: end(of: index)) { return true }
    }
    return all.contains { known in
      known.detected == nil && known.point <= proof.point && proof.start <= known.point
        && (known.improvement ?? .max) > proof.point
    }
  }

  // MARK: - Later course

  private func course(of regression: Regression, after before: Range<Int>) -> LevelCourse {
    let later = changes.filter { $0.isConfirmed && $0.point > regression.point }.map(\.point)
    return LevelCourse(
      in: points, noise: noise, from: regression.point, after: before, changes: later)
  }

  /// Whether a regression was fixed before the newest commits, so that no report lists it.
  private func isOver(_ course: LevelCourse) -> Bool {
    course.state == .fixed && course.entered.map { commit($0) < windowStart } ?? false
  }

  private func follow(_ regression: inout Regression, _ course: LevelCourse) {
    regression.worst = median(of: course.worst)
    regression.now = median(of: course.now)
    regression.improvement = course.improvement
    guard let entered = course.entered, course.state != .open else { return }
    // A suspect that improved is dropped unless it was proved.
    guard regression.state == .open || course.state == .fixed else { return }
    regression.state = course.state == .fixed ? .fixed : .partlyFixed
    regression.entered = commit(entered)
  }

  /// Sets the size of a regression from the points before it and the newest ones.
  private func measure(_ regression: inout Regression, from before: Range<Int>, to now: Range<Int>)
  {
    let scale = series.scale
    func sample(_ range: Range<Int>) throws(SampleError) -> Sample {
      try scale.sample(series.points[range].map(\.value))
    }
    guard let shift = try? HodgesLehmann(of: sample(now), against: sample(before)) else { return }
    regression.change = scale.effect(of: shift.shift)
    let reach =
      Normal.quantile((1 + CheckConstants.confidence) / 2) * noise
      * (1 / points.weight(of: before) + 1 / points.weight(of: now)).squareRoot()
    regression.interval =
      shift.interval(confidence: CheckConstants.confidence)
      .map { scale.effect(of: $0.lower)...scale.effect(of: $0.upper) }
      ?? scale.effect(of: shift.shift - reach)...scale.effect(of: shift.shift + reach)
  }

  private func median(of range: Range<Int>) -> Double {
    Moments.median(of: series.points[range].map(\.value)) ?? 0
  }

  private func commit(_ point: Int) -> Int { series.points[point].commit }
}

extension Regression {
  fileprivate mutating func prove(_ proof: Proof, _ commit: Int?) {
    (state, self.proof, entered) = (.open, proof, commit)
  }
}

extension TrendSeries {
  /// The standard deviation of one session of a commit, on the scale and widened for
  /// autocorrelation.
  ///
  /// It is estimated from the points if the detector did not judge the series.
  func sessionNoise(_ points: WorsePoints) -> Double {
    if let judgment = judgment.value, let noise = judgment.noise {
      let rho = judgment.autocorrelation ?? 0
      return noise * ((1 + rho) / ((1 - rho) * (1 - rho))).squareRoot()
    }
    let residuals = regimes.flatMap { regime in
      let level = points.level(of: regime)
      return regime.map { (points.values[$0] - level).magnitude }
    }
    return StatisticalConstants.deviationPerMedianDeviation
      * (Moments.median(of: residuals) ?? 0)
  }
}

/// Judges a suspect regression by sessions that measured a commit before it and one after it.
///
/// `--confirm` asks for such sessions. Both commits share the noise of the session, such as a slower machine, so their
/// difference contains only the change.
struct SharedSessions {
  let isConfirmed: Bool

  /// `nil` if no session measured both sides, apart from those that made the change suspect.
  ///
  /// The sessions were asked for at the two sides of the change, which may have been placed a little differently then.
  init?(of change: TrendChange, in series: TrendSeries, _ points: WorsePoints, noise: Double) {
    let reach = ChangePointDetector.Parameters().minimumSegment
    let (first, last) = (change.range.lowerBound - 1, change.range.upperBound)
    let near = (max(0, first - reach)...min(series.points.count - 1, last + reach))
      .filter { series.repeated[$0] != nil }
    for good in near {
      for bad in near.reversed() where good < bad {
        let pair = SharedSessions(from: good, to: bad, in: series, points, noise: noise)
        guard let pair else { continue }
        self = pair
        return
      }
    }
    return nil
  }

  /// Judges a point by its sessions that also measured an earlier point of the level before it; `nil` if there is none.
  ///
  /// Of several earlier points, the nearest counts.
  init?(of point: Int, in series: TrendSeries) {
    let own = Set((series.repeated[point] ?? []).map(\.session).filter { $0 >= 0 })
    let earlier = (series.historyStart(at: point)..<point).last { earlier in
      series.repeated[earlier]?.contains { own.contains($0.session) } ?? false
    }
    guard let earlier, let points = WorsePoints(of: series) else { return nil }
    self.init(
      from: earlier, to: point, in: series, points, noise: series.sessionNoise(points))
  }

  private init?(
    from good: Int, to bad: Int, in series: TrendSeries, _ points: WorsePoints, noise: Double
  ) {
    guard let before = series.repeated[good], let after = series.repeated[bad],
      let turnedBefore = points.sessions[good], let turnedAfter = points.sessions[bad]
    else { return nil }
    var steps = after.indices.compactMap { index -> Double? in
      guard after[index].session >= 0 else { return nil }
      return before.firstIndex { $0.session == after[index].session }.map {
        turnedAfter[index] - turnedBefore[$0]
      }
    }
    // If all sessions are shared, one of them caused the suspicion: the one with the largest
    // change.
    if steps.count == after.count, let largest = steps.max(),
      let index = steps.firstIndex(of: largest)
    {
      steps.remove(at: index)
    }
    guard let step = Moments.mean(of: steps) else { return nil }
    let error = noise * (2 / Double(steps.count)).squareRoot()
    let half = CheckConstants.confirmationShare * points.floor(at: turnedBefore[0])
    let isSure = error == 0 || step / error > CheckConstants.confirmationDeviations
    isConfirmed = step > half && isSure
  }
}
