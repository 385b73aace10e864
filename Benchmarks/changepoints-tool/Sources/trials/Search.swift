import Statistics

/// Searches of the commit of a change.
struct SearchRequest: Decodable {
  /// How many commits may have brought the change.
  let commits: Int
  /// The position of each search's change; 0 for no change.
  let changes: [Int]
  /// The relative change.
  let step: Double
  /// What a build costs, in runs.
  let buildCost: Double
  /// The noise of the runs of each search as factors, in the order of measurement; a search ends when it is used up.
  let noise: [[Double]]

  func answer() throws -> [SearchAnswer] {
    try zip(changes, noise).map { change, noise in
      var search = CommitSearch(commits: commits)
      var built: Set<Int> = []
      while search.runs.count < noise.count,
        let position = search.next(cost: { built.contains($0) ? 1 : 1 + buildCost })
      {
        built.insert(position)
        let level = change > 0 && position >= change ? 1 + step : 1
        try search.add(100 * level * noise[search.runs.count], of: position)
      }
      return SearchAnswer(
        runs: search.runs.count, builds: built.count, isDecided: search.isDecided,
        likeliest: search.findings.likeliest, credible: search.findings.credibleSet)
    }
  }
}

/// The end of a search.
struct SearchAnswer: Encodable {
  let runs: Int
  let builds: Int
  let isDecided: Bool
  let likeliest: Int
  /// The positions that contain the change with 95%.
  let credible: [Int]
}
