import Foundation
import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Runs below folders")
struct DiscoveryTests {
  private let folder: TemporaryFolder
  private let frames = "timestamp_ms\n1000\n1020\n1040\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "{\"stages\": [{\"id\": \"2\"}, {\"id\": \"10\"}, {\"id\": \"1\"}]}", to: "s/suite.json")
    for stage in ["1", "2", "10"] {
      for run in ["1", "2", "10"] { try folder.write(frames, to: "s/\(stage)/\(run)/frames.csv") }
    }
    try folder.write(frames, to: "s/2/alone.csv.gz")
    try folder.write("# Notes", to: "s/2/README.md")
    try folder.write("x", to: "s/2/.hidden")
  }

  private func summary(_ paths: String...) throws -> [String] {
    try TraceDiscovery.plan(paths.map { "\(folder.path)/\($0)" }).runs.map { run in
      "\(run.suite ?? "-") \(run.stage ?? "-") \(run.name)"
    }
  }

  @Test func linksToFoldersAreNotFollowedWithinASuite() throws {
    try folder.write(frames, to: "elsewhere/run/frames.csv")
    for link in ["s/1/linked", "s/linked"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(link)", withDestinationPath: "\(folder.path)/elsewhere/run")
    }
    #expect(try !summary("s").contains { $0.contains("linked") })
    #expect(try summary("s").count == 10)
  }

  @Test func aSuiteIsReadInTheOrderOfItsStages() throws {
    #expect(
      try summary("s") == [
        "s 2 1", "s 2 2", "s 2 10", "s 2 alone", "s 10 1", "s 10 2", "s 10 10", "s 1 1", "s 1 2",
        "s 1 10",
      ])
    let plan = try TraceDiscovery.plan(["\(folder.path)/s/"])
    #expect(plan.suites.map(\.id) == ["s"])
    #expect(plan.skipped.isEmpty)
    #expect(plan.runs.allSatisfy { !$0.isNamed })
    #expect(plan.runs.first?.path == "\(folder.path)/s/2/1")
  }

  @Test func partOfASuiteMayBeAskedFor() throws {
    #expect(try summary("s/10") == ["s 10 1", "s 10 2", "s 10 10"])
    #expect(try summary("s/10/2") == ["s 10 2"])
    #expect(try summary("s/10/2", "s/2/1") == ["s 10 2", "s 2 1"])
    #expect(try TraceDiscovery.plan(["\(folder.path)/s/10", "\(folder.path)/s"]).suites.count == 1)
  }

  @Test func aFileThatIsNamedIsARunOfItsOwn() throws {
    #expect(try summary("s/10/2/frames.csv") == ["- - frames"])
    #expect(
      try TraceDiscovery.plan(["\(folder.path)/s/2/alone.csv.gz", "-"]).runs.map(\.name) == [
        "alone", "standard input",
      ])
  }

  @Test func theDescriptionStandsForItsFolder() throws {
    #expect(try summary("s/suite.json").count == 10)
    try folder.write("{}", to: "s/10/2/run.json")
    #expect(try summary("s/10/2/run.json") == ["s 10 2"])
  }

  @Test func anyOtherFolderIsWalked() throws {
    try folder.write(frames, to: "any/b.csv")
    try folder.write(frames, to: "any/a/10.csv")
    try folder.write(frames, to: "any/a/9.CSV")
    try folder.write(frames, to: "any/a/run/frames.csv")
    try folder.write("{}", to: "any/a/run/run.json")
    try folder.write("{\"stages\": [{\"id\": \"x\"}]}", to: "any/t/suite.json")
    try folder.write(frames, to: "any/t/x/1/frames.csv")
    try folder.write("<html>", to: "any/t.html")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/any/loop", withDestinationPath: "\(folder.path)/any")
    #expect(
      try summary("any") == ["- - a/9", "- - a/10", "- - a/run", "- - b", "t x 1"])
  }

  @Test func aFolderThatIsNoStageIsSkippedWithItsReason() throws {
    try folder.write(frames, to: "s/3/1/frames.csv")
    let plan = try TraceDiscovery.plan(["\(folder.path)/s"])
    #expect(
      plan.skipped == [
        .description(
          path: "\(folder.path)/s/suite.json", at: nil,
          .unknownStage(path: "\(folder.path)/s/3", stage: "3", known: ["2", "10", "1"]))
      ])
  }

  @Test func whatCannotBePlannedIsAnError() throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/void", withIntermediateDirectories: true)
    try folder.write("{\"stages\": 1}", to: "bad/suite.json")
    let base = folder.path
    #expect(throws: TraceError.noTraces(path: "\(base)/void")) { try summary("void") }
    #expect(throws: TraceError.notFound(path: "\(base)/nothing")) { try summary("nothing") }
    #expect(
      throws: TraceError.description(
        path: "\(base)/bad/suite.json", at: TextPlace(line: 1, column: 2),
        .wrongValue(path: "stages", found: "1", wanted: "a list"))
    ) { try summary("bad") }
  }
}

