import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Files that would fill the memory: refused with a message, or read without the excess.
@Suite("Limits of memory")
struct TooMuchTests {
  private func runs(_ text: String) throws -> [Recording] {
    try TraceReader.read(bytes: Array(text.utf8), name: "a").recordings
  }

  private func list(_ element: String, _ count: Int) -> String {
    repeatElement(element, count: count).joined(separator: ",")
  }

  @Test("the number of polled samples is limited")
  func polledSamples() {
    var samples = PolledSamples()
    for second in 0..<Nanoseconds(PolledSamples.mostSamples) {
      samples.take(1, of: PolledSensor("a", .count), at: second)
    }
    #expect(!samples.isOverfull && samples.count == PolledSamples.mostSamples)
    samples.take(1, of: PolledSensor("a", .count), at: 0)
    #expect(samples.isOverfull && samples.count == PolledSamples.mostSamples)
  }

  @Test("the number of durations of a trace is limited, over all parts")
  func durations() {
    var work = FrameWork(capacity: 3)
    #expect(work.append(1, to: .ui) == nil)
    #expect(work.append(nil, to: .render) == nil)
    #expect(work.append(2, to: .ui) == nil)
    #expect(work.append(3, to: .render) == .tooMany)
    #expect(work.signals == [.ui: OptionalColumn([1, 2])])
  }

