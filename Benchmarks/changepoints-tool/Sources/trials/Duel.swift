import Analysis
import Recordings
import Statistics

/// Two sides to compare.
struct DuelRequest: Decodable {
  /// One value per run, all from the first session.
  let reference: [Double]
  /// One value per run, all from the second session.
  let candidate: [Double]
  /// One value per run, measured in turns with the reference, in the first session.
  let interleaved: [Double]
  /// The runs of earlier commits, one array per session.
  let history: [[Double]]

  func answer() throws -> DuelAnswer {
    let points = history.compactMap { Moments.median(of: $0) }
    guard let point = Moments.median(of: candidate) else { throw SampleError.empty }
    return DuelAnswer(
      prediction: try TwoSampleComparison.prediction(point, after: points, scale: .logarithmic)
        .pValue,
      interleaved: try TwoSampleComparison.moderated(
        interleaved, against: reference, history: history, scale: .logarithmic
      ).pValue,
      separate: verdict)
  }

  /// The verdict of `hitchmark compare` without a history.
  private var verdict: String {
    let metric = Metric.named("frametime.p50", amongThoseOf: [])
    guard let metric else { return "no such metric" }
    var comparisons = [
      Comparison(
        side("candidate", of: candidate, metric), against: side("reference", of: reference, metric),
        metrics: [metric])
    ]
    Comparison.adjust(&comparisons)
    return comparisons[0].metrics[0].verdict?.rawValue ?? "not judged"
  }

  private func side(_ name: String, of values: [Double], _ metric: Metric) -> ComparedSide {
    ComparedSide(
      name: name,
      runs: values.map { value in
        var description = RunDescription()
        description.session = name
        description.reported = [metric.id: value]
        let origin = Recording.Origin(source: name, format: "simulated", dialect: "1")
        let recording = Recording(
          origin: origin, timeline: .withheld(because: "simulated"), description: description)
        return RunSummary(of: recording, catalog: [metric])
      })
  }
}

/// The results of Hitchmark's modes of comparison.
struct DuelAnswer: Encodable {
  /// The p-value of the candidate's median, predicted from the earlier commits.
  let prediction: Double
  /// The p-value of the interleaved runs compared with the reference, with the noise within earlier sessions.
  let interleaved: Double
  /// The verdict of `hitchmark compare` without a history.
  let separate: String
}
