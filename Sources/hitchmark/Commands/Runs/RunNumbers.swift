internal import Arguments
internal import RunStore
internal import Workbench

/// The numbers of runs on a command line.
enum RunNumbers {
  static let positional = Positional(
    repeating: "RUN", .integer(in: 1...Int.max).named("RUN"),
    help: "numbers of runs, as “hitchmark runs list” shows them")

  /// The runs with the given numbers, in the given order; a single query reads all of these runs.
  static func records(
    _ values: ParsedValues, in store: RunStore
  ) throws(Failure) -> [RunRecord] {
    let ids = values[positional].map { RunID(Int64($0)) }
    var filter = RunFilter()
    filter.ids = ids
    let found = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    let records = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    return try ids.map { (id) throws(Failure) in
      guard let record = records[id] else {
        throw .unknownRun(String(id.number), store: store.path)
      }
      return record
    }
  }
}
