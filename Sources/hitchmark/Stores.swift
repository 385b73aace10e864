internal import Arguments
internal import RunStore

/// Opens the store that a command was given.
enum Stores {
  static func open(_ values: ParsedValues, _ access: RunStore.Access) throws(Failure) -> RunStore {
    try Attempt.storing { () throws(StoreError) in
      try RunStore.open(values[CommonOptions.store], access: access)
    }
  }
}
