import Analysis
import Recordings
import Testing
import Units

@Suite("Samples recorded with the frames")
struct CounterTests {
  private let frames = FrameTimeline(presents: NumberColumn([0, 100, 200, 300].milliseconds))

  private func counter(_ role: Counter.Role, _ samples: SampleColumn) -> Counter {
    Counter(role: role, name: role.name, unit: .fraction, samples: samples)
  }

  @Test func onlySamplesWithinTheTimelineCount() throws {
    let samples = SampleColumn(
      times: [-1, 0, 150, 300, 301].milliseconds, values: [9, 0.2, 0.4, 0.9, 9])
    let run = Recording.of(frames, counters: [counter(.gpu, samples)])
    #expect(try run.value("gpu.avg") == 0.5)
    #expect(try run.value("gpu.max") == 0.9)
  }

  @Test func samplesThatComeWithFramesCountOneARow() throws {
    var samples = SampleColumn()
    for value in [0.25, 0.25, 1] { samples.appendWithFrame(value) }
    let run = Recording.of(frames, counters: [counter(.cpu, samples)])
    #expect(try run.value("cpu.avg") == 0.5)
  }

  @Test func missingSamplesAreLeftOut() throws {
    var samples = SampleColumn()
    for value in [nil, 0.5, nil] as [Double?] { samples.appendWithFrame(value) }
    let run = Recording.of(frames, counters: [counter(.cpu, samples)])
    #expect(try run.value("cpu.avg") == 0.5)
  }

  @Test func samplesOutsideTheTimelineSaySo() throws {
    let samples = SampleColumn(times: [900].milliseconds, values: [1])
    let run = Recording.of(frames, counters: [counter(.gpu, samples)])
    #expect(try run.reason("gpu.avg") == "no GPU samples within the time of the frames")
  }

  @Test func withoutATimelineAllSamplesCount() throws {
    let samples = SampleColumn(times: [900, 1000].milliseconds, values: [0.2, 0.4])
    let run = Recording.without(frames: "no frames", counters: [counter(.cpu, samples)])
    let mean = try #require(try run.value("cpu.avg"))
    #expect(abs(mean - 0.3) < 1e-15)
  }

  @Test func memoryIsPrintedInMillionsOfBytes() throws {
    let samples = SampleColumn(times: [0, 100].milliseconds, values: [28e6, 34e6])
    let run = Recording.of(frames, counters: [counter(.memory, samples)])
    #expect(try run.value("memory.avg") == 31)
    #expect(try run.value("memory.max") == 34)
  }

  @Test func theBatteryDrainsFromTheFirstToTheLastSample() throws {
    let samples = SampleColumn(times: [0, 100, 200].milliseconds, values: [0.75, 0.8, 0.5])
    let run = Recording.of(frames, counters: [counter(.battery, samples)])
    #expect(try run.value("battery.drain") == 0.25)
  }

  @Test func aSampleBetweenTwoActivitiesCountsOnce() throws {
    let samples = SampleColumn(times: [0, 100, 200].milliseconds, values: [0.1, 0.4, 0.1])
    let markers = [0, 100].milliseconds.map {
      Marker(start: $0, end: $0 + 100_000_000, name: "lap", isActivity: true)
    }
    let run = Recording.of(frames, markers: markers, counters: [counter(.cpu, samples)])
    let mean = try #require(try run.value("cpu.avg"))
    #expect(abs(mean - 0.2) < 1e-15)
  }

  @Test func ofTwoCountersWithOneRoleTheFirstIsUsed() throws {
    let counters = [0.25, 0.75].map {
      counter(.cpu, SampleColumn(times: [0], values: [$0]))
    }
    #expect(try Recording.of(frames, counters: counters).value("cpu.avg") == 0.25)
  }
}

@Suite("Metrics that runs declare")
struct FamilyTests {
  private let frames = FrameTimeline(presents: NumberColumn([0, 100].milliseconds))

  private func thread(_ name: String, _ load: Double) -> Counter {
    Counter(
      role: .threadCPU(name), name: name, unit: .fraction,
      samples: SampleColumn(times: [0], values: [load]))
  }

  @Test func aThreadIsAShareOfTheRunsTime() throws {
    // Zhao et al. 2018: 17.31 s of about 30.5 s on the main thread are 56.7%.
    let run = Recording.of(frames, counters: [thread("main", 0.577), thread("workers", 0.4406)])
    let share = try #require(try run.value("thread.main.cpu"))
    #expect((share * 1000).rounded() == 567)
    let rest = try #require(try run.value("thread.workers.cpu"))
    #expect(abs(share + rest - 1) < 1e-15)
  }

  @Test func aThreadAloneHasNoShare() throws {
    let run = Recording.of(frames, counters: [thread("main", 0.5)])
    #expect(
      try run.reason("thread.main.cpu")
        == "only one thread was sampled, so the thread's share of the CPU time is unknown")
  }

  @Test func idleThreadsHaveNoShare() throws {
    let run = Recording.of(frames, counters: [thread("main", 0), thread("io", 0)])
    #expect(try run.reason("thread.main.cpu") == "no thread used any CPU time")
  }

  @Test func aScalarIsAMetricOfItsOwn() throws {
    var run = Recording.of(frames)
    run.description.scalars = [
      Scalar(name: "cell.configure", value: 0.9, unit: .milliseconds, lowerIsBetter: true)
    ]
    #expect(try run.value("cell.configure") == 0.9)
    let metric = try #require(RunSummary(of: run).values.last?.metric)
    #expect(metric.id == "cell.configure")
    #expect(metric.unit == .milliseconds)
    #expect(metric.polarity == .lowerIsBetter)
  }

  @Test func theCatalogOfSeveralRunsHasEveryMemberOnce() {
    let runs = [
      Recording.of(frames, counters: [thread("main", 1), thread("io", 1)]),
      Recording.of(frames, counters: [thread("io", 1), thread("render", 1)]),
    ]
    let ids = Metric.catalog(for: runs).map(\.id).dropFirst(Metric.all.count)
    #expect(Array(ids) == ["thread.main.cpu", "thread.io.cpu", "thread.render.cpu"])
  }

  @Test func aMemberIsComparedWithRunsThatLackIt() throws {
    let with = RunSummary(of: .of(frames, counters: [thread("a", 1), thread("b", 3)]), name: "#1")
    let without = RunSummary(of: .of(frames), name: "#2")
    let stage = StageSummary(.init(id: "1", title: "one"), runs: [with, without])
    let figure = try #require(stage.figures.first { $0.metric.id == "thread.a.cpu" })
    #expect(figure.mean == .known(0.25))
    #expect(figure.leftOut.map(\.run) == ["#2"])
  }
}
