internal import ClickHouse

/// Values of metrics that were read from the cluster but are not in the slice yet.
///
/// Most commands need few metrics, or few runs, of all that a cluster sends. Inserting all values of 20,000 runs would
/// take longer than the command, so they are inserted when a command asks for them.
struct PendingValues {
  private struct Values {
    let run: Int64
    let set: Int
    let values: ContiguousArray<Double>
  }

  /// A metric of a set, as the slice numbers it.
  private struct Key {
    let metric: Int64
    let name: String
    let computation: Int64
  }

  private let connection: Connection
  private var runs: [Values] = []
  private var sets: [[Key]] = []
  private var setNumbers: [String: Int] = [:]
  /// The metrics whose values of all runs were inserted.
  private var done: Set<String> = []

  /// The number of runs whose values are kept in memory.
  static let most = 100_000

  init(_ connection: Connection) { self.connection = connection }

  var isFull: Bool { runs.count >= Self.most }

  /// The sets of these digests that are not known yet.
  func unknown(_ digests: Set<String>) -> [String] {
    digests.filter { !$0.isEmpty && setNumbers[$0] == nil }.sorted()
  }

  /// Adds a set of metrics.
  mutating func add(_ set: MetricSet) throws(StoreError) {
    guard setNumbers[set.digest] == nil else { return }
    var keys: [Key] = []
    for index in set.metrics.indices {
      keys.append(
        Key(
          metric: try connection.metricRow(set.metrics[index]), name: set.metrics[index],
          computation: try connection.computationRow(set.revisions[index], set.parameters[index])))
    }
    setNumbers[set.digest] = sets.count
    sets.append(keys)
  }

  /// Adds the values of a run; its set was added before.
  mutating func add(_ values: ContiguousArray<Double>, set: String, of run: Int64) {
    guard let number = setNumbers[set], sets[number].count == values.count else { return }
    runs.append(Values(run: run, set: number, values: values))
  }

  /// Inserts the values of some metrics of some runs; `nil` for all.
  mutating func insert(
    _ wanted: Set<String>?, of ids: Set<Int64>?
  ) throws(StoreError) {
    guard !runs.isEmpty else { return }
    if let ids, ids.count * 8 < runs.count {
      // All values of a few runs, which then are not pending.
      let (chosen, rest) = (
        runs.filter { ids.contains($0.run) }, runs.filter { !ids.contains($0.run) }
      )
      try insert(chosen) { _ in true }
      runs = rest
      return
    }
    try insert(runs) { wanted?.contains($0) ?? true }
    guard let wanted else {
      (runs, done) = ([], [])
      return
    }
    done.formUnion(wanted)
  }

  /// Inserts values in the order of the table, which takes a third of the time of any other order.
  private func insert(
    _ runs: [Values], where isWanted: (String) -> Bool
  ) throws(StoreError) {
    var places: [Int64: [(set: Int, index: Int, computation: Int64)]] = [:]
    for (set, keys) in sets.enumerated() {
      for (index, key) in keys.enumerated() where isWanted(key.name) && !done.contains(key.name) {
        places[key.metric, default: []].append((set, index, key.computation))
      }
    }
    try connection.transaction { () throws(StoreError) in
      for (metric, found) in places.sorted(by: { $0.key < $1.key }) {
        var places = [(index: Int, computation: Int64)?](repeating: nil, count: sets.count)
        for place in found { places[place.set] = (place.index, place.computation) }
        for run in runs {
          guard let place = places[run.set] else { continue }
          try connection.run(
            "INSERT OR REPLACE INTO metric_value (metric, run, value, computation) VALUES (?, ?, ?, ?)",
            [
              .integer(metric), .integer(run.run), .real(run.values[place.index]),
              .integer(place.computation),
            ])
        }
      }
    }
  }
}
