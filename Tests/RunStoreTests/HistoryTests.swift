import Recordings
import Testing
import Units

@testable import RunStore

@Suite("The history of a store")
struct HistoryTests {
  private let scratch: Scratch
  private let store: RunStore

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
  }

  private func add(
    _ name: String, stage: String?, commit: String? = nil, session: String? = nil,
    device: String = "Bench", metrics: [StoredMetric] = [],
    edit: (inout RunDescription) -> Void = { _ in }
  ) throws {
    var recording = Made.recording()
    recording.description.commit = commit
    recording.description.session = session
    recording.description.device.name = device
    edit(&recording.description)
    _ = try store.add(
      RunDraft(
        suite: stage == nil ? nil : "app", stage: stage, name: name, digest: name,
        recording: recording, metrics: metrics))
  }

  /// Place, commit, session and device of each run, as text.
  private func words(_ history: RunHistory) -> [String] {
    history.runs.map { run in
      let place = history.places[run.place]
      let commit = run.commit.map { history.commits[$0] } ?? "-"
      let session = run.session == nil ? "-" : "in session"
      return "\(run.id.number) \(place.suite ?? "-")/\(place.stage ?? "-") \(commit) \(session) "
        + (history.devices[run.device]?.name ?? "-")
    }
  }

  private func fill() throws {
    var suite = SuiteDescription(id: "app")
    suite.stages = [.init(id: "scroll", title: ""), .init(id: "open", title: "")]
    try store.put(suite)
    try add("a", stage: "open", commit: "c2", session: "night")
    try add("b", stage: "scroll", commit: "c1", session: "night")
    try add("c", stage: nil, device: "Other")
    try add("d", stage: "scroll", commit: "c2", device: "Other")
    try add("e", stage: "scroll", commit: "c1")
  }

  @Test("Runs are sorted by number, places in the order of the suite")
  func order() throws {
    try fill()
    let history = try store.history()
    #expect(
      words(history) == [
        "1 app/open c2 in session Bench", "2 app/scroll c1 in session Bench", "3 -/- - - Other",
        "4 app/scroll c2 - Other", "5 app/scroll c1 - Bench",
      ])
    #expect(history.places.map { $0.stage ?? "-" } == ["-", "scroll", "open"])
    #expect(history.commits == ["c1", "c2"])
    #expect(history.runs[0].session == history.runs[1].session)
  }

  @Test("A filter leaves runs out, and gaps in the run numbers do no harm")
  func filtered() throws {
    try fill()
    try store.remove([RunID(1), RunID(4)])
    #expect(try store.history().runs.map(\.id.number) == [2, 3, 5])
    #expect(
      words(try store.history(RunFilter(suite: "app", stage: "scroll"))) == [
        "2 app/scroll c1 in session Bench", "5 app/scroll c1 - Bench",
      ])
    var filter = RunFilter()
    filter.device = "Other"
    #expect(words(try store.history(filter)) == ["3 -/- - - Other"])
    filter.device = "None"
    #expect(try store.history(filter).runs.isEmpty)
  }

  @Test("A metric column has a value or an origin for each run of the history")
  func column() throws {
    func stored(_ value: Known<Double>, _ revision: Int = 1, _ parameters: String = "")
      -> StoredMetric
    {
      StoredMetric(metric: "m", revision: revision, parameters: parameters, value: value)
    }
    try add("a", stage: "1", metrics: [stored(.known(1.5))])
    try add("b", stage: "1", metrics: [stored(.withheld(because: "no frames"))])
    try add("c", stage: "1")
    try add("d", stage: "2", metrics: [stored(.known(2), 2, "points=1")])
    try add("e", stage: "1", metrics: [stored(.known(0))])
    let history = try store.history(RunFilter(suite: "app", stage: "1"))
    let kept = try store.metricTable(of: history.runs.map(\.id))
    let column = kept.column(of: "m")
    #expect(column.values == [1.5, 0, 0, 0])
    let computed = MetricColumn.Origin(revision: 1, parameters: "", reason: nil)
    #expect(
      column.sources.map { column.origins[Int($0)] } == [
        computed, .init(revision: 1, parameters: "", reason: "no frames"), nil, computed,
      ])
    let all = try store.metricTable(of: (1...5).map { RunID($0) })
    #expect(all.values(of: "m")[3] == stored(.known(2), 2, "points=1"))
    let unknown = kept.column(of: "n")
    #expect(unknown.values.isEmpty && unknown.origins == [nil])
    #expect(try store.metrics() == ["m"])
  }

  @Test("The circumstances of runs are their session, labels and trace format")
  func circumstances() throws {
    try add("a", stage: "1", session: "night") {
      $0.labels = ["build": "release", "kernel": "6.8"]
    }
    try add("b", stage: "1")
    let found = try store.circumstances(of: [RunID(1), RunID(2), RunID(9)])
    let record = try #require(try store.runs().first)
    let format = "\(record.origin.format) \(record.origin.dialect)"
    #expect(
      found == [
        RunID(1): RunCircumstances(
          session: "night", format: format, labels: ["build": "release", "kernel": "6.8"]),
        RunID(2): RunCircumstances(session: nil, format: format),
      ])
  }

  @Test("A measure is listed once: as the suite declares it, otherwise as in the first run")
  func measures() throws {
    func scalar(_ name: String, _ value: Double) -> Scalar {
      Scalar(name: name, value: value, unit: .milliseconds, lowerIsBetter: true)
    }
    try add("a", stage: "1") { $0.scalars = [scalar("z", 1), scalar("a", 2)] }
    try add("b", stage: "1") { $0.scalars = [scalar("z", 3)] }
    var suite = SuiteDescription(id: "app")
    suite.measures = [OwnMeasure(name: "z", title: "Zeal", unit: .bytes, lowerIsBetter: false)]
    try store.put(suite)
    #expect(try store.measures() == [suite.measures[0], scalar("a", 2).measure])
    #expect(try store.runs().map(\.description.measures) == [suite.measures, suite.measures])
  }

  @Test("A snapshot does not see what others write after its start")
  func snapshot() throws {
    try fill()
    let reader = try RunStore.open(scratch.path(), access: .read)
    try reader.holdStill()
    try add("late", stage: "scroll", commit: "c3")
    try store.remove([RunID(1)])
    #expect(try reader.history().runs.count == 5)
    #expect(try store.history().runs.count == 5)
    #expect(try store.history().commits.contains("c3"))
    #expect(try !reader.history().commits.contains("c3"))
  }

  @Test(
    "A device with the same properties of its environment joins the environment of an earlier version"
  )
  func earlierDigest() throws {
    try add("a", stage: "1", session: "s") { $0.device.properties = ["driver": "1"] }
    try store.connection.execute("UPDATE environment SET digest = 'made in another way'")
    try add("b", stage: "1", session: "s") { $0.device.properties = ["driver": "1"] }
    try add("c", stage: "1", session: "s") { $0.device.properties = ["driver": "2"] }
    try add("d", stage: "1", session: "s") { $0.device.properties = ["cores": "8"] }
    #expect(try store.number("SELECT count(*) FROM device") == 3)
    #expect(try store.number("SELECT count(*) FROM environment") == 2)
    #expect(try store.number("SELECT count(*) FROM session") == 2)
  }
}
