import Foundation
import TestSupport
import Testing

/// A store of all runs in `runs/`, made once for all tests that only read it.
enum RecordedRuns {
  private static let made = Result {
    () throws -> (folder: TemporaryFolder, outcome: Tool.Outcome) in
    let folder = TemporaryFolder()
    return (folder, try Tool.run(["ingest", "runs/", "--store", folder.path("runs.db")]))
  }

  /// The path of the store.
  static func store() throws -> String {
    let (folder, outcome) = try made.get()
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder.path("runs.db")
  }

  /// The output of the ingest.
  static func account() throws -> String { try made.get().outcome.output }

  /// A suite's report in one format.
  static func report(_ suite: String, _ format: String) throws -> String {
    let outcome = try Tool.run(["report", suite, "--store", try store(), "--format", format])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }
}
