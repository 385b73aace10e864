import Analysis
import Recordings
import RunStore
import TestSupport
import Testing
import Units

@testable import Workbench

@Suite("Values of stored runs")
struct RunValuesTests {
  private let folder = TemporaryFolder()

  /// A store with one run of 100 frames of 10 ms each, whose stored average frame rate is `average`.
  private func store(average: Double, revision: Int? = nil) throws -> RunStore {
    let store = try RunStore.open(folder.path("runs.db"), access: .create)
    let recording = Recording(
      origin: Recording.Origin(source: "a.csv", format: "native", dialect: "1"),
      timeline: .known(
        FrameTimeline(presents: NumberColumn((0...100).map { Nanoseconds($0) * 10_000_000 }))))
    let values = recording.storedMetrics
    _ = try store.add(
      RunDraft(
        suite: "s", stage: "1", name: "run", digest: "d", recording: recording, metrics: values))
    let known = try #require(values.first { $0.metric == "fps.avg" })
    let replaced = StoredMetric(
      metric: known.metric, revision: revision ?? known.revision, parameters: known.parameters,
      value: .known(average))
    try store.setMetrics([(run: try store.runs()[0].id, metrics: [replaced])])
    return store
  }

  private func average(
    in store: RunStore, needs: RunNeeds = RunNeeds(),
    settings: ParameterSettings = ParameterSettings()
  ) throws -> (value: Double?, findings: [String]) {
    var values = RunValues(of: store, settings: settings, needs: needs)
    let run = try #require(
      try values.summaries(of: store.runs(), metrics: ["fps.avg"]).first)
    return (run["fps.avg"]?.value.value, run.quality.findings.map(\.kind))
  }

  @Test("come from the store if revision and parameters match")
  func stored() throws {
    #expect(try average(in: store(average: 12.5)).value == 12.5)
  }

  @Test("are computed from the frames if the revision differs")
  func otherRevision() throws {
    #expect(try average(in: store(average: 12.5, revision: 0)).value == 100)
  }

  @Test("are computed from the frames if the parameters differ")
  func otherParameters() throws {
    var settings = ParameterSettings()
    settings.frames = .all
    #expect(try average(in: store(average: 12.5), settings: settings).value == 100)
  }

  @Test("are computed from the frames if the output draws charts or shows segments")
  func needs() throws {
    let store = try store(average: 12.5)
    for needs in [RunNeeds(charts: true), RunNeeds(segments: true)] {
      #expect(try average(in: store, needs: needs).value == 100)
    }
  }

  @Test("come from the store if only findings about the frames are needed in addition")
  func quality() throws {
    let (value, findings) = try average(
      in: store(average: 12.5), needs: RunNeeds(examined: .max))
    #expect(value == 12.5)
    #expect(findings.contains("constant-frame-times"))
  }

  @Test("come from the store if threads are needed but the run has no CPU time by thread")
  func threads() throws {
    let needs = RunNeeds(threads: true)
    #expect(try average(in: store(average: 12.5), needs: needs).value == 12.5)
  }

  @Test(
    "come with findings for the requested number of runs, the last ingested first", arguments: 0...3
  )
  func examined(most: Int) throws {
    let store = try store(average: 12.5)
    for digest in ["e", "f"] {
      let recording = try store.recording(of: store.runs()[0])
      _ = try store.add(
        RunDraft(
          suite: "s", stage: "0", name: digest, digest: digest, recording: recording,
          metrics: recording.storedMetrics))
    }
    var values = RunValues(
      of: store, settings: ParameterSettings(), needs: RunNeeds(examined: most))
    let runs = try store.runs().sorted { $0.id < $1.id }
    let summaries = try values.summaries(of: runs.reversed(), metrics: ["fps.avg"])
    #expect(summaries.map(\.quality.isExamined) == (0..<3).map { $0 < most })
  }

  @Test("that differ from the frames are found by a recomputation")
  func recomputed() throws {
    let store = try store(average: 12.5)
    let observer = TaskObserver(progress: { _ in }, notice: { _ in })
    let found = try StoreVerification(of: store, jobs: 2, observer: observer)
    #expect(found.findings == [])
    #expect(found.differing.map(\.metric) == ["fps.avg"])
  }
}

extension Recording {
  fileprivate var storedMetrics: [StoredMetric] {
    let figures = RunFigures(self, settings: ParameterSettings())
    return StoredValues.of(figures.values(), figures.parameters)
  }
}
