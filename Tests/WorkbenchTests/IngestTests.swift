import Decoding
import RunFolders
import RunStore
import Synchronization
import TestSupport
import Testing

@testable import Workbench

@Suite("Ingest without a command line")
struct IngestTests {
  private let folder = TemporaryFolder()
  private static let noOverrides = RunOverrides(
    suite: nil, stage: nil, name: nil, commit: nil, session: nil, device: nil, labels: [:])

  private func ingest(_ names: [String]) throws -> (outcome: IngestOutcome, notices: [Notice]) {
    let notices = Mutex<[Notice]>([])
    let observer = TaskObserver(
      progress: { _ in }, notice: { notice in notices.withLock { $0.append(notice) } })
    var ingest = Ingest(
      plan: try TraceDiscovery.plan(names.map(folder.path)),
      writer: RunWriter(path: folder.path("s.db"), isDryRun: false, rivals: .noted),
      overrides: Self.noOverrides)
    try ingest.run(format: nil, jobs: 2, observer: observer)
    return (ingest.outcome, notices.withLock { $0 })
  }

  @Test("adds good traces, and reports a bad one in a notice")
  func outcome() throws {
    for number in [1, 2] { try NativeTrace(number).write(into: folder) }
    try folder.file("empty.csv", text: "")
    let (outcome, notices) = try ingest(["1.csv", "empty.csv", "2.csv"])
    #expect((outcome.added, outcome.refused) == (2, 1))
    #expect(outcome.addedBySuite.counts.map(\.count) == [2])
    guard case .refused(TraceError.empty(let path))? = notices.first else {
      Issue.record("the notices are \(notices)")
      return
    }
    #expect(path == folder.path("empty.csv"))
  }

  @Test("adds nothing the second time")
  func again() throws {
    try NativeTrace(1).write(into: folder)
    #expect(try ingest(["1.csv"]).outcome.added == 1)
    let again = try ingest(["1.csv"]).outcome
    #expect((again.added, again.alreadyThere) == (0, 1))
  }

  @Test("a tally keeps the order of first appearance")
  func tally() {
    var tally = Tally<String>()
    #expect(tally.add("b") && tally.add("a") && !tally.add("b"))
    #expect(tally.counts.map(\.element) == ["b", "a"])
    #expect(tally.counts.map(\.count) == [2, 1])
  }
}
