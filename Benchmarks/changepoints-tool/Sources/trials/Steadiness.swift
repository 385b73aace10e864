import Analysis

/// Runs whose frame times may change over time.
struct SteadinessRequest: Decodable {
  let runs: [PackedFrames]

  /// For each run, the ids of the notes on steadiness that `hitchmark analyze` prints.
  func answer() -> [[String]] {
    runs.map { run in
      run.summary().quality.findings.map(\.kind).filter(Self.checks.contains)
    }
  }

  private static let checks: Set = ["warm-up", "slow-end", "disturbed-part", "drift"]
}
