import Analysis
import Recordings
import Testing
import Units

@Suite("The catalog")
struct CatalogTests {
  /// The ids of the metrics in the documented order.
  static let contract = """
    duration frames fps.avg fps.mean-of-frames fps.min fps.max fps.median fps.stability
    fps.stability.median fps.stability.frames fps.stability.time fps.variability fps.p1 fps.p0.1
    fps.low1.average fps.low0.1.average fps.low1.integral fps.low0.1.integral frametime.mean
    frametime.p50 frametime.p90 frametime.p95 frametime.p99 frametime.p99.9 frametime.max
    frametime.stddev frametime.jitter response.avg response.p95 response.p99 response.instant
    latency.avg latency.p95 hitch.count hitch.time hitch.ratio frames.missed frames.frozen jank.count
    jank.big jank.stutter stutter.time animation.error cpu.avg gpu.avg memory.avg memory.max cpu.max
    gpu.max power.avg temperature.max battery.drain
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test func hasTheContractsMetricsInItsOrder() {
    #expect(Metric.all.prefix(Self.contract.count).map(\.id) == Self.contract)
  }

  /// The decimal places of metrics for which the thesis' are unsuitable: a count, and seconds.
  private static let digits = ["frames": 0, "cpu.main.time": 3]

  @Test("every metric has an explanation", arguments: Metric.all + Metric.families)
  func explained(metric: Metric) {
    #expect(!metric.title.isEmpty)
    #expect(metric.help.hasSuffix("."))
    #expect(!metric.formula.isEmpty && !metric.formula.hasSuffix("."))
    #expect(!metric.source.isEmpty)
    #expect(metric.revision >= 1)
    #expect(metric.digits == Self.digits[metric.id] ?? (metric.unit == .fraction ? 2 : 1))
  }

  @Test func theThesisHasItsTitles() {
    let rows = ThesisConventions.rows.compactMap { id in Metric.all.first { $0.id == id } }
    #expect(
      rows.map(\.title) == [
        "Duration (sec)", "FPS (avg)", "FPS stability (%)", "Average CPU usage (%)",
        "Average GPU usage (%)", "Average memory usage",
      ])
  }

  @Test func estimatesAndModelsSaySo() {
    let caveats = Metric.all.filter { $0.caveat != nil }.map(\.id)
    #expect(
      caveats == [
        "response.avg", "response.p95", "response.p99", "response.instant", "hitch.weighted",
        "energy.frame", "energy.fps_per_watt",
      ])
  }

  @Test func theNoiseFloorsAreTheContracts() {
    func floor(_ id: String) -> Metric.NoiseFloor? { Metric.all.first { $0.id == id }?.noiseFloor }
    #expect(floor("fps.avg") == .relative(0.01))
    #expect(floor("frametime.p99") == .relative(0.01))
    #expect(floor("fps.stability") == .absolute(0.02))
    #expect(floor("cpu.avg") == .absolute(0.02))
    #expect(floor("gpu.avg") == .absolute(0.02))
    #expect(floor("memory.avg") == .relative(0.03))
  }

  @Test func titlesAndKeysAreUnique() {
    #expect(Set(Metric.all.map(\.title)).count == Metric.all.count)
    #expect(Set(Metric.all.map(\.key)).count == Metric.all.count)
  }

  @Test func aMetricOfOnesOwnAppearsInEverySummary() throws {
    let made = Metric(
      id: "made.up", title: "Made up", unit: .count, polarity: .higherIsBetter, revision: 7,
      help: "Twice the frames.", formula: "2 n", source: "this test"
    ) { figures throws(Withheld) in
      2 * Double(try figures.frames().count)
    }
    let catalog = Metric.all + [made]
    let runs = [3, 5].map { count in
      RunSummary(
        of: .of(frameTimes: Array(repeating: 20_000_000, count: count)), catalog: catalog)
    }
    #expect(
      runs.map { $0["made.up"] } == [6, 10].map { MetricValue(.known($0), basis: .measured) })

    var description = SuiteDescription(id: "made")
    description.stages = [.init(id: "a", title: "A"), .init(id: "b", title: "B", baseline: "a")]
    description.metrics = ["made.up"]
    description.provenance = "Published."
    let suite = try SuiteSummary(
      description, runs: ["a": [runs[0]], "b": [runs[1]]], catalog: catalog,
      rule: VerdictRule(metrics: ["made.up"]))
    #expect(suite.rows.map(\.key) == [Metric.Key(id: "made.up", revision: 7)])
    #expect(suite.stages.map { $0[made].mean } == [.known(6), .known(10)])
    let changes = suite.changes(of: suite.stages[1], from: suite.stages[0])
    #expect(changes[made].absolute == .known(4) && changes[made].direction == .better)
    #expect(suite.verdict(on: suite.stages[1]) == .kept)
  }

  @Test func aMetricThatIsNotFiniteIsWithheld() {
    let made = Metric(
      id: "made.up", title: "Made up", unit: .count, polarity: .neither, help: "Nothing.",
      formula: "0 / 0", source: "this test"
    ) { _ throws(Withheld) in .nan }
    let summary = RunSummary(of: .of(frameTimes: [1]), catalog: [made])
    #expect(summary["made.up"]?.value.reason == "the values are too large to compute the metric")
  }
}

@Suite("Figures that are not measured")
struct BasisTests {
  private var reported: Recording {
    var run = Recording.without(frames: "its trace was never published")
    run.description.reported = ["fps.avg": 53.5, "cpu.avg": 0.5691, "duration": 87.6]
    return run
  }

  @Test func reportedFiguresStandForWhatTheRunCannotSay() {
    let summary = RunSummary(of: reported)
    #expect(summary["fps.avg"] == MetricValue(.known(53.5), basis: .reported))
    #expect(summary["duration"] == MetricValue(.known(87.6), basis: .reported))
    #expect(summary["gpu.avg"]?.value.value == nil)
    #expect(summary["fps.p1"]?.value.reason == "its trace was never published")
  }

  @Test func whatIsDerivedFromAReportedFigureIsReported() throws {
    let response = try #require(RunSummary(of: reported)["response.avg"])
    let milliseconds = try #require(response.value.value)
    #expect(abs(milliseconds - (55 + 1000 / 53.5)) < 1e-12)
    #expect(response.basis == .reported)
  }

  @Test func aMetricOfReportedFiguresIsReported() {
    let twice = Metric(
      id: "made.up", title: "Made up", unit: .framesPerSecond, polarity: .neither,
      help: "Twice the rate.", formula: "2 avg", source: "this test"
    ) { figures throws(Withheld) in
      2 * (try figures.value(of: Metric.all[2]).value.get())
    }
    let summary = RunSummary(of: reported, catalog: [twice])
    #expect(summary["made.up"] == MetricValue(.known(107), basis: .reported))
  }

  @Test func measuredFiguresWinOverReportedOnes() {
    var run = Recording.of(frameTimes: [20, 20].milliseconds)
    run.description.reported = ["fps.avg": 7, "cpu.avg": 0.5]
    let summary = RunSummary(of: run)
    #expect(summary["fps.avg"] == MetricValue(.known(50), basis: .measured))
    #expect(summary["response.avg"]?.basis == .measured)
    #expect(summary["cpu.avg"] == MetricValue(.known(0.5), basis: .reported))
  }

  @Test func aRecordedDurationSaysSo() {
    var run = Recording.of(frameTimes: [20, 20].milliseconds)
    run.description.testDuration = 66_100_000_000
    let summary = RunSummary(of: run)
    #expect(summary["duration"] == MetricValue(.known(66.1), basis: .recorded))
    #expect(summary["fps.avg"] == MetricValue(.known(50), basis: .measured))
  }
}
