internal import Arguments
internal import ClusterStore
internal import RunStore
internal import System
internal import Workbench

/// Opens the store that a command reads or writes.
enum Stores {
  /// Opens the store that the options name.
  ///
  /// - Parameter filter: the suite and stage whose runs the command reads.
  static func open(
    _ values: ParsedValues, _ access: RunStore.Access, for filter: RunFilter = RunFilter()
  ) throws -> RunStore {
    try RunStore.open(anywhere: values[CommonOptions.store], access: access, for: filter)
  }

  /// Whether there is a file at the path of the store, or the store is in a cluster.
  static func mayExist(at path: String) -> Bool {
    RunStore.isCluster(path) || Platform.kind(of: path) != .nothing
  }

  /// Opens a store to read one state of it, whatever other processes change meanwhile.
  static func openStill(
    _ values: ParsedValues, for filter: RunFilter = RunFilter()
  ) throws -> RunStore {
    let store = try open(values, .read, for: filter)
    try store.holdStill(processors: Platform.processorCount)
    return store
  }
}
