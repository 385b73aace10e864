import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Tests logs with samples or summary figures: their values are kept, but do not become frames.
@Suite("Logs of PC tools")
struct SampledLogTests {
  private func read(_ text: String) throws -> Recording {
    try #require(try TraceReader.read(bytes: Array(text.utf8), name: "log").recordings.first)
  }

  @Test(arguments: [
    ("%", Unit.fraction), ("°C", .celsius), ("C", .celsius), ("W", .watts), ("MHz", .hertz),
    ("MB", .bytes), ("FPS", .framesPerSecond), ("MSec", .milliseconds), ("", .count),
    ("RPM", Unit(id: "RPM")),
  ])
  func unitsOfSensors(word: String, unit: Unit) {
    #expect(PolledSensor("a", unit: word, role: .other).unit == unit)
  }

  /// The day comes first; 2026-02-03T20:15:02 is 1,770,149,702 s after 1970 (date -u +%s).
  @Test(arguments: [
    "80, 03-02-2026 20:15:02, 1", " 80 ,03.02.2026 20:15:02,1", "80,2026-02-03 20:15:02, 1",
  ])
  func timesOfAfterburner(text: String) throws {
    let bytes = Array(text.utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    try bytes.withUnsafeBufferPointer { buffer in
      let start = try #require(buffer.baseAddress)
      let line = try #require(AfterburnerLine(Field(start: start, count: text.utf8.count)))
      #expect(line.time == 1_770_149_702 * .perSecond)
      #expect(line.kind == .samples)
    }
  }

  /// 2026-02-03T20:15:02 is 1,770,149,702 s after 1970 (date -u +%s).
  @Test(arguments: [
    "2026-02-03 20:15:02", "2026-2-3T20:15:02Z", "3.2.2026 20:15:02.000", "03-02-2026 20:15:02",
    "2/3/2026 20:15:02",
  ])
  func timesOfSamples(text: String) {
    #expect(SampleClock.time(text) == 1_770_149_702 * .perSecond)
  }

  @Test(arguments: ["2026-02-03", "20:15:02", "1 2", "2026-02-03 20:15", "2026-02-03 20:15:61", ""])
  func otherTextsAreNoTimes(text: String) {
    #expect(SampleClock.time(text) == nil)
  }

  @Test(arguments: [
    ("GPU Load [%]", "GPU Load", "%"), ("GPU Temperature [\u{FFFD}C]", "GPU Temperature", "C"),
    ("Framerate (Presented) [FPS]", "Framerate (Presented)", "FPS"),
    ("Framerate (FPS)", "Framerate", "FPS"), ("Framerate (Presented)", "Framerate (Presented)", ""),
    ("Fan 1 Speed (%) [%]", "Fan 1 Speed (%)", "%"), ("PerfCap Reason []", "PerfCap Reason", ""),
    ("FPS", "FPS", ""),
  ])
  func headingsOfSensors(text: String, name: String, unit: String) {
    let heading = SensorHeading(text)
    #expect(heading.name == name)
    #expect(heading.unit == unit)
  }

  @Test("a table whose rows are frames, or of several programs, is no list of sampled frame rates")
  func framesAndProgramsAreNoSamples() {
    for text in [
      "time,fps\n0,60\n0.0167,60\n0.0333,60\n0.05,59.9\n",
      "time_ms,fps\n0,60\n16.7,60\n33.3,60\n50,59.9\n",
      "fps,frametime\n60,16.7\n60,16.6\n60,16.7\n",
      "game,fps\nA,60\nB,59\nC,30\n", "fps\n0\n0\n0\n", "fps\n60\n", "fps,x\n-1,1\n60,1\n60,1\n",
    ] {
      #expect(throws: TraceError.self, "\(text)") {
        try TraceReader.read(bytes: Array(text.utf8), name: "log")
      }
    }
  }

