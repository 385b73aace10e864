internal import Arguments
internal import RunStore

/// The numbers of runs on a command line.
enum RunNumbers {
  static let positional = Positional(
    repeating: "RUN", .integer(in: 1...Int.max).named("RUN"),
    help: "The numbers of runs, as “hitchmark runs list” shows them.")

  static func ids(_ values: ParsedValues, in store: RunStore) throws(Failure) -> [RunID] {
    let ids = values[positional].map { RunID(Int64($0)) }
    for id in ids {
      let found = try Attempt.storing { () throws(StoreError) in
        try store.runs(RunFilter(id: id)).count
      }
      if found == 0 { throw .unknownRun(String(id.number), store: store.path) }
    }
    return ids
  }
}

extension RunFilter {
  /// The run of one number.
  init(id: RunID) {
    self.init()
    ids = [id]
  }
}