@Suite("Run folders")
struct RunFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read() throws -> RunReading {
    let plan = try TraceDiscovery.plan([folder.path])
    return try TraceReader.read(try #require(plan.runs.first))
  }

  /// A Chrome trace with two requests for frames: 20 frames from 0 to 0.2 s, and 20 from 1 to 1.2 s.
  private static var chromeTrace: String {
    var events: [String] = []
    func add(_ name: String, _ phase: String, _ time: Int, _ arguments: String) {
      events.append(
        "{\"args\":\(arguments),\"cat\":\"cc\",\"name\":\"\(name)\",\"ph\":\"\(phase)\",\"pid\":1,"
          + "\"tid\":1,\"ts\":\(time),\"id2\":{\"local\":\"0\"}}")
    }
    for start in [0, 1_000_000] {
      add("NeedsBeginFrameChanged", "I", start, "{\"data\":{\"needsBeginFrame\":1}}")
      for frame in 0..<20 {
        let time = start + frame * 10_000
        add(
          "PipelineReporter", "b", time,
          "{\"frame_reporter\":{\"frame_sequence\":\(time / 10_000 + 1),\"frame_source\":1,"
            + "\"state\":\"STATE_PRESENTED_ALL\"}}")
        add("PipelineReporter", "e", time + 9_000, "{}")
      }
      add("NeedsBeginFrameChanged", "I", start + 195_000, "{\"data\":{\"needsBeginFrame\":0}}")
    }
    return "{\"traceEvents\":[\(events.joined(separator: ",\n"))]}"
  }

  @Test("activities in markers.csv restrict those of the trace")
  func activitiesNarrow() throws {
    try folder.write("{}", to: "run.json")
    try folder.write(Self.chromeTrace, to: "trace.json")
    let alone = try #require(try read().recordings.first)
    #expect(alone.markers.filter(\.isActivity).count == 2)
    try folder.write(
      "timestamp_ms,end_ms,name,activity\n50,1500,lap,1\n300,600,pause,1\n2000,3000,late,1\n",
      to: "markers.csv")
    let run = try #require(try read().recordings.first)
    let activities = run.markers.filter(\.isActivity)
    let starts = activities.map(\.start.milliseconds), ends = activities.map(\.end.milliseconds)
    // Times are relative to the first present, 9 ms into the trace.
    #expect(activities.map(\.name) == ["frames wanted", "frames wanted", "pause", "late"])
    #expect(Array(starts.prefix(2)) == [41, 991])
    #expect(ends.first.map { $0 < 250 } == true)
    #expect(run.markers.filter { !$0.isActivity }.map(\.name) == ["lap", "pause", "late"])
  }

  private static let sensors = """
    Date,Time,"Total CPU Usage [%]"
    29.2.2024,0:00:00.0,10
    29.2.2024,0:00:01.000,30

    """