  @Test func zerosBeforeAndAfterTheProgramAreNoFrameRates() throws {
    var samples = PolledSamples()
    let sensor = PolledSensor("fps", .framesPerSecond)
    for (second, rate) in ([0, 0, 60, 0, 30, 0] as [Double]).enumerated() {
      samples.take(rate, of: sensor, at: Nanoseconds(second) * .perSecond)
    }
    let counter = try #require(samples.counters().first)
    #expect([counter].sampledFrameRate(named: "fps")?.value == 15)
    let drawing = try #require(counter.withoutIdleEnds)
    #expect([drawing].sampledFrameRate(named: "fps")?.value == 30)
    let never = Counter(
      role: .other, name: "fps", unit: .framesPerSecond,
      samples: SampleColumn(times: [0, 1], values: [0, 0]))
    #expect(never.withoutIdleEnds == nil)
  }

  @Test func samplesOfOneSecondStayInOrder() throws {
    let text = """
      02, 03-02-2026 20:15:01, GPU usage
      03, 03-02-2026 20:15:01, 0, %
      80, 03-02-2026 20:15:01, 10.0
      80, 03-02-2026 20:15:01, 20.0
      80, 03-02-2026 20:15:02, 30.0

      """
    let counter = try #require(try read(text).counters.first)
    #expect(counter.samples == SampleColumn(times: [0, 0, .perSecond], values: [0.1, 0.2, 0.3]))
    #expect(counter.role == .gpu)
  }

  /// RTSS truncates its averages: 3,600 frames in 60.001 s are 59.999 FPS, and printed as 59.9.
  @Test func averagesThatAreCutOffContradictNothing() throws {
    let benchmark =
      "03-02-2026, 20:15:01 a.exe benchmark completed, 3600 frames rendered in 60.001 s"
    let cut = try read("\(benchmark)\n Average framerate : 59.9 FPS\n")
    #expect(cut.issues.isEmpty)
    #expect(cut.description.reported == ["frames": 3600, "fps.avg": 59.9])
    let wrong = try read("\(benchmark)\n Average framerate : 61.0 FPS\n")
    #expect(wrong.issues.map(\.kind) == [.contradiction])
  }

  @Test(
    "text after the duration of a benchmark is kept as a note",
    arguments: [
      (" s 4K stock", "4K stock"), (" s, undervolted", "undervolted"), (" s (run 2)", "(run 2)"),
      (" s", nil),
    ])
  func notesOfBenchmarks(ending: String, note: String?) throws {
    let run = try read(
      """
      03-02-2026, 20:15:01 a.exe benchmark completed, 6212 frames rendered in 103.922\(ending)
           Average framerate  :   59.7 FPS

      """)
    #expect(run.description.labels["comment"] == note)
    #expect(run.description.reported == ["frames": 6212, "fps.avg": 59.7])
    #expect(run.issues == [])
  }

  @Test func aBenchmarkWithoutSecondsIsNoRow() throws {
    let good = "03-02-2026, 20:15:01 a.exe benchmark completed, 60 frames rendered in 1.000 s"
    let run = try read("\(good)\n\(good)ix\n\(good)\n")
    #expect(run.issues.map(\.kind) == [.unusableRow])
  }

  /// Copies of Afterburner's log can begin within a recording.
  @Test(
    "a log without its head gives the recordings below",
    arguments: [
      "", "0:15:00, 5.0  , 6.0\n", "80, 03-02-2026 20:14:59, 10.0\n80, 03-02-2026 20:15:00, 10.0\n",
    ])
  func cutHeads(head: String) throws {
    let run = try read(
      head + """
        00, 03-02-2026 20:15:01, Hardware monitoring log v1.6
        02, 03-02-2026 20:15:01, GPU usage, Framerate
        80, 03-02-2026 20:15:01, 10.0, 60.0
        80, 03-02-2026 20:15:02, 20.0, 70.0

        """)
    #expect(run.counters.map(\.samples.count) == [2, 2])
    #expect(run.description.scalars.map(\.name) == ["fps.sampled"])
    #expect(run.description.scalars.map(\.value) == [65])
    #expect(run.description.reported == [:])
  }

  @Test func aLogOfSamplesAloneIsKnownAndSaysSo() {
    let text = (10..<30).map { "80, 03-02-2026 20:15:\($0), 10.0, 60.0\n" }.joined()
    let error = #expect(throws: TraceError.self) { try read(text) }
    guard case .noData(_, let format, _, let issue) = error else {
      Issue.record("not recognized: \(String(describing: error))")
      return
    }
    #expect(format == "afterburner")
    #expect(issue?.kind == .unusableRow)
  }

