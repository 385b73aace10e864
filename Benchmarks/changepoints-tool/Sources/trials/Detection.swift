import Statistics

/// A series to look for changes in.
struct DetectionRequest: Decodable {
  /// What names the series for good.
  let key: String
  /// One value a commit, oldest first.
  let values: [Double]
  /// Series measured alongside, over which autocorrelation is pooled.
  let siblings: [[Double]]?
  /// The smallest relative change worth reporting; the detector's own when not given.
  let floor: Double?
  /// With it the series is judged again after each commit from this count of values on.
  let after: Int?

  /// Answers for the whole series, or for each of its beginnings.
  func answer() -> [DetectionAnswer] {
    let counts = after.map { Array($0...values.count) } ?? [values.count]
    return counts.map { answer(count: $0) }
  }

  private func answer(count: Int) -> DetectionAnswer {
    let detector = ChangePointDetector()
    let series = series(Array(values.prefix(count)))
    let others = (siblings ?? []).map { self.series(Array($0.prefix(count))) }
    let family = ([series] + others).compactMap { detector.autocorrelation(of: $0) }
    do throws(SampleError) {
      return DetectionAnswer(try detector.analyse(series, family: family))
    } catch {
      return DetectionAnswer(refused: error)
    }
  }

  private func series(_ values: [Double]) -> ChangePointSeries {
    ChangePointSeries(key: key, values: values, kind: .positive, noiseFloor: floor)
  }
}

/// What was found.
struct DetectionAnswer: Encodable {
  struct Change: Encodable {
    let index: Int
    let isConfirmed: Bool
    let range: [Int]
    let size: Double
  }

  var changes: [Change] = []
  var spikes: [Int] = []
  var autocorrelation: Double?
  var refusal: String?

  init(_ analysis: ChangePointAnalysis) {
    changes = analysis.changes.map { change in
      Change(
        index: change.index, isConfirmed: change.evidence.isConfirmed,
        range: [change.range.lowerBound, change.range.upperBound], size: change.effect.change)
    }
    spikes = analysis.spikes
    if case .tested(let noise) = analysis.method { autocorrelation = noise.autocorrelation }
  }

  init(refused error: SampleError) {
    refusal = "\(error)"
  }
}
