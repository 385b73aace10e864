import Statistics

/// Searches for the commit of a change.
struct SearchRequest: Decodable {
  /// The number of commits that may have caused the change.
  let commits: Int
  /// The position of each search's change; 0 for no change.
  let changes: [Int]
  /// The relative change.
  let step: Double
  /// The cost of a build, in runs.
  let buildCost: Double
  /// For each search, the noise of its runs as factors, in order of measurement. A search ends after the last one.
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

/// The result of a search.
struct SearchAnswer: Encodable {
  let runs: Int
  let builds: Int
  let isDecided: Bool
  let likeliest: Int
  /// The positions that contain the change with a probability of 95%.
  let credible: [Int]
}
