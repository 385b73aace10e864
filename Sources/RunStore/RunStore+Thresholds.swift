internal import Recordings

extension RunStore {
  /// Stores the limits and comparisons of a suite that has none yet, within a transaction.
  func insert(_ thresholds: Thresholds, of suite: String) throws(StoreError) {
    for (index, limit) in thresholds.limits.enumerated() {
      try connection.insert(
        into: "suite_limit",
        [
          "suite": .text(suite), "position": SQLValue(index + 1), "metric": .text(limit.metric),
          "bound": .text(limit.bound), "stage": SQLValue(limit.stage),
        ])
    }
    for (index, pair) in thresholds.comparisons.enumerated() {
      try connection.insert(
        into: "suite_comparison",
        [
          "suite": .text(suite), "position": SQLValue(index + 1), "reference": .text(pair.from),
          "candidate": .text(pair.to),
        ])
    }
    for (metric, floor) in thresholds.noiseFloors.sorted(by: { $0.key < $1.key }) {
      try connection.insert(
        into: "suite_noise_floor",
        ["suite": .text(suite), "metric": .text(metric), "floor": .text(floor)])
    }
  }

  /// Reads the limits and comparisons of a suite, within a snapshot.
  func readThresholds(
    into thresholds: inout Thresholds, of suite: String
  ) throws(StoreError) {
    thresholds.limits = try connection.rows(
      "SELECT metric, bound, stage FROM suite_limit WHERE suite = ? ORDER BY position",
      [.text(suite)]
    ) { (row) throws(StoreError) in
      Thresholds.Limit(
        metric: row.text("metric"), bound: row.text("bound"), stage: row.optionalText("stage"))
    }
    thresholds.comparisons = try connection.rows(
      "SELECT reference, candidate FROM suite_comparison WHERE suite = ? ORDER BY position",
      [.text(suite)]
    ) { (row) throws(StoreError) in
      Thresholds.Pair(from: row.text("reference"), to: row.text("candidate"))
    }
    try connection.forEachRow(
      "SELECT metric, floor FROM suite_noise_floor WHERE suite = ?", [.text(suite)]
    ) { (row) throws(StoreError) in thresholds.noiseFloors[row.text("metric")] = row.text("floor") }
  }
}