  @Test("the frames and samples of a second of PerfDog are limited")
  func perfDogSecond() {
    let frames = "{\"TimeStamp\":1,\"FrameDetails\":{\"FrameTimes\":[\(list("1", 100_001))]}}"
    #expect(
      throws: TraceError.tooMany(
        "frames in a single second of the PerfDog test", limit: 100_000, path: "a", line: 1)
    ) { try runs("{\"DataList\":[\(frames)]}") }
    let samples = "{\"TimeStamp\":1,\"CpuUsage\":{\(list("\"AppUsage\":1", 100_001))}}"
    #expect(
      throws: TraceError.tooMany(
        "samples in a single second of the PerfDog test", limit: 100_000, path: "a", line: 1)
    ) { try runs("{\"DataList\":[\(samples)]}") }
  }

  @Test("each duration counts once, whatever its length")
  func longDurations() {
    var work = FrameWork(capacity: 3)
    for duration in [1, 1 << 40, nil] as [Nanoseconds?] {
      #expect(work.append(duration, to: .ui) == nil)
    }
    #expect(work.append(1, to: .ui) == .tooMany)
    #expect(work.signals == [.ui: OptionalColumn([1, 1 << 40, nil])])
  }

  @Test("the delays of all processes of an export share one limit")
  func delays() {
    var shared = XctraceStream.Shared(markers: 3, shares: 2)
    var streams = (0..<2).map { XctraceStream(position: $0) }
    for (index, start) in [(0, 1), (1, 1), (1, 1), (0, 2), (1, 2)] as [(Int, Nanoseconds)] {
      streams[index].addHang(at: start, lasting: 5, type: nil, shared: &shared)
      streams[index].addSample(
        at: start * .perSecond, weight: 1, thread: "main", shared: &shared)
    }
    #expect(shared.markers == 0 && shared.shares == 0)
    let surfaces = shared.surfaces.parted(into: 2)
    let runs = streams.map {
      $0.run(
        of: surfaces, .init(source: "a", format: "xctrace", dialect: ""), RunDescription(),
        IssueLog())
    }
    #expect(runs.map(\.recording.markers.count) == [2, 1])
    #expect(runs.map { $0.recording.issues.map(\.count).reduce(0, +) } == [1, 2])
  }

  @Test("repeated lists of one metric are limited")
  func repeatedMetric() {
    let text =
      "{\"context\":{\"build\":{\"model\":\"a\"}},\"benchmarks\":[{\"name\":\"a\",\"className\":\"b\","
      + "\"sampledMetrics\":{},\"metrics\":{\"startupMs\":{\(list("\"runs\":[1]", 1001))}}}]}"
    #expect(
      throws: TraceError.tooMany(
        "metrics of one benchmark in the file", limit: 1000, path: "a", line: 1)
    ) { try runs(text) }
  }

  @Test("empty lists of samples count, too, and are limited")
  func emptyLists() {
    let lists = list("[]", 9000)
    let metrics = (0..<8).map { "\"frameDurationCpuMs\($0)\":{\"runs\":[\(lists)]}" }
    let text =
      "{\"context\":{\"build\":{\"model\":\"a\"}},\"benchmarks\":[{\"name\":\"a\",\"className\":\"b\",\"metrics\":{},"
      + "\"sampledMetrics\":{\(metrics.joined(separator: ","))}}]}"
    #expect(
      throws: TraceError.tooMany("numbers", limit: 1 << 20, path: "a", line: 1)
    ) { try runs(text) }
  }

  @Test("reports, runs and groups of samples are limited, with an error")
  func parts() throws {
    let reports = (0..<4097).map { "\"r\($0)\":{\"frame_build_times\":[1]}" }.joined(separator: ",")
    #expect(throws: TraceError.tooMany("reports", limit: 4096, path: "a", line: 1)) {
      try runs("{\(reports)}")
    }
    let captured = list("{\"CaptureData\":{\"MsBetweenPresents\":[1]}}", 1025)
    #expect(throws: TraceError.tooMany("runs", limit: 1024, path: "a", line: 1)) {
      try runs("{\"Hash\":\"\",\"Info\":{},\"Runs\":[\(captured)]}")
    }
    let groups = list("{\"Name\":\"Time\",\"Unit\":2,\"Samples\":[1]}", 257)
    let tests = list("{\"Name\":\"t\",\"Version\":\"1\",\"SampleGroups\":[\(groups)]}", 1)
    let run = try runs("{\"TestSuite\":\"s\",\"Results\":[\(tests)]}").first
    #expect(run?.issues.map(\.found) == ["sample groups"])
  }

  @Test("the iterations of all results of flashlight share one limit")
  func flashlight() {
    let poll = "{\"time\":0,\"fps\":60,\"ram\":1,\"cpu\":{\"perName\":{}}}"
    let iterations = list("{\"time\":1,\"status\":\"SUCCESS\",\"measures\":[\(poll)]}", 2049)
    let result = "{\"name\":\"a\",\"status\":\"SUCCESS\",\"iterations\":[\(iterations)]}"
    #expect(throws: TraceError.tooMany("iterations", limit: 4096, path: "a", line: 1)) {
      try runs("[\(result),\(result)]")
    }
  }

  @Test(
    "deeply nested MetricKit figures are left out with an issue, whatever the length of their names"
  )
  func metricKitPaths() throws {
    let name = String(repeating: "n", count: 99)
    let deep = "\"\(name)\":{\"\(name)\":{\"\(name)\":{\"a\":1},\"b\":2}}"
    let payload = try runs("{\"timeStampBegin\":\"2024\",\"cpuMetrics\":{\"c\":3},\(deep)}").first
    #expect(payload?.description.scalars.map(\.value) == [3, 2])
    let issues = try #require(payload?.issues)
    #expect(issues.map(\.kind) == [.tooMany])
    #expect(
      issues.first?.found?.hasPrefix("MetricKit values that are nested too deeply, in nnnn") == true
    )
  }

  @Test("the declared number of buckets is ignored")
  func metricKitBuckets() throws {
    let strange = "{\"histogramNumBuckets\":{\"a\":1,\"b\":[2]},\"c\":4}"
    let payload = try runs("{\"timeStampBegin\":\"2024\",\"cpuMetrics\":\(strange)}").first
    #expect(payload?.description.scalars.map(\.name) == ["cpuMetrics.c"])
  }

  @Test("a repeated figure counts once")
  func repeatedFigures() throws {
    let session = try runs(
      "{\"app\":{\"packageName\":\"a\"},\"device\":{},\(list("\"mAh\":5", 1000))}")
    #expect(session.first?.description.scalars.map(\.value) == [5])
    let test = try runs(
      "{\"caseData\":{\(list("\"fps_avg\":5", 1000))}}")
    #expect(test.first?.description.scalars.map(\.value) == [5])
  }

  @Test("the iterations of all benchmarks share one limit")
  func macrobenchmark() {
    let metrics = (0..<100).map { "\"frameDurationCpuMs\($0)\":{\"runs\":[\(list("[1]", 101))]}" }
    let sampled = metrics.joined(separator: ",")
    let text =
      "{\"context\":{\"build\":{\"model\":\"a\"}},\"benchmarks\":[{\"name\":\"a\",\"className\":\"b\",\"metrics\":{},"
      + "\"sampledMetrics\":{\(sampled)}}]}"
    #expect(
      throws: TraceError.tooMany(
        "iterations of all benchmarks in the file", limit: 10_000, path: "a", line: 1)
    ) { try runs(text) }
  }

  @Test("states that all change with every frame are read in reasonable time")
  func changingStates() throws {
    let lines = (0..<3).map { frame in
      let states = (0..<20_000).map { "\"\(frame)-\($0)\"" }.joined(separator: ",")
      let times = "\"frameStartNanos\":\(frame + 1)000,\"frameDurationUiNanos\":5"
      return "{\(times),\"states\":[\(states)]}\n"
    }
    #expect(try runs(lines.joined()).first?.markers.count == 60_000)
  }
  @Test(
    "MetricKit figures beyond the limit are left out with an issue, and histograms are not truncated"
  )
  func metricKit() throws {
    let figures = (0..<501).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
    let payload = try runs("{\"timeStampBegin\":\"2024\",\"cpuMetrics\":{\(figures)}}")
    #expect(payload.first?.description.scalars.count == 500)
    #expect(payload.first?.issues.map(\.kind) == [.tooMany])

    let buckets = (1...501).map { bucket in
      "\"\(bucket)\":{\"bucketCount\":1,\"bucketEnd\":\"\(bucket) ms\"}"
    }
    let histogram = "{\"histogramValue\":{\(buckets.joined(separator: ","))}}"
    let cut = try runs(
      "{\"timeStampBegin\":\"2024\",\"cpuMetrics\":{\"a\":1},\"hangs\":{\"time\":\(histogram)}}")
    #expect(cut.first?.description.scalars.map(\.name) == ["cpuMetrics.a"])
    #expect(cut.first?.issues.map(\.found) == ["buckets of hangs.time"])
  }
}
