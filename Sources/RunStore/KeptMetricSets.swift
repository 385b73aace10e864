internal import Recordings
internal import Synchronization

/// A set of metrics with what each of them rests on: rows of `metric_set_member`.
final class KeptMetricSet: Sendable {
  struct Entry: Sendable {
    let metric: String
    let basis: MetricBasis
    /// Of the values; `nil` where there is a reason.
    let column: Int?

    func stored(_ value: Double?) -> StoredMetric {
      StoredMetric(
        metric: metric, revision: basis.revision, parameters: basis.parameters,
        value: value.map { .known($0) } ?? .withheld(because: basis.reason ?? ""))
    }
  }

  /// A member as the store has it.
  typealias Member = (metric: String, basis: MetricBasis)

  /// In the store.
  let number: Int64
  /// Among the sets that were met.
  let index: Int
  /// In the order of the metrics' ids.
  let entries: [Entry]
  private let places: PackedPlaces
  private let columns: [Int]
  private let columnsSoFar: Int
  private let positions: [String: Int]

  /// Takes the members in the order of the metrics' numbers, which is that of the values.
  ///
  /// - Parameters:
  ///   - number: in the store.
  ///   - index: among the sets that were met.
  ///   - members: of the set.
  ///   - metrics: those that are wanted; `nil` for all.
  ///   - columns: those of other sets, to which new ones are added.
  fileprivate init(
    _ number: Int64, at index: Int, _ members: [Member], only metrics: Set<String>?,
    columns: inout [String: Int]
  ) {
    var places = PackedPlaces()
    var entries: [Entry] = []
    var filled: [Int] = []
    for (metric, basis) in members {
      let isWanted = metrics?.contains(metric) ?? true
      let hasValue = basis.reason == nil
      if hasValue { places.add(isWanted: isWanted) }
      guard isWanted else { continue }
      if hasValue, columns[metric] == nil { columns[metric] = columns.count }
      let column = hasValue ? columns[metric] : nil
      entries.append(Entry(metric: metric, basis: basis, column: column))
      if let column { filled.append(column) }
    }
    entries.sort { $0.metric < $1.metric }
    positions = Dictionary(entries.indices.map { (entries[$0].metric, $0) }) { first, _ in first }
    self.number = number
    self.index = index
    self.entries = entries
    self.places = places
    self.columns = filled
    columnsSoFar = columns.count
  }

  /// What the set says of a metric; `nil` when it does not have it.
  subscript(metric: String) -> Entry? { positions[metric].map { entries[$0] } }

  /// How the values of a run with this set are unpacked.
  struct Unpacking: Sendable {
    /// In the store.
    let number: Int64
    /// The set's index.
    let set: Int
    /// Where the values that are wanted lie among those of a run.
    let places: PackedPlaces
    /// The column of each of those.
    let columns: [Int]
    /// How many columns there were when the set was met; those of its values are among them.
    let columnsSoFar: Int
  }

  /// How values are unpacked, for one thread.
  ///
  /// Its arrays are copies: threads that count the references of the same array for every run wait for each other.
  var unpacking: Unpacking {
    Unpacking(
      number: number, set: index, places: places.copy(), columns: columns.map { $0 },
      columnsSoFar: columnsSoFar)
  }
}

/// The sets that were met while runs were read, each read once, on whichever thread met it first.
final class KeptMetricSets: Sendable {
  private struct State {
    var sets: [KeptMetricSet] = []
    var indices: [Int64: Int] = [:]
    /// The column of each metric that has values.
    var columns: [String: Int] = [:]
  }

  private let wanted: Set<String>?
  private let state = Mutex(State())

  /// Begins without any.
  ///
  /// - Parameter wanted: the metrics that count; `nil` for all.
  init(only wanted: Set<String>?) { self.wanted = wanted }

  /// The sets, in the order in which they were met, which may be another on every occasion.
  var all: [KeptMetricSet] { state.withLock(\.sets) }

  /// The set of a number.
  ///
  /// - Parameters:
  ///   - number: in the store.
  ///   - connection: it is read through when it was not met before.
  /// - Returns: the set.
  /// - Throws: `StoreError`.
  func set(_ number: Int64, on connection: Connection) throws(StoreError) -> KeptMetricSet {
    let known = state.withLock { state in state.indices[number].map { state.sets[$0] } }
    if let known { return known }
    let members = try connection.members(ofMetricSet: number)
    return state.withLock { state in
      if let index = state.indices[number] { return state.sets[index] }
      let set = KeptMetricSet(
        number, at: state.sets.count, members, only: wanted, columns: &state.columns)
      state.indices[number] = set.index
      state.sets.append(set)
      return set
    }
  }
}

extension Connection {
  fileprivate func members(
    ofMetricSet number: Int64
  ) throws(StoreError) -> [KeptMetricSet.Member] {
    try rows(
      """
      SELECT metric.name, basis.revision, basis.parameters, basis.reason
      FROM metric_set_member AS member
      JOIN metric ON metric.id = member.metric
      JOIN metric_basis AS basis ON basis.id = member.basis
      WHERE metric_set = ? ORDER BY member.metric
      """, [.integer(number)]
    ) { (row) throws(StoreError) in
      (
        metric: row.text(0),
        basis: MetricBasis(
          revision: Int(row.integer(1)), parameters: row.text(2), reason: row.optionalText(3))
      )
    }
  }
}
