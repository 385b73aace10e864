internal import Recordings

/// The kept metric values of some runs, one beside the other: for questions about very many of them.
public struct KeptMetrics: Sendable {
  /// The runs in stretches as `TableColumn` has them, in their order.
  private let stretches: [KeptMetricsStretch]
  /// In the order of their numbers in the store.
  private let sets: [KeptMetricSet]
  /// For each run where its values come from, as an index of the origins of every column; 0 where nothing was kept of it.
  public let sources: [Int]

  init(_ stretches: [KeptMetricsStretch], of sets: [KeptMetricSet]) {
    self.stretches = stretches
    self.sets = sets.sorted { $0.number < $1.number }
    var places = Array(repeating: 0, count: sets.count + 1)
    for (place, set) in self.sets.enumerated() { places[set.index + 1] = place + 1 }
    var sources: [Int] = []
    sources.reserveCapacity(stretches.reduce(0) { $0 + $1.count })
    for stretch in stretches {
      for set in stretch.setOfRun { sources.append(places[set]) }
    }
    self.sources = sources
  }

  /// What the runs have of one metric; O(n / 2¹²) in the runs where any has a value, and O(n) in their different
  /// origins.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: a value, or where there is none its reason, for each of the runs.
  public func column(of metric: String) -> MetricColumn {
    let origins = sets.map { set in
      set[metric].map { MetricColumn.Origin($0.basis) } ?? MetricColumn.Origin.absent
    }
    return MetricColumn(values: values(of: metric), origins: [.absent] + origins)
  }

  /// What the runs have of one metric, each with what it rests on; O(n) in the runs.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: in the order of the runs; `nil` where nothing was kept.
  public func values(of metric: String) -> [StoredMetric?] {
    let entries = [nil] + sets.map { $0[metric] }
    let values: TableColumn = values(of: metric)
    return sources.indices.map { index in
      entries[sources[index]].map { entry in
        entry.stored(entry.column == nil ? nil : values[index])
      }
    }
  }

  /// The values of a metric; empty where no run has one.
  private func values(of metric: String) -> TableColumn {
    let column = sets.lazy.compactMap { $0[metric]?.column }.first
    return TableColumn(
      stretches: column.map { column in stretches.map { $0.values(inColumn: column) } } ?? [])
  }

  /// What one run has.
  ///
  /// - Parameter index: of the run among those that were asked for.
  /// - Returns: in the order of the metrics' ids.
  public func metrics(ofRunAt index: Int) -> [StoredMetric] {
    guard sources[index] > 0 else { return [] }
    let (stretch, row) = index.quotientAndRemainder(dividingBy: TableColumn.stretchLength)
    return sets[sources[index] - 1].entries.map { entry in
      entry.stored(entry.column.map { stretches[stretch].value(ofRow: row, inColumn: $0) })
    }
  }
}

extension MetricColumn.Origin {
  fileprivate init(_ basis: MetricBasis) {
    self =
      basis.reason.map { .withheld(reason: $0) }
      ?? .computed(revision: basis.revision, parameters: basis.parameters)
  }
}

/// The kept values of a stretch of runs, column behind column.
struct KeptMetricsStretch: Sendable {
  /// How many runs there are.
  let count: Int
  /// For each run one more than its set's index; 0 where nothing was kept of it.
  private(set) var setOfRun: [Int]
  /// A value for each run in each of the columns that there are yet; 0 where there is none.
  private var values: [Double] = []
  /// From the start of a column to that of the next.
  ///
  /// A line of the cache more than the runs take: with a power of two between them, all values of a run would fall into
  /// the same few lines of the cache.
  private let pitch: Int

  private static let zeros = Array(repeating: 0.0, count: TableColumn.stretchLength)

  init(count: Int) {
    self.count = count
    pitch = count + 8
    setOfRun = Array(repeating: 0, count: count)
  }

  /// Keeps the packed values of a run.
  mutating func set(
    _ packed: UnsafeRawBufferPointer, by unpacking: KeptMetricSet.Unpacking, ofRow row: Int
  ) throws(PackingProblem) {
    setOfRun[row] = unpacking.set + 1
    let room = unpacking.columnsSoFar * pitch - values.count
    if room > 0 { values.append(contentsOf: repeatElement(0, count: room)) }
    let pitch = pitch
    try values.withUnsafeMutableBufferPointer { (values) throws(PackingProblem) in
      try unpacking.places.unpack(packed) { position, value in
        values[unpacking.columns[position] * pitch + row] = value
      }
    }
  }

  /// The values in a column; zeros where no run of the stretch has one.
  func values(inColumn column: Int) -> ArraySlice<Double> {
    let start = column * pitch
    return start < values.count ? values[start..<start + count] : Self.zeros[..<count]
  }

  func value(ofRow row: Int, inColumn column: Int) -> Double { values[column * pitch + row] }
}

extension RunStore {
  /// The kept metric values of some runs; O(n) in their values, and best for runs in ascending order.
  ///
  /// - Parameters:
  ///   - runs: which, each once.
  ///   - metrics: those that will be asked for; `nil` for all.
  /// - Returns: what they have, in their order.
  /// - Throws: `StoreError`.
  public func keptMetrics(
    of runs: [RunID], only metrics: Set<String>? = nil
  ) throws(StoreError) -> KeptMetrics {
    try connection.snapshot { () throws(StoreError) in
      let sets = KeptMetricSets(only: metrics)
      let starts = stride(from: 0, to: runs.count, by: TableColumn.stretchLength)
      let parts = starts.map { runs[$0..<min($0 + TableColumn.stretchLength, runs.count)] }
      let areClose = runs.areCloseTogether
      let stretches = try sharedAmongThreads(parts) { (connection, runs) throws(StoreError) in
        var reading = KeptMetricsReading(of: runs, among: sets, on: connection)
        if areClose { try reading.readRange() } else { try reading.readEach() }
        return reading.kept
      }
      return KeptMetrics(stretches, of: sets.all)
    }
  }
}

extension [RunID] {
  /// Whether they ascend with few numbers between them, so that a walk along all numbers is the shortest way; O(n).
  fileprivate var areCloseTogether: Bool {
    guard let first = first?.number, let last = last?.number,
      UInt64(bitPattern: last &- first) < UInt64(count) * 4
    else { return false }
    return zip(self, dropFirst()).allSatisfy { $0 < $1 }
  }
}
