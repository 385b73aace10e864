import Analysis
import Recordings
import Statistics

/// Two sides to compare.
struct DuelRequest: Decodable {
  /// One value a run, of one session.
  let reference: [Double]
  /// One value a run, of another session.
  let candidate: [Double]
  /// One value a run, measured in turns with the reference, in its session.
  let interleaved: [Double]
  /// The runs of earlier commits, a group a session.
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

  /// What `hitchmark compare` says of two sides that nothing else is known of.
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
        return RunSummary(of: recording, catalogue: [metric])
      })
  }
}

/// What the shipped modes say.
struct DuelAnswer: Encodable {
  /// p of the candidate's median after the history of commits.
  let prediction: Double
  /// p of the interleaved runs against the reference, with the noise within earlier sessions.
  let interleaved: Double
  /// The verdict on two sessions that nothing else is known of.
  let separate: String
}
