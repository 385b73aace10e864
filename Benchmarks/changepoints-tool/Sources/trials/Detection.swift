import Statistics

/// A series in which to detect changes.
struct DetectionRequest: Decodable {
  /// The key of the series, which is equal in every run.
  let key: String
  /// One value per commit, oldest first.
  let values: [Double]
  /// Series measured together with this one, over which autocorrelation is pooled.
  let siblings: [[Double]]?
  /// The smallest relative change to report; `nil` for the default of the detector.
  let floor: Double?
  /// If given, every prefix of the series with at least this many values is judged.
  let after: Int?

  /// The answer for the whole series, or one answer per prefix.
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
      return DetectionAnswer(try detector.analyze(series, family: family))
    } catch {
      return DetectionAnswer(refused: error)
    }
  }

  private func series(_ values: [Double]) -> ChangePointSeries {
    ChangePointSeries(key: key, values: values, kind: .positive, noiseFloor: floor)
  }
}

/// The changes in a series.
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