  @Test func datedSamplesBelongToDatedFrames() throws {
    try folder.write("{}", to: "run.json")
    try folder.write(
      "Application,ProcessID,SwapChainAddress,TimeInDateTime,MsBetweenPresents\n"
        + "d.exe,3,0xD,2024-2-28 23:59:59.500000000,NA\n"
        + "d.exe,3,0xD,2024-2-29 0:00:01.500000000,2000.0\n", to: "capture.csv")
    try folder.write(Self.sensors, to: "sensors.CSV")
    let run = try #require(try read().recordings.first)
    let counter = try #require(run.counters.first { $0.role == .cpu })
    #expect(counter.samples.clock == .times([500_000_000, 1_500_000_000]))
    #expect(!run.issues.contains { $0.kind == .assumedStart })
  }

  @Test func datedSamplesBeginWithFramesWithoutDates() throws {
    try folder.write("{}", to: "run.json")
    try folder.write("timestamp_s\n7200\n7200.9\n7201.8\n7202.7\n", to: "frames.csv")
    try folder.write(Self.sensors, to: "sensors.CSV")
    let run = try #require(try read().recordings.first)
    let counter = try #require(run.counters.first { $0.role == .cpu })
    #expect(counter.samples.clock == .times([0, 1_000_000_000]))
    #expect(run.issues.map(\.kind) == [.assumedStart])
    // 2024-02-29T00:00:00 is 1,709,164,800 s after 1970 (date -u +%s); the frames begin at 7200 s.
    try folder.write("{\"clock_start_s\": 1709157599}", to: "run.json")
    let dated = try #require(try read().recordings.first)
    let moved = try #require(dated.counters.first { $0.role == .cpu })
    #expect(moved.samples.clock == .times([1_000_000_000, 2_000_000_000]))
    #expect(dated.issues.isEmpty)
  }

