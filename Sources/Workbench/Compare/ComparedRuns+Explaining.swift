package import Analysis
internal import Recordings
internal import RunStore

extension ComparedRuns {
  /// Explains why the hitch time differs between two sides, for example two commits, without comparing other metrics.
  ///
  /// - Throws: as `compare` does.
  package mutating func explain(
    _ candidate: SideReference, named candidateName: String, against reference: SideReference,
    named referenceName: String
  ) throws(Failure) -> [Explanation] {
    try requests(
      (reference, referenceName), [(candidate, candidateName)],
      metrics: Explanation.metrics.map(\.id)
    ).explanations
  }

  /// Reads the runs of one side of a comparison, such as a commit, grouped by stage (version of the measured program).
  ///
  /// - Throws: if the side has no runs.
  package mutating func stages(
    of side: SideReference, named name: String
  ) throws(Failure) -> [(title: String, runs: ComparedSide)] {
    let found = try runs(of: side, named: name)
    var stages: [(title: String, runs: ComparedSide)] = []
    for stage in found.stages {
      let runs = try summaries(of: stage, catalog.map(\.id))
      stages.append(
        (found.isOneStage ? "" : stage.place.title ?? "", ComparedSide(name: name, runs: runs)))
    }
    return stages
  }
}

extension [ComparisonRequest] {
  /// Why the hitch time of the two sides of each request differs, the worst first.
  var explanations: [Explanation] {
    Explanation.explanations(
      of: map { request in
        let title = [request.pair.title, request.pair.device ?? ""].filter { !$0.isEmpty }
        return (title.joined(separator: ", "), request.reference, request.candidate)
      })
  }
}
