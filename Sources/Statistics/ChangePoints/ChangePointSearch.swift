/// The search for change points in one prepared series.
struct ChangePointSearch {
  private let series: PreparedSeries
  private let autocorrelation: PooledAutocorrelation
  private let floor: PracticalFloor
  private let parameters: ChangePointDetector.Parameters
  private let seed: UInt64
  private let olderPoints: ChangePointAnalysis.Warning?
  private let otherScale: ChangePointAnalysis.Warning?

  init(
    in prepared: PreparedSeries, of series: ChangePointSeries,
    autocorrelation: PooledAutocorrelation, parameters: ChangePointDetector.Parameters
  ) {
    self.series = prepared
    self.parameters = parameters
    self.autocorrelation = autocorrelation
    floor = PracticalFloor(
      of: series, on: prepared.scale, unit: prepared.unit, default: parameters.noiseFloor)
    seed = parameters.seed ^ Fingerprint(of: series.key).value
    let older = prepared.judged.lowerBound
    olderPoints = older > 0 ? .olderPointsLeftOut(count: older) : nil
    otherScale = series.differenceWarning(within: prepared.judged)
  }

  func analysis() -> ChangePointAnalysis {
    let found = localElimination.survivors(of: candidates)
    let judged = zip(found, calibration.verdicts(on: found.map { series.kept[$0.cut] }))
    let places = places(of: found.map(\.cut))
    let segments = Segments(cuts: places.map(\.cut), in: series)
    let report = ChangePointReport(
      segments: segments, autocorrelation: autocorrelation, noise: series.noise, floor: floor,
      parameters: parameters)
    return ChangePointAnalysis(
      judged: series.judged, scale: series.scale, method: .tested(noise), spikes: series.spikes,
      changes: judged.enumerated().map { index, pair in
        report.change(
          index, range: places[index].range, evidence: evidence(local: pair.0, global: pair.1))
      },
      regimes: segments.regimes, drift: report.drift, warnings: warnings, parameters: parameters)
  }

  /// Where the steps begin that were found at some cuts: each between the one before it and the next.
  private func places(of cuts: [Int]) -> [StepPlace] {
    let noise = series.noise * autocorrelation.inflation.squareRoot()
    var start = 0
    return cuts.indices.map { index in
      let end = index + 1 < cuts.count ? cuts[index + 1] : series.keptPoints.count
      let place = StepPlace(
        near: cuts[index], within: start..<end, of: series.keptPoints, noise: noise,
        parameters: parameters)
      start = place.cut
      return place
    }
  }

  private func evidence(
    local: LocalElimination.Candidate, global: GlobalCalibration.Verdict
  ) -> ChangePoint.Evidence {
    let probabilities = ChangePoint.Probabilities(
      local: local.probability, global: global.probability, test: global.test)
    return global.isConfirmed ? .confirmed(probabilities) : .suspect(probabilities)
  }

  private var noise: ChangePointAnalysis.Noise {
    ChangePointAnalysis.Noise(
      deviation: series.noise, autocorrelation: autocorrelation.value,
      inflation: autocorrelation.inflation)
  }

  private var warnings: [ChangePointAnalysis.Warning] {
    let resolution: ChangePointAnalysis.Warning? =
      series.isNoiseBelowResolution ? .noiseBelowResolution : nil
    return [olderPoints, otherScale, resolution, autocorrelation.warning].compactMap { $0 }
  }

  /// The candidates: the best partition of the values, and additional cuts from the best partition
  /// of their ranks.
  ///
  /// Slow runs can raise the noise of values until a step is not worth its penalty. They hardly
  /// change that of ranks.
  private var candidates: [Int] {
    let cuts = partitioning(noise: series.noise).cuts(of: series.keptPoints)
    guard isRanked else { return cuts }
    let scores = NormalScores.of(series.keptPoints)
    let noise = DifferenceScale(trimming: parameters.trimming).noise(of: scores)
    guard noise > 0 else { return cuts }
    let others = partitioning(noise: noise).cuts(of: scores).filter { other in
      cuts.allSatisfy { abs($0 - other) >= parameters.minimumSegment }
    }
    return (cuts + others).sorted()
  }

  /// Whether ranks are used.
  ///
  /// They mean nothing if values vary less than their resolution.
  private var isRanked: Bool { !series.isNoiseBelowResolution }

  private func partitioning(noise: Double) -> OptimalPartitioning {
    let variance = noise * noise * autocorrelation.inflation
    return OptimalPartitioning(
      penalty: parameters.penalty * Double(series.kept.count).logarithm * variance,
      minimumSegment: parameters.minimumSegment)
  }

  private var localElimination: LocalElimination {
    LocalElimination(
      points: series.keptPoints, noise: series.noise,
      inflation: autocorrelation.inflation.squareRoot(), isRanked: isRanked, floor: floor,
      parameters: parameters, seed: seed)
  }

  private var calibration: GlobalCalibration {
    GlobalCalibration(
      points: series.points, autocorrelation: autocorrelation.tie, parameters: parameters,
      seed: seed)
  }
}

extension ChangePointSeries {
  func differenceWarning(within judged: Range<Int>) -> ChangePointAnalysis.Warning? {
    guard kind != .linear, let index = judged.first(where: { values[$0] <= 0 }) else { return nil }
    return .comparedByDifference(index: index)
  }
}

/// Computes the size, range and recovery of changes that were found.
struct ChangePointReport {
  let segments: Segments
  let autocorrelation: PooledAutocorrelation
  let noise: Double
  let floor: PracticalFloor
  let parameters: ChangePointDetector.Parameters

  /// The change at the end of a segment, which may be at any cut of `range`.
  func change(
    _ segment: Int, range: ClosedRange<Int>, evidence: ChangePoint.Evidence
  ) -> ChangePoint {
    let before = segments.points(segment)
    let after = segments.points(segment + 1)
    return ChangePoint(
      index: segments.start(segment + 1), range: segments.positions(cuts: range),
      evidence: evidence, effect: effect(before, after),
      countBefore: before.count, countAfter: after.count, recovery: recovery(of: segment))
  }

  /// The slow change within the last segment.
  var drift: Drift? {
    let last = segments.points(segments.count - 1)
    let newest = Array(last.suffix(parameters.driftNewest))
    return Drift(
      within: newest, floor: floor, inflation: autocorrelation.inflation,
      parameters: parameters)
  }

  private func effect(
    _ before: ArraySlice<Double>, _ after: ArraySlice<Double>
  ) -> ChangePoint.Effect {
    let scale = segments.scale
    let shift = HodgesLehmann(from: Array(before), to: Array(after))
    let interval = shift.interval(
      confidence: parameters.confidence, inflation: autocorrelation.meanInflation)
    return ChangePoint.Effect(
      before: scale.value(Median.of(before)), after: scale.value(Median.of(after)),
      change: scale.effect(of: shift.shift),
      interval: interval?.map(scale.effect))
  }

  /// The position at which a later segment is back at the level of `segment`; `nil` if none is.
  private func recovery(of segment: Int) -> Int? {
    let level = Median.of(segments.points(segment))
    let later = (segment + 2..<max(segment + 2, segments.count)).first {
      floor.share(from: level, to: Median.of(segments.points($0))) < 1
    }
    return later.map(segments.start)
  }
}
