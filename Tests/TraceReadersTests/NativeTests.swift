import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Native tables")
struct NativeTests {
  private func read(_ text: String) throws -> Recording {
    let file = try TraceReader.read(bytes: Array(text.utf8), name: "frames.csv")
    return try #require(file.recordings.first)
  }

  @Test(
    "timestamps are read in every unit, to the nanosecond",
    arguments: [
      "timestamp_ns\n5000000000\n5016666667\n5033333333\n",
      "timestamp_us\r\n5000000\r\n5016666.667\r\n5033333.333\r\n",
      "timestamp_ms\n5000\n5016.666667\n5.033333333e3",
      "TIMESTAMP_S\n5\n5.016666667\n5.033333333\n\n",
    ])
  func units(text: String) throws {
    let recording = try read(text)
    #expect(recording.timeline.value?.presents == [0, 16_666_667, 33_333_333])
    #expect(recording.issues.isEmpty)
  }

  @Test func frameTimesAreSummedFromZero() throws {
    let recording = try read("frame_time_ms\n16.5\n0.25\n20\n")
    #expect(recording.timeline.value?.presents == [0, 16_500_000, 16_750_000, 36_750_000])
  }

  @Test func samplesBesideFramesAreMovedAlike() throws {
    let recording = try read(
      """
      timestamp_ms,cpu_ms,dropped,cpu_percent,memory_mb,thread.main.cpu_percent
      1000,,,10,100,50
      1000,1.5,0,,,
      1020,2.5,1,,,
      1040,,0,,,
      1040,,,20,110.5,60

      """)
    let timeline = try #require(recording.timeline.value)
    #expect(timeline.presents == [0, 20_000_000, 40_000_000])
    #expect(timeline.kinds == [.dropped, .displayed])
    #expect(timeline.signals[.cpuBusy] == OptionalColumn([2_500_000, nil]))
    #expect(recording.counters.map(\.role) == [.cpu, .memory, .threadCPU("main")])
    #expect(
      recording.counters[1].samples
        == SampleColumn(times: [0, 40_000_000], values: [100e6, 110.5e6]))
    #expect(recording.counters[0].unit == .fraction)
    #expect(recording.counters[0].samples.stretches.map(\.value) == [0.1, 0.2])
    #expect(recording.issues.isEmpty)
  }

  @Test func samplesAloneGiveNoFrames() throws {
    let recording = try read("timestamp_s,gpu_percent\n1,50\n2,nan\n3,75\n")
    #expect(
      recording.timeline.reason
        == "the file contains samples and no frames; put it into one folder with the trace and a run.json"
    )
    #expect(
      recording.counters.first?.samples
        == SampleColumn(
          times: [1_000_000_000, 2_000_000_000, 3_000_000_000], values: [0.5, nil, 0.75]))
  }

  @Test func markersNameStretchesOfTheRun() throws {
    let recording = try read(
      "timestamp_ns,end_ns,name,activity\n5,9,scroll up,1\n9,,tap,\n7,3,backwards,0\n")
    #expect(
      recording.markers == [
        Marker(start: 5, end: 9, name: "scroll up", isActivity: true),
        Marker(start: 9, end: 9, name: "tap"),
      ])
    #expect(recording.issues == [ImportIssue(.unusableRow, line: 4, found: "7")])
  }

  @Test func decimalCommasBetweenCommasAreNoExtraFields() {
    let error = TraceError.noData(
      path: "frames.csv", format: "native", line: 1,
      firstIssue: ImportIssue(.decimalComma, line: 2, found: "16,7,1,5", count: 2))
    #expect(throws: error) { try read("frame_time_ms,cpu_ms\n16,7,1,5\n16,6,1,4\n") }
  }

  @Test func badRowsAreLeftOutAndCounted() throws {
    let recording = try read(
      """
      timestamp_ms,frame_time_ms
      0,10
      10,ten
      20,10
      20,10
      15,10
      timestamp_ms,frame_time_ms
      30
      40,10
      50,10,0.7
      60,inf
      70,"10,5"
      2000,1950
      2013,1
      """)
    #expect(
      recording.timeline.value?.presents
        == NumberColumn([0, 10, 30, 50, 60, 2010, 2023].map { $0 * .perMillisecond }))
    #expect(
      recording.issues.map(\.kind) == [
        .notANumber, .lostFrames, .duplicateTime, .timeWentBack, .repeatedHeader, .shortRow,
        .longRow, .notFinite, .decimalComma, .gap,
      ])
    #expect(recording.issues.map(\.line) == [3, 4, 5, 6, 7, 8, 10, 11, 12, 13])
  }
}