  /// The overlay logs the desktop as process 0.
  @Test func theProcessWithMostSamplesComesFirst() throws {
    let header = "Timestamp (Elapsed time in seconds),PID,FPS,Render Latency(MSec)"
    let rows = (0..<9).map { "\($0).0,\($0 < 3 ? 0 : 777),\($0 < 3 ? 12 : 60 + $0),3.5" }
    let text = ([header] + rows).joined(separator: "\n") + "\n"
    let runs = try TraceReader.read(bytes: Array(text.utf8), name: "log").recordings
    #expect(runs.map(\.origin.stream) == ["pid 777", "pid 0"])
    #expect(runs.map { $0.description.scalars.map(\.value) } == [[65.5], [12]])
    #expect(runs[0].description.reported["fps.avg"] == nil)
  }
}

/// Compares real logs with their contents.
@Suite(
  "Real logs of PC tools",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealSampledLogTests {
  private static func runs(_ path: String) throws -> [Recording] {
    try TraceReader.read(SharedMaterial.path("traces/\(path)")).recordings
  }

  @Test func afterburner() throws {
    let runs = try Self.runs("afterburner/GOD.OF.WAR_Windows.csv")
    #expect(runs.map(\.origin.stream) == ["2025-10-24T15:41:23", "2025-10-24T15:54:18"])
    #expect(runs[0].description.device.gpu == "Radeon RX 580 Series")
    let power = try #require(runs[0].counters.first { $0.role == .power })
    #expect(power.samples.stretches.prefix(2).map(\.value) == [143.136, 143.832])
    let frameTimes = try #require(runs[0].counters.first { $0.name == "Frametime" })
    #expect(frameTimes.samples.stretches.prefix(3).map(\.value) == [10.031, 10.273, 28.205])
    #expect(frameTimes.unit == .milliseconds)
    // Both recordings have the two repeated columns of the copy from a spreadsheet.
    #expect(Set(runs.flatMap(\.issues).map(\.kind)) == [.duplicateColumn])
    for run in runs { #expect(run.timeline.reason == AfterburnerLog.reasonForNoFrames) }
  }

  @Test func benchmarksOfRTSS() throws {
    let runs = try Self.runs("afterburner/trevor_rtss_Benchmark.txt")
    #expect(
      runs.map { $0.description.labels["application"] } == [
        "Hades.exe", "Slippi Dolphin.exe", "hl2.exe", "sonic2App.exe",
      ])
    #expect(runs.map { $0.description.reported["frames"] } == [44053, 7056, 2112, 7399])
    #expect(runs.map { $0.description.reported["fps.avg"] } == [421.3, 59.2, 248.9, 74.7])
    #expect(
      runs.map(\.description.testDuration) == [
        104_562_000_000, 119_141_000_000, 8_485_000_000, 99_016_000_000,
      ])
    #expect(runs[0].description.date == "2021-02-05T20:37:55")
    #expect(runs.allSatisfy { $0.issues.isEmpty && $0.timeline.value == nil })
  }

  /// The header says millivolts, but the values are volts.
  ///
  /// It also names one column more than rows have.
  @Test func statisticsOfTheNVIDIAApp() throws {
    let runs = try Self.runs("nvidia_app/marvelrivals_framegen.csv")
    #expect(runs.count == 1)
    let run = runs[0]
    #expect(run.issues.isEmpty)
    #expect(run.counters.map(\.samples.count).allSatisfy { $0 == 1159 })
    let voltage = try #require(run.counters.first { $0.name.contains("Voltage") })
    #expect(voltage.unit.id == "V")
    #expect(voltage.samples.stretches.compactMap(\.value).allSatisfy { $0 < 2 })
    #expect(run.counters.first { $0.role == .gpu }?.samples.stretches.first?.value == 0.18)
    #expect(!run.counters.contains { $0.name.hasPrefix("GPU2") })
  }
}
