internal import Recordings
package import RunStore
internal import Units

/// Why a request found no runs: a suite, stage (program version) or device that no run has.
///
/// Stages are searched in the requested suite, and devices among the runs that meet all other conditions.
package struct MissingRuns: Sendable {
  /// The kinds of names that select runs in a request: suite, stage (program version) or device.
  package enum Kind: String, Sendable {
    case suite
    case stage
    case device
  }

  /// Whether the name that no stored run has is that of a suite, of a stage (program version) or of a device.
  package let kind: Kind
  /// The name in the user's request that no stored run has.
  package let name: String
  /// The suites, stages (program versions) or devices that exist, one of which the user may have meant.
  package let known: [String]
  /// The existing suite, stage (program version) or device that the user probably meant.
  package var nearest: String? { name.nearest(among: known) }

  /// Finds the condition of a filter that no run meets.
  ///
  /// The conditions are checked in the order suite, stage, device, each among the runs that meet the earlier ones.
  /// `nil` if the suite and the stage have runs, and the filter names no device.
  init?(_ filter: RunFilter, in store: RunStore) throws(StoreError) {
    let places = try store.stages()
    if let suite = filter.suite, !places.contains(where: { $0.suite == suite }) {
      self.init(kind: .suite, name: suite, known: places.map(\.suite))
      return
    }
    let stages = places.filter { $0.suite == filter.suite ?? $0.suite }.flatMap(\.stages)
    if let stage = filter.stage, !stages.contains(stage) {
      self.init(kind: .stage, name: stage, known: stages)
      return
    }
    guard let device = filter.device else { return nil }
    var others = filter
    others.device = nil
    let known = try store.runs(others).compactMap(\.description.device.name)
    self.init(kind: .device, name: device, known: known)
  }

  private init(kind: Kind, name: String, known: [String]) {
    self.kind = kind
    self.name = name
    var seen: Set<String> = []
    self.known = known.filter { seen.insert($0).inserted }
  }
}

extension Failure {
  /// Creates the error for a request that matches no stored run, and explains which requested name is unknown.
  package static func noRuns(_ filter: RunFilter, in store: RunStore) -> Failure {
    .noRuns(store: store.path, (try? MissingRuns(filter, in: store)) ?? nil)
  }
}
