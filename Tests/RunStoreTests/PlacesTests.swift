import Recordings
import Testing

@testable import RunStore

@Suite("Runs by index")
struct PlacesTests {
  /// A store with two stages of one suite, one stage of another, and runs without suite, with commits and sessions.
  private func store(_ scratch: Scratch) throws -> RunStore {
    let store = try RunStore.open(scratch.path(), access: .create)
    func draft(
      _ name: String, _ suite: String?, _ stage: String?, _ commit: String?,
      value: Known<Double>? = nil
    ) -> RunDraft {
      var draft = Made.draft(name, suite: suite, stage: stage) { recording in
        recording.description.commit = commit
        recording.description.session = commit.map { "session of \($0)" }
        recording.description.device.name = name.hasPrefix("b") ? "tablet" : "phone"
        recording.description.labels = ["name": name]
      }
      draft.metrics =
        value.map {
          [StoredMetric(metric: "m", revision: 2, parameters: "p=1", value: $0)]
        } ?? []
      return draft
    }
    _ = try store.add([
      draft("a1", "list", "type", "c1", value: .known(1.5)),
      draft("a2", "list", "type", "c2", value: .withheld(because: "no frames")),
      draft("a3", "list", "scroll", "c2"),
      draft("b1", "menu", "open", "c10"), draft("b2", nil, nil, "it’s \"odd\" \\ \u{1}"),
      draft("b3", "list", nil, nil),
    ])
    return store
  }

  @Test("stages are listed once each, without their runs")
  func stages() throws {
    let scratch = try Scratch()
    let stages = try store(scratch).stages()
    #expect(stages.map(\.suite) == ["list", "menu"])
    #expect(stages.map(\.stages) == [["scroll", "type"], ["open"]])
    let empty = try RunStore.open(scratch.path("empty.db"), access: .create)
    #expect(try empty.stages().isEmpty)
  }

  @Test("commits with runs are found by id or prefix")
  func commits() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    let odd = "it’s \"odd\" \\ \u{1}"
    #expect(try store.commits() == ["c1", "c10", "c2", odd])
    #expect(try store.commits(among: [odd, "c2", "none"]) == ["c2", odd])
    #expect(try store.commits(beginningWith: "c1") == ["c1", "c10"])
    #expect(try store.commits(beginningWith: "it’s \"") == [odd])
    try store.remove([RunID(1)])
    #expect(try store.commits(beginningWith: "c1") == ["c10"])
  }

  @Test("runs are found by several commits, by device and by label")
  func filters() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    func names(_ edit: (inout RunFilter) -> Void) throws -> [String] {
      var filter = RunFilter()
      edit(&filter)
      return try store.runs(filter).map(\.name).sorted()
    }
    #expect(try names { $0.commits = ["c1", "c2"] } == ["a1", "a2", "a3"])
    #expect(try names { $0.commits = [] } == [])
    #expect(try names { $0.device = "tablet" } == ["b1", "b2", "b3"])
    #expect(try names { $0.labels = ["name": "a3"] } == ["a3"])
    #expect(
      try names {
        $0.commits = ["c2"]; $0.stage = "type"
      } == ["a2"])
  }

  @Test("a history has the stage, commit, session and device of the runs of commits")
  func history() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    var filter = RunFilter()
    filter.commits = ["c2", "c10"]
    let history = try store.history(filter)
    let runs = history.runs
    #expect(runs.map { history.places[$0.place].stage } == ["type", "scroll", "open"])
    #expect(runs.map { $0.commit.map { history.commits[$0] } } == ["c2", "c2", "c10"])
    #expect(runs[0].session == runs[1].session && runs[1].session != runs[2].session)
    #expect(runs.map { history.devices[$0.device]?.name } == ["phone", "phone", "tablet"])
  }

  @Test("stored values are in the order of the runs; missing values have no entry")
  func values() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    let kept = try store.metricTable(of: [RunID(3), RunID(2), RunID(1), RunID(99)])
    let values = kept.values(of: "m")
    #expect(values.map { $0?.value } == [nil, .withheld(because: "no frames"), .known(1.5), nil])
    #expect(values[2]?.parameters == "p=1" && values[2]?.revision == 2)
    #expect(kept.values(of: "none") == [nil, nil, nil, nil])
  }

  @Test("a store held still does not see changes by others")
  func heldStill() throws {
    let scratch = try Scratch()
    let writer = try store(scratch)
    let reader = try RunStore.open(scratch.path(), access: .read)
    try reader.holdStill()
    #expect(try reader.commits().count == 4)
    try writer.remove([RunID(1)])
    _ = try writer.add([Made.draft("new") { $0.description.commit = "c3" }])
    #expect(try reader.commits() == ["c1", "c10", "c2", "it’s \"odd\" \\ \u{1}"])
    #expect(try reader.recording(of: RunID(1)).timeline.value?.frameCount == 3)
    let later = try RunStore.open(scratch.path(), access: .read)
    #expect(try later.commits().contains("c3") && !later.commits().contains("c1"))
  }
}
