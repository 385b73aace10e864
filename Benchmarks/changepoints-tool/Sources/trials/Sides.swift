import Analysis
import Recordings
import Statistics

/// Two sides with several sessions to compare, and earlier sessions.
struct SidesRequest: Decodable {
  /// The kind of the earlier sessions.
  enum History: String, Decodable {
    /// Earlier commits of the same stage, at the level of the reference, in the order of the history.
    case commits
    /// Another stage, at its own level.
    case stages
    /// No earlier sessions.
    case none
  }

  /// The values of the runs, one array per session.
  let reference: [[Double]]
  let candidate: [[Double]]
  let earlier: [[Double]]
  let history: History

  /// The verdict of `hitchmark compare`.
  func answer() throws -> SidesAnswer {
    guard let metric = Metric.named("frametime.p50", amongThoseOf: []) else {
      throw SampleError.empty
    }
    var comparisons = [
      Comparison(
        side("candidate", candidate, metric), against: side("reference", reference, metric),
        metrics: [metric], context: context(metric))
    ]
    Comparison.adjust(&comparisons)
    let found = comparisons[0].metrics[0]
    return SidesAnswer(
      verdict: found.verdict?.rawValue ?? "not judged", mode: found.evidence.value?.mode.name)
  }

  private func context(_ metric: Metric) -> ComparisonContext {
    switch history {
    case .none: return ComparisonContext(areCommitsOfOneStage: true)
    case .stages: return ComparisonContext(earlier: [side("earlier", earlier, metric).runs])
    case .commits:
      let values = (earlier + reference).compactMap { Moments.median(of: $0) }
      let level = PresentLevel(values: values, commits: values.indices.map { "\($0)" })
      return ComparisonContext(areCommitsOfOneStage: true, levels: [metric.id: .known(level)])
    }
  }

  private func side(_ name: String, _ sessions: [[Double]], _ metric: Metric) -> ComparedSide {
    let runs = sessions.enumerated().flatMap { index, values in
      values.map { value in
        var description = RunDescription()
        description.session = "\(name) \(index)"
        description.reported = [metric.id: value]
        let origin = Recording.Origin(source: name, format: "simulated", dialect: "1")
        let recording = Recording(
          origin: origin, timeline: .withheld(because: "simulated"), description: description)
        return RunSummary(of: recording, catalog: [metric])
      }
    }
    return ComparedSide(name: name, runs: runs)
  }
}

/// The answer of `hitchmark compare`.
struct SidesAnswer: Encodable {
  let verdict: String
  let mode: String?
}
