import Analysis
import Recordings
import Testing
import Units

@Suite("CPU time by thread")
struct ThreadProfileTests {
  private func run(_ list: ThreadList?, counters: [Counter] = []) -> RunSummary {
    var recording = Recording.without(frames: "none", counters: counters)
    recording.description.threads = list
    return RunSummary(of: recording, name: "1")
  }

  private func told(
    _ threads: [ThreadList.Thread], total: Nanoseconds? = nil, isReported: Bool = true
  ) -> RunSummary {
    run(ThreadList(threads: threads, total: total, isReported: isReported))
  }

  private func sampled(_ name: String, _ values: [Double?], every step: Nanoseconds = 100)
    -> Counter
  {
    Counter(
      role: .threadCPU(name), name: name, unit: .fraction,
      samples: SampleColumn(
        times: values.indices.map { Nanoseconds($0) * step * .perMillisecond }, values: values))
  }

  @Test("threads of one name may have used more time together than 64 bits hold")
  func centuries() throws {
    let time = Nanoseconds(3e18)
    let threads = (0..<4).map {
      ThreadList.Thread(name: "a", id: "\($0)", isMain: false, time: time, share: nil)
    }
    let profile = try #require(told(threads).threads)
    #expect(profile.entries.map(\.time) == [12e9])
  }

  @Test("the time of sampled threads is their load multiplied by the time between polls")
  func samples() throws {
    // Four polls of 0.1 s: (0.25 + 0.75 + 0 + 0) · 0.1 s = 0.1 s, and 4 · 0.75 · 0.1 s = 0.3 s.
    let summary = run(
      nil,
      counters: [
        sampled("Main Thread", [0.25, 0.75, 0, 0]),
        sampled("worker", [0.75, 0.75, 0.75, 0.75]),
      ])
    let profile = try #require(summary.threads)
    #expect(profile.entries.map(\.name) == ["worker", "Main Thread"])
    #expect(profile.basis == .measured)
    #expect(profile.isComplete)
    #expect(abs((profile.main?.time ?? 0) - 0.1) < 1e-12)
    #expect(profile.main?.share == 0.25)
    #expect(abs((profile.others?.time ?? 0) - 0.3) < 1e-12)
    #expect(summary["cpu.main"]?.value == .known(0.25))
    #expect(summary["thread.worker.cpu"]?.value == .known(0.75))
  }

  @Test("a thread that is missing in some polls counts for the polls that contain it")
  func sparse() throws {
    var late = sampled("late", [1])
    late = Counter(
      role: late.role, name: late.name, unit: late.unit,
      samples: SampleColumn(times: [50 * .perMillisecond], values: [1]))
    let profile = try #require(run(nil, counters: [sampled("main", [1, 1, 1]), late]).threads)
    #expect(profile.entries.map(\.share) == [0.75, 0.25])
    #expect(abs((profile.entries[1].time ?? 0) - 0.1) < 1e-12)
  }

  @Test("a list in run.json has its own shares, and the total shows the unlisted rest")
  func list() throws {
    let summary = told(
      [
        .init(name: "Main Thread", isMain: true, time: 17_310_000_000, share: 0.567),
        .init(name: "worker", id: "1", time: 1_720_000_000, share: 0.056),
        .init(name: "worker", id: "2", time: 696_000_000),
      ], total: 30_530_000_000)
    let profile = try #require(summary.threads)
    #expect(profile.entries.map(\.name) == ["Main Thread", "worker"])
    #expect(profile.main?.share == 0.567)
    let worker = profile.entries[1]
    #expect(worker.count == 2)
    // 2.416 s of 30.53 s, because one of the two threads has no share.
    #expect(abs((worker.share ?? 0) - 2.416 / 30.53) < 1e-12)
    #expect(!profile.isComplete)
    // 30.53 − 17.31 − 1.72 − 0.696 s.
    #expect(abs((profile.unlisted?.time ?? 0) - 10.804) < 1e-9)
    #expect(abs((profile.others?.share ?? 0) - 0.433) < 1e-12)
    #expect(summary["cpu.main"] == MetricValue(.known(0.567), basis: .reported))
    #expect(summary["cpu.main.time"] == MetricValue(.known(17.31), basis: .reported))
  }

  @Test("times alone give the shares, and shares alone give no times")
  func parts() throws {
    let times = told(
      [
        .init(name: "main", isMain: true, time: 3_000_000_000),
        .init(name: "b", time: 1_000_000_000),
      ],
      isReported: false)
    #expect(times["cpu.main"] == MetricValue(.known(0.75), basis: .recorded))
    #expect(times.threads?.isComplete == true)
    let share = told([.init(name: "main", isMain: true, share: 0.739)])
    #expect(
      share["cpu.main.time"]?.value.reason
        == "only the thread's share of the CPU time is known, not the thread's CPU time")
    #expect(share.threads?.total == nil)
    #expect(abs((share.threads?.unlisted?.share ?? 0) - 0.261) < 1e-12)
  }

  @Test("threads are sorted by share, then by time, then by name")
  func order() throws {
    let profile = try #require(
      told([
        .init(name: "c", time: 1, share: 0), .init(name: "b", time: 2, share: 0),
        .init(name: "a", time: 1, share: 0), .init(name: "d", share: 0.5),
      ]).threads)
    #expect(profile.entries.map(\.name) == ["d", "b", "a", "c"])
  }

  @Test("without a main thread there is no rest, and without threads no profile")
  func nothing() throws {
    let summary = told([.init(name: "worker", time: 1)])
    #expect(summary.threads?.main == nil)
    #expect(summary.threads?.others == nil)
    #expect(
      summary["cpu.main"]?.value.reason
        == "the main thread is unknown; mark the main thread in run.json")
    #expect(run(nil).threads == nil)
    #expect(run(nil)["cpu.main"]?.value.reason == "the run has no CPU time of threads")
  }

  @Test("samples have priority over a list")
  func both() throws {
    let list = ThreadList(threads: [.init(name: "told", time: 1)])
    let summary = run(list, counters: [sampled("main", [1, 1]), sampled("b", [1, 1])])
    #expect(summary.threads?.entries.map(\.name) == ["b", "main"])
  }

  @Test(
    "a stage's profile is the mean over its runs, with 0 for threads that a run does not list")
  func stage() throws {
    let runs = [
      told([.init(name: "main", isMain: true, time: 1_000_000_000), .init(name: "b", time: 0)]),
      told([.init(name: "main", isMain: true, time: 3_000_000_000)]),
      run(nil),
    ]
    let stage = StageSummary(.init(id: "1", title: "one"), runs: runs)
    let profile = try #require(stage.threads)
    #expect(profile.main?.time == 2)
    #expect(profile.entries.first { $0.name == "b" }?.time == 0)
    #expect(profile.total == 2)
  }
}
