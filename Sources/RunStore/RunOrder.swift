internal import Recordings
internal import Units

/// The properties by which runs are sorted.
protocol FiledRun: Sendable {
  var id: RunID { get }
  var suite: String? { get }
  var stage: String? { get }
  var name: String { get }
}

extension Place {
  /// The rank of each place: runs without a suite first, then suites; within a suite, runs without a stage, then stages
  /// in the order of the suite, then other stages.
  static func ranks(of places: Set<Place>, positions: [Place: Int64]) -> [Place: Int] {
    let sorted = places.map { place in
      let position = positions[place] ?? (place.stage == nil ? 0 : Int64.max)
      return (place: place, suite: place.suite.map(NaturalKey.init), position: position)
    }.sorted { left, right in
      if left.suite != right.suite { return left.suite.precedes(right.suite) }
      if left.position != right.position { return left.position < right.position }
      return left.place.stage.map(NaturalKey.init).precedes(right.place.stage.map(NaturalKey.init))
    }
    let ranked = sorted.enumerated().map { ($0.element.place, $0.offset) }
    return Dictionary(ranked) { first, _ in first }
  }
}

extension NaturalKey? {
  /// `nil` precedes all keys.
  fileprivate func precedes(_ other: NaturalKey?) -> Bool {
    guard let other else { return false }
    return map { $0 < other } ?? true
  }
}

/// The sort key of a run within its place.
///
/// Keys are sorted instead of runs, because runs are large.
struct RunKey: Comparable {
  let name: NaturalKey
  let id: RunID
  /// The index of the run in the array to be sorted.
  let index: Int

  static func < (left: RunKey, right: RunKey) -> Bool {
    if left.name != right.name { return left.name < right.name }
    return left.id < right.id
  }
}
