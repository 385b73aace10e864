internal import Recordings
package import RunStore
internal import Units

/// Why a store has no run that was asked for.
package struct MissingRuns: Sendable {
  /// What runs are asked by.
  package enum Kind: String, Sendable {
    case suite
    case stage
    case device
  }

  /// What no run is of; the suite where that is unknown already.
  package let kind: Kind
  /// As it was asked for.
  package let name: String
  /// What there is in its place, without repetition.
  package let known: [String]
  /// The one that was probably meant.
  package var nearest: String? { name.nearest(among: known) }

  /// Finds out which part of a question no run answers; reads no more than it takes.
  ///
  /// `nil` when each part has runs, if only not together, or was not asked for.
  ///
  /// - Parameters:
  ///   - filter: that no run passes.
  ///   - store: that was asked.
  /// - Throws: when the store cannot be read.
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
  /// No run passes a filter.
  ///
  /// - Parameters:
  ///   - filter: that was asked for.
  ///   - store: that was asked.
  /// - Returns: the failure, with what is known of the reason.
  package static func noRuns(_ filter: RunFilter, in store: RunStore) -> Failure {
    .noRuns(store: store.path, (try? MissingRuns(filter, in: store)) ?? nil)
  }
}