  @Test func filesOfOneRunBecomeOneRecording() throws {
    try folder.write(
      "{\"commit\": \"c\", \"device\": {\"gpu\": \"ours\"}, "
        + "\"activity\": [{\"start_ms\": 0, \"end_ms\": 20}]}", to: "run.json")
    try folder.write(
      "os,cpu,gpu\nLinux,quad,theirs\nfps,frametime,cpu_load,gpu_load,elapsed\n"
        + "50,20,1,2,1020000000\n50,20,1,3,1040000000\n", to: "mangohud.csv")
    try folder.write(
      "timestamp_ms,cpu_percent,memory_mb\n1010,70,5\n1030,80,6\n", to: "resources.csv")
    try folder.write("timestamp_ms,end_ms,name\n1000,1020,first\n", to: "markers.csv")
    try folder.write("97% Percentile FPS,Average FPS\n50,50\n", to: "mangohud_summary.csv")
    try folder.write("see above", to: "notes.txt")
    let reading = try read()
    let recording = try #require(reading.recordings.first)
    #expect(reading.recordings.count == 1)
    #expect(recording.origin.source == folder.path)
    #expect(recording.origin.format == "mangohud")
    #expect(recording.timeline.value?.presents == [0, 20_000_000, 40_000_000])
    #expect(
      recording.counters.map { "\($0.role.name) \($0.name)" }
        == ["cpu cpu_percent", "memory memory_mb", "cpu cpu_load", "gpu gpu_load"])
    #expect(
      recording.counters.first?.samples
        == SampleColumn(times: [10_000_000, 30_000_000], values: [0.7, 0.8]))
    #expect(
      recording.markers == [
        Marker(start: 0, end: 20_000_000, name: "first"),
        Marker(start: 0, end: 20_000_000, name: "activity", isActivity: true),
      ])
    #expect(recording.description.commit == "c")
    #expect(recording.description.device.gpu == "ours")
    #expect(recording.description.device.os == "Linux")
    #expect(recording.issues.isEmpty)
    #expect(
      reading.skipped == [
        .refused(path: "\(folder.path)/mangohud_summary.csv", .summary(tool: "MangoHud")),
        .unrecognized(path: "\(folder.path)/notes.txt", start: "see above", nearest: nil),
      ])
  }

  @Test func clockStartMovesTablesToTheClockOfTheTrace() throws {
    try folder.write("{\"clock_start_s\": 700}", to: "run.json")
    try folder.write(
      "os\nLinux\nfps,frametime,elapsed\n50,20,1020000000\n50,20,1040000000\n", to: "log.csv")
    try folder.write("timestamp_ms,cpu_percent\n701010,70\n701030,80\n", to: "resources.csv")
    let recording = try #require(try read().recordings.first)
    #expect(recording.timeline.value?.presents == [0, 20_000_000, 40_000_000])
    #expect(
      recording.counters.first?.samples
        == SampleColumn(times: [10_000_000, 30_000_000], values: [0.7, 0.8]))
    #expect(recording.issues.isEmpty)
  }

  /// Combines the latest start with a trace near the maximum time and tables near the minimum.
  @Test func clockStartDoesNotOverflow() throws {
    try folder.write("{\"clock_start_s\": 2999999999}", to: "run.json")
    try folder.write("timestamp_s\n4611686017\n4611686018\n", to: "frames.csv")
    try folder.write(
      "timestamp_s,cpu_percent\n-4611686018,1\n-4611686017,1\n", to: "resources.csv")
    try folder.write("timestamp_s,end_s,name\n-4611686018,-4611686017,early\n", to: "markers.csv")
    #expect(try read().recordings.first?.timeline.value?.frameCount == 1)
  }

  @Test func samplesBeyondTheFramesAreReported() throws {
    try folder.write("{}", to: "run.json")
    try folder.write("timestamp_s\n100\n101\n", to: "frames.csv")
    try folder.write("timestamp_s,cpu_percent,power_w\n5,1,2\n6,1,2\n", to: "resources.csv")
    let issues = try read().recordings.first?.issues ?? []
    #expect(issues.contains(ImportIssue(.samplesOutside, found: "cpu_percent", count: 2)))
  }

  @Test func ofTwoTracesTheOneWithMoreFramesCounts() throws {
    try folder.write("{}", to: "run.json")
    try folder.write("timestamp_ms\n0\n10\n", to: "a.csv")
    try folder.write("timestamp_ms\n0\n10\n20\n", to: "b.csv")
    let reading = try read()
    #expect(reading.recordings.first?.timeline.value?.frameCount == 2)
    #expect(reading.skipped == [.refused(path: "\(folder.path)/a.csv", .secondTimeline)])
  }

  @Test func aRunMayHaveNothingButReportedValues() throws {
    try folder.write("{\"reported\": {\"fps.avg\": 53.4}}", to: "run.json")
    let reading = try read()
    let recording = try #require(reading.recordings.first)
    #expect(recording.timeline.reason == "the run has no trace, only what run.json reports")
    #expect(recording.description.reported == ["fps.avg": 53.4])
    #expect(recording.origin.format == "run.json")
    #expect(reading.digest.count == 32)
  }

  @Test func theHashIsOfTheTracesAndNotOfWhatIsSaidAboutThem() throws {
    try folder.write("{}", to: "run.json")
    try folder.write("timestamp_ms\n0\n10\n", to: "frames.csv")
    let alone = try read().digest
    #expect(try TraceReader.read("\(folder.path)/frames.csv").digest == alone)
    try folder.write("{\"commit\": \"c\"}", to: "run.json")
    #expect(try read().digest == alone)
    try folder.write("timestamp_ms,cpu_percent\n0,5\n", to: "resources.csv")
    #expect(try read().digest != alone)
  }

  @Test func anEmptyTraceIsAnErrorOfTheRun() throws {
    try folder.write("{}", to: "run.json")
    try folder.write("", to: "frames.csv")
    #expect(throws: TraceError.empty(path: "\(folder.path)/frames.csv")) { try read() }
  }

  @Test func aSlipInRunJSONNamesTheFile() throws {
    try folder.write("{\"lables\": {}}", to: "run.json")
    #expect(
      throws: TraceError.description(
        path: "\(folder.path)/run.json", at: TextPlace(line: 1, column: 2),
        .unknownKey(path: "lables", nearest: "labels"))
    ) { try read() }
  }
}
