import Recordings
import Testing
import Units

@testable import RunStore

@Suite("Runs of a store")
struct RunsTests {
  private let scratch: Scratch
  private let store: RunStore

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
  }

  @Test("Runs are sorted by suite, by stage in the suite's order, and by name in natural order")
  func order() throws {
    var suite = SuiteDescription(id: "thesis")
    suite.stages = [
      SuiteDescription.Stage(id: "6.2", title: "later"),
      SuiteDescription.Stage(id: "6.10", title: "earlier"),
    ]
    try store.put(suite)
    let places = [
      ("thesis", "unlisted", "1"), ("thesis", "6.10", "1"), ("thesis", "6.2", "#10"),
      ("thesis", "6.2", "#9"), ("thesis", nil, "x"), (nil, nil, "alone"), ("s10", "a", "1"),
      ("s9", "a", "1"),
    ]
    for (index, place) in places.enumerated() {
      _ = try store.add(Made.draft(place.2, suite: place.0, stage: place.1, digest: "\(index)"))
    }
    let found = try store.runs().map { "\($0.suite ?? "-")/\($0.stage ?? "-")/\($0.name)" }
    #expect(
      found == [
        "-/-/alone", "s9/a/1", "s10/a/1", "thesis/-/x", "thesis/6.2/#9", "thesis/6.2/#10",
        "thesis/6.10/1", "thesis/unlisted/1",
      ])
  }

  @Test("A run must meet all conditions of a filter")
  func filter() throws {
    _ = try store.add(
      Made.draft("a", suite: "s", stage: "1") {
        $0.description.commit = "c1"
        $0.description.session = "night"
        $0.description.labels = ["os": "linux", "build": "release"]
      })
    _ = try store.add(
      Made.draft("b", suite: "s", stage: "2") { $0.description.labels = ["os": "linux"] })
    func names(_ edit: (inout RunFilter) -> Void) throws -> [String] {
      var filter = RunFilter()
      edit(&filter)
      return try store.runs(filter).map(\.name)
    }
    #expect(try names { $0.suite = "s" } == ["a", "b"])
    #expect(try names { $0.stage = "2" } == ["b"])
    #expect(try names { $0.name = "a" } == ["a"])
    #expect(try names { $0.commit = "c1" } == ["a"])
    #expect(try names { $0.session = "night" } == ["a"])
    #expect(try names { $0.labels = ["os": "linux"] } == ["a", "b"])
    #expect(try names { $0.labels = ["os": "linux", "build": "release"] } == ["a"])
    #expect(try names { $0.ids = [RunID(2)] } == ["b"])
    #expect(try names { $0.ids = [] } == [])
    #expect(try names { $0.suite = "x' OR 1 --" } == [])
  }

  @Test("A list has the runs in the same order, with the same properties")
  func listed() throws {
    for (index, name) in ["#10", "#9", "007", "7", "a", ""].enumerated() {
      _ = try store.add(
        Made.draft(name, suite: index % 2 == 0 ? "s" : nil, stage: "1", digest: "\(index)") {
          $0.description.commit = index < 3 ? "c\(index)" : nil
          if index == 4 { $0.timeline = .withheld(because: "nothing was presented") }
        })
    }
    for filter in [RunFilter(), RunFilter(suite: "s"), RunFilter(suite: "none")] {
      let listed = try store.listedRuns(filter)
      let records = try store.runs(filter)
      #expect(listed.map(\.id) == records.map(\.id))
      #expect(
        listed.map { [$0.suite, $0.stage, $0.name] }
          == records.map { [$0.suite, $0.stage, $0.name] })
      #expect(listed.map(\.format) == records.map(\.origin.format))
      #expect(listed.map(\.frames) == records.map(\.frames))
      #expect(listed.map(\.duration) == records.map(\.duration))
      #expect(listed.map(\.commit) == records.map(\.description.commit))
    }
  }

  @Test("A run is moved, renamed and relabeled")
  func change() throws {
    _ = try store.add(
      Made.draft("a", suite: "s", stage: "1") {
        $0.description.labels = ["old": "1", "kept": "2", "set": "3"]
      })
    var change = RunChange()
    change.labels = ["set": "4", "new": "5"]
    change.removedLabels = ["old", "absent"]
    change.stage = "2"
    change.name = "b"
    try store.change([RunID(1)], change)
    let run = try #require(try store.runs().first)
    #expect(run.suite == "s" && run.stage == "2" && run.name == "b")
    #expect(run.description.labels == ["kept": "2", "set": "4", "new": "5"])
    #expect(try store.verify() == [])
  }

  @Test("A change of several runs changes all or none")
  func changeOfNone() throws {
    _ = try store.add(Made.draft("a"))
    var change = RunChange()
    change.name = "b"
    #expect(throws: StoreError.noSuchRun(path: scratch.path(), run: RunID(2))) {
      try store.change([RunID(1), RunID(2)], change)
    }
    #expect(throws: StoreError.self) { try store.remove([RunID(1), RunID(2)]) }
    #expect(try store.runs().map(\.name) == ["a"])
  }

  @Test("A removed run leaves no data, and its number is not used again")
  func remove() throws {
    let stored = StoredMetric(metric: "fps.avg", revision: 1, parameters: "", value: .known(60))
    _ = try store.add(
      RunDraft(
        suite: "s", stage: "1", name: "a", digest: "d", recording: Made.anything(seed: 3),
        metrics: [stored]))
    try store.remove([RunID(1)])
    let tables = try store.all(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    let lasting = ["metric", "computation", "reason"]
    for case .text(let table) in tables.compactMap(\.first)
    where !table.hasPrefix("sqlite_") && !lasting.contains(table) {
      #expect(try store.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    #expect(try store.add(Made.draft("b", digest: "d")) == .added(RunID(2)))
  }

  @Test("A suite can be stored twice, and keeps its order")
  func suites() throws {
    var suite = SuiteDescription(id: "s10", title: "Ten")
    suite.stages = ["b", "a"].map {
      SuiteDescription.Stage(id: $0, title: "stage \($0)", baseline: "b", note: "a note")
    }
    suite.about = "about"
    suite.best = "a"
    suite.metrics = ["fps.min", "fps.avg"]
    suite.parameters = ["refresh_rate_hz": "60"]
    suite.stages[0].testCase = "text"
    suite.stages[0].variant = "old"
    suite.stages[1].variant = "new"
    suite.stages[1].at = 0.5
    suite.sweep = .init(title: "Number of views", unit: "views")
    suite.measures = [
      OwnMeasure(
        name: "draws", title: "Draw calls", unit: .count, lowerIsBetter: true, digits: 0,
        budget: .value(40)),
      OwnMeasure(name: "layout", unit: .milliseconds, lowerIsBetter: nil, budget: .refresh),
    ]
    suite.thresholds.limits = [
      .init(metric: "frametime.p95", bound: "<= 16.7 ms"),
      .init(metric: "fps.avg", bound: ">= 55 fps", stage: "b"),
    ]
    suite.thresholds.comparisons = [.init(from: "b", to: "a"), .init(from: "a", to: "b")]
    suite.thresholds.noiseFloors = ["fps.avg": "2%", "memory.avg": "5 MB"]
    suite.thresholds.tripWire = 0.3
    try store.put(SuiteDescription(id: "s10"))
    try store.put(suite)
    try store.put(SuiteDescription(id: "s9"))
    #expect(try store.suites() == [SuiteDescription(id: "s9"), suite])
    #expect(try store.suite("absent") == nil)
  }

  @Test(
    "A store held still is read in one state, whatever another connection writes meanwhile"
  )
  func snapshot() throws {
    _ = try store.add(Made.draft("a"))
    let reader = try RunStore.open(scratch.path(), access: .read)
    try reader.holdStill()
    #expect(try reader.runs().count == 1)
    _ = try store.add(Made.draft("b", digest: "b"))
    try store.put(SuiteDescription(id: "late"))
    #expect(try reader.runs().map(\.name) == ["a"])
    #expect(try reader.suites().isEmpty)
    #expect(try RunStore.open(scratch.path(), access: .read).runs().count == 2)
  }

  @Test("Metric values are stored, replaced, and withheld with their reason")
  func metrics() throws {
    func stored(_ metric: String, _ revision: Int, _ value: Known<Double>) -> StoredMetric {
      StoredMetric(metric: metric, revision: revision, parameters: "p", value: value)
    }
    _ = try store.add([Made.draft("a"), Made.draft("b")])
    let reason = Known<Double>.withheld(because: "no GPU samples in this trace")
    try store.setMetrics(
      [stored("gpu.avg", 1, reason), stored("fps.avg", 1, .known(1))], of: RunID(1))
    try store.setMetrics([stored("fps.avg", 2, .known(0.1 + 0.2))], of: RunID(1))
    try store.setMetrics([stored("fps.avg", 2, .known(-0.0))], of: RunID(2))
    let first = stored("fps.avg", 2, .known(0.1 + 0.2))
    #expect(try store.metrics(of: RunID(1)) == [first, stored("gpu.avg", 1, reason)])
    let kept = try store.metricTable(of: [RunID(1), RunID(2)])
    let zero = stored("fps.avg", 2, .known(0))
    #expect(kept.values(of: "fps.avg") == [first, zero])
    #expect(kept.values(of: "fps.avg")[1]?.value.value?.sign == .plus)
    #expect(kept.values(of: "absent") == [nil, nil])
    #expect(throws: StoreError.noSuchRun(path: scratch.path(), run: RunID(3))) {
      try store.setMetrics([], of: RunID(3))
    }
  }

  @Test("Adding a run again replaces metric values of an earlier revision, and no others")
  func earlierRevisions() throws {
    func add(_ metrics: (String, revision: Int, Double)...) throws -> AddOutcome {
      var draft = Made.draft("a")
      draft.metrics = metrics.map {
        StoredMetric(metric: $0.0, revision: $0.revision, parameters: "", value: .known($0.2))
      }
      return try store.add(draft)
    }
    _ = try add(("fps.avg", 1, 60), ("fps.min", 2, 40), ("frames", 1, 300))
    let outcome = try add(("fps.avg", 2, 59), ("fps.min", 1, 41), ("frames", 1, 301), ("new", 1, 7))
    #expect(outcome == .alreadyThere(RunID(1)))
    let kept = try store.metrics(of: RunID(1)).map { "\($0.metric) \($0.value.value ?? 0)" }
    #expect(kept == ["fps.avg 59.0", "fps.min 40.0", "frames 300.0", "new 7.0"])
  }

  @Test("The properties of a commit are stored, and completed by a later run")
  func revision() throws {
    var revision = Revision()
    revision.parents = ["p1", "p2"]
    for (name, known) in [("a", revision), ("b", Revision())] {
      var recording = Made.recording()
      recording.description.commit = "c1"
      _ = try store.add(
        RunDraft(
          suite: nil, stage: nil, name: name, digest: name, recording: recording, revision: known))
    }
    #expect(try store.revision("c1") == revision)
    #expect(try store.revision("c2") == nil)
  }

  @Test(
    "Properties that make figures incomparable define the environment; others belong to the device")
  func environments() throws {
    func add(_ name: String, _ edit: (inout Device) -> Void) throws {
      _ = try store.add(
        Made.draft(name) {
          $0.description.session = "s"
          edit(&$0.description.device)
        })
    }
    try add("a") { $0.os = "iOS 10.3" }
    try add("b") { $0.os = "iOS 11" }
    try add("c") { $0.os = "Android 7" }
    try add("d") { ($0.os, $0.properties) = ("Android 7", ["resolution": "1x1"]) }
    try add("e") { ($0.os, $0.properties) = ("Android 7", ["governor": "powersave"]) }
    #expect(try store.number("SELECT count(*) FROM environment") == 3)
    #expect(try store.number("SELECT count(*) FROM device") == 5)
    #expect(try store.number("SELECT count(*) FROM session") == 3)
  }
}
