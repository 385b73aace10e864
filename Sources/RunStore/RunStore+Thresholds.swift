internal import Recordings

extension RunStore {
  /// Keeps what a suite must not fall behind, within a transaction and where nothing was kept before.
  func insert(_ thresholds: Thresholds, of suite: String) throws(StoreError) {
    for (index, limit) in thresholds.limits.enumerated() {
      try connection.run(
        "INSERT INTO suite_limit (suite, position, metric, bound, stage) VALUES (?, ?, ?, ?, ?)",
        [
          .text(suite), SQLValue(index + 1), .text(limit.metric), .text(limit.bound),
          SQLValue(limit.stage),
        ])
    }
    for (index, pair) in thresholds.comparisons.enumerated() {
      try connection.run(
        """
        INSERT INTO suite_comparison (suite, position, reference, candidate) VALUES (?, ?, ?, ?)
        """, [.text(suite), SQLValue(index + 1), .text(pair.from), .text(pair.to)])
    }
    for (metric, floor) in thresholds.noiseFloors.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        "INSERT INTO suite_noise_floor (suite, metric, floor) VALUES (?, ?, ?)",
        [.text(suite), .text(metric), .text(floor)])
    }
  }

  /// What a suite must not fall behind, within a snapshot.
  func thresholds(
    of suite: String, tripWire: Double?
  ) throws(StoreError) -> Thresholds {
    var thresholds = Thresholds()
    thresholds.tripWire = tripWire
    thresholds.limits = try connection.rows(
      "SELECT metric, bound, stage FROM suite_limit WHERE suite = ? ORDER BY position",
      [.text(suite)]
    ) { (row) throws(StoreError) in
      Thresholds.Limit(metric: row.text(0), bound: row.text(1), stage: row.optionalText(2))
    }
    thresholds.comparisons = try connection.rows(
      "SELECT reference, candidate FROM suite_comparison WHERE suite = ? ORDER BY position",
      [.text(suite)]
    ) { (row) throws(StoreError) in Thresholds.Pair(from: row.text(0), to: row.text(1)) }
    try connection.forEachRow(
      "SELECT metric, floor FROM suite_noise_floor WHERE suite = ?", [.text(suite)]
    ) { (row) throws(StoreError) in thresholds.noiseFloors[row.text(0)] = row.text(1) }
    return thresholds
  }
}
