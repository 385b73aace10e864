internal import Arguments
internal import RunStore
internal import Workbench

/// Opens the store that a command reads or writes.
enum Stores {
  static func open(_ values: ParsedValues, _ access: RunStore.Access) throws(Failure) -> RunStore {
    try Attempt.storing { () throws(StoreError) in
      try RunStore.open(values[CommonOptions.store], access: access)
    }
  }

  /// Opens a store to read one state of it, whatever other processes change meanwhile.
  static func openStill(_ values: ParsedValues) throws(Failure) -> RunStore {
    let store = try open(values, .read)
    try Attempt.storing { () throws(StoreError) in
      try store.holdStill(processors: Platform.processorCount)
    }
    return store
  }
}
