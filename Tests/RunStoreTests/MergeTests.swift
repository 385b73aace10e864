import Recordings
import Testing

@testable import RunStore

@Suite("Merging stores")
struct MergeTests {
  private let scratch: Scratch
  private let target: RunStore

  init() throws {
    scratch = try Scratch()
    target = try RunStore.open(scratch.path("all.db"), access: .create)
  }

  private func drafts(_ seeds: ClosedRange<UInt64>) -> [RunDraft] {
    seeds.map { seed in
      var recording = Made.anything(seed: seed)
      recording.description.session = "night \(seed % 3)"
      recording.description.commit = "c\(seed % 4)"
      var draft = RunDraft(
        suite: "app", stage: "\(seed % 2)", name: "\(seed)", digest: "digest \(seed)",
        recording: recording)
      draft.metrics = [
        StoredMetric(
          metric: "fps.avg", revision: Int(seed % 2) + 1, parameters: "p\(seed % 5)",
          value: seed % 3 == 0 ? .withheld(because: "made up") : .known(Double(seed)))
      ]
      return draft
    }
  }

  private func source(_ name: String, _ seeds: ClosedRange<UInt64>) throws -> RunStore {
    let store = try RunStore.open(scratch.path(name), access: .create)
    _ = try store.add(drafts(seeds))
    return store
  }

  /// The stored data of one run, without the ids that differ between stores.
  private struct Content: Equatable {
    let place: String
    let recording: Recording
    let metrics: [StoredMetric]
  }

  private func contents(of store: RunStore) throws -> [Content] {
    try store.runs().map { run in
      Content(
        place: "\(run.suite ?? "")/\(run.stage ?? "")/\(run.name)",
        recording: try store.recording(of: run.id), metrics: try store.metrics(of: run.id))
    }
  }

  /// A store with the same runs, after statements that damage it.
  private func damaged(
    _ name: String, _ seeds: ClosedRange<UInt64>, by sql: String
  ) throws -> RunStore {
    let store = try source(name, seeds)
    try store.connection.execute(sql)
    return store
  }

  @Test(
    "A damaged run is not copied, and the others are",
    arguments: [
      "UPDATE frame_column SET data = substr(data, 1, 5) WHERE run = 2",
      "UPDATE frame_column SET data = randomblob(200) WHERE run = 2",
      "UPDATE run SET content_digest = 'x' WHERE id = 2",
      "UPDATE run SET frames = frames + 1 WHERE id = 2",
      "UPDATE run SET id = 9223372036854775807, content_digest = 'x' WHERE id = 2",
    ])
  func refuses(sql: String) throws {
    let outcome = try target.merge(
      try damaged("a.db", 1...5, by: "PRAGMA foreign_keys = 0; \(sql)"))
    #expect(outcome.added == 4 && outcome.refused.count == 1, "\(outcome)")
    #expect(try target.verify().isEmpty)
    #expect(try target.runs().map(\.name).sorted() == ["1", "3", "4", "5"])
    // The sound copy of another store is not blocked.
    let healed = try target.merge(try source("b.db", 1...5))
    #expect((healed.added, healed.alreadyThere) == (1, 4))
  }

  @Test("A sound copy replaces a damaged run, and a damaged copy replaces nothing")
  func repairs() throws {
    _ = try target.merge(try source("a.db", 1...4))
    let sound = try contents(of: target)
    let broken = try damaged(
      "b.db", 1...4, by: "UPDATE frame_column SET data = randomblob(99) WHERE run = 3")
    let none = try target.merge(broken)
    #expect(none.alreadyThere == 4 && none.repaired == 0 && none.refused.isEmpty)
    #expect(try contents(of: target) == sound)
    try target.connection.execute("UPDATE frame_column SET data = randomblob(99) WHERE run = 2")
    #expect(try target.verify().count == 1)
    let repaired = try target.merge(try source("c.db", 1...4))
    #expect((repaired.added, repaired.alreadyThere, repaired.repaired) == (0, 3, 1))
    #expect(try target.verify().isEmpty)
    #expect(try contents(of: target).count == 4)
  }

  @Test("Two merged stores equal one store with all runs")
  func equal() throws {
    let first = try target.merge(try source("a.db", 1...20))
    let second = try target.merge(try source("b.db", 15...40))
    #expect((first.added, first.alreadyThere) == (20, 0))
    #expect((second.added, second.alreadyThere) == (20, 6))
    let whole = try source("whole.db", 1...40)
    #expect(try contents(of: target) == contents(of: whole))
    #expect(try target.verify() == [])
    #expect(try contents(of: target).count == 40)
  }

  @Test("A repeated merge copies nothing, and neither does a merge of a store into itself")
  func repeated() throws {
    let other = try source("a.db", 1...5)
    _ = try target.merge(other)
    let before = try contents(of: target)
    #expect(try target.merge(other) == MergeOutcome(added: 0, alreadyThere: 5))
    let same = try RunStore.open(target.path, access: .read)
    #expect(try target.merge(same) == MergeOutcome(added: 0, alreadyThere: 5))
    #expect(try contents(of: target) == before)
  }

  @Test("More runs than a batch has are copied, with progress after each batch")
  func batches() throws {
    let other = try RunStore.open(scratch.path("many.db"), access: .create)
    _ = try other.add((1...250).map { Made.draft("run \($0)") })
    _ = try target.add(Made.draft("run 120"))
    var steps: [String] = []
    let outcome = try target.merge(other) { steps.append("\($0)/\($1)") }
    #expect((outcome.added, outcome.alreadyThere) == (249, 1))
    #expect(outcome.copies.count == 249)
    #expect(steps == ["100/250", "200/250", "250/250"])
    #expect(try target.runs().count == 250)
  }

  @Test("A run that both stores have stays as it is in the target")
  func keepsOwn() throws {
    _ = try target.add(Made.draft("mine", digest: "d"))
    let other = try RunStore.open(scratch.path("a.db"), access: .create)
    _ = try other.add(Made.draft("theirs", digest: "d"))
    #expect(try target.merge(other) == MergeOutcome(added: 0, alreadyThere: 1))
    #expect(try target.runs().map(\.name) == ["mine"])
  }

  @Test("A commit keeps its stored properties, and gets those that only the other store has")
  func commits() throws {
    var mine = drafts(1...1)[0]
    mine.revision = Revision()
    mine.revision?.subject = "mine"
    _ = try target.add(mine)
    var theirs = drafts(5...5)[0]
    theirs.revision = Revision()
    theirs.revision?.subject = "theirs"
    theirs.revision?.branch = "main"
    let other = try RunStore.open(scratch.path("a.db"), access: .create)
    _ = try other.add(theirs)
    _ = try target.merge(other)
    let found = try target.connection.rows("SELECT subject, branch FROM revision WHERE id = 'c1'") {
      (row) throws(StoreError) in row.values
    }
    #expect(found == [[.text("mine"), .text("main")]])
  }
}
