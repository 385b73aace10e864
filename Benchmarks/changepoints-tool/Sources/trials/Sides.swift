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
  /// The order of the runs: the number of the side of each run, reference 0, in the order of their times; without it,
  /// the runs have no times.
  let order: [Int]?
  /// Whether both sides name one session.
  let isOneSession: Bool?

  /// The verdict of `hitchmark compare`.
  func answer() throws -> SidesAnswer {
    guard let metric = Metric.named("frametime.p50", amongThoseOf: []) else {
      throw SampleError.empty
    }
    let sides = [side("reference", reference, metric), side("candidate", candidate, metric)]
    var comparisons = [
      Comparison(
        sides[1], against: sides[0], metrics: [metric],
        context: context(metric, SessionDesign(sides[1], against: sides[0], time: time)))
    ]
    Comparison.adjust(&comparisons)
    let found = comparisons[0].metrics[0]
    return SidesAnswer(
      verdict: found.verdict?.rawValue ?? "not judged", mode: found.evidence.value?.mode.name)
  }

  /// The place of a run in the order of all runs.
  private func time(_ run: RunSummary) -> SessionDesign.RunTime {
    guard let order, let number = Int(run.name.dropFirst()),
      let side = ["r", "c"].firstIndex(of: String(run.name.prefix(1)))
    else { return .unknown }
    let places = order.indices.filter { order[$0] == side }
    return .known(Int64(places[number]))
  }

  private func context(_ metric: Metric, _ design: SessionDesign) -> ComparisonContext {
    switch history {
    case .none: return ComparisonContext(design: design, areCommitsOfOneStage: true)
    case .stages: return ComparisonContext(earlier: [side("earlier", earlier, metric).runs])
    case .commits:
      let values = (earlier + reference).compactMap { Moments.median(of: $0) }
      let level = PresentLevel(values: values, commits: values.indices.map { "\($0)" })
      return ComparisonContext(areCommitsOfOneStage: true, levels: [metric.id: .known(level)])
    }
  }

  private func side(_ name: String, _ sessions: [[Double]], _ metric: Metric) -> ComparedSide {
    let runs = sessions.enumerated().flatMap { index, values in
      values.enumerated().map { number, value in
        var description = RunDescription()
        description.session = isOneSession == true ? "one" : "\(name) \(index)"
        description.reported = [metric.id: value]
        let origin = Recording.Origin(source: name, format: "simulated", dialect: "1")
        let recording = Recording(
          origin: origin, timeline: .withheld(because: "simulated"), description: description)
        return RunSummary(
          of: recording, name: "\(name.prefix(1))\(number)", catalog: [metric])
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
