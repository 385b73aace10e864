import Foundation
import Recordings
import RunFolders
import TestSupport
import Testing
import TraceReaders

@testable import FrameRecorder

@Suite("Recorder of an app")
struct FrameRecorderTests {
  private let folder = TemporaryFolder()
  private var run: URL { folder.url.appending(path: "run") }

  private static let refresh: Int64 = 16_666_667

  /// A clock that the test sets.
  private final class Clock {
    var now: Int64 = 5_000_000_000
  }

  /// Threads that use a fixed share of their time.
  private struct Threads: ThreadTimes {
    let clock: Clock
    func cpuTimes() -> [String: Int64] { ["main": clock.now / 2, "a, \"b\"": clock.now / 10] }
  }

  private func recording() throws -> Recording {
    let plan = try TraceDiscovery.plan([run.path])
    let found = try #require(plan.runs.first)
    return try #require(try TraceReader.read(found).recordings.first)
  }

  private func text(of file: String) throws -> String {
    try String(contentsOf: run.appending(path: file), encoding: .utf8)
  }

  @Test func hitchmarkReadsWhatTheRecorderWrites() throws {
    let clock = Clock()
    let recorder = try FrameRecorder(
      folder: run, labels: ["build": "release"], threads: Threads(clock: clock),
      memory: { 1 << 20 }, clock: { clock.now })
    recorder.start()
    var end = {}
    for frame in 0..<300 {
      clock.now += Self.refresh
      recorder.frame(at: clock.now)
      if frame == 99 { end = recorder.mark("open \"menu\",\nslowly") }
      if frame == 199 { end() }
    }
    try recorder.stop()
    let recording = try recording()
    #expect(recording.timeline.value?.frameCount == 299)
    #expect(recording.description.labels["build"] == "release")
    #expect(recording.markers.map(\.name) == ["open 'menu', slowly", "active"])
    #expect(recording.markers.first.map { $0.end - $0.start } == 100 * Self.refresh)
    #expect(recording.markers.map(\.isActivity) == [false, true])
    #expect(recording.counters.count == 3, "memory and two threads")
    #expect(recording.counters.contains { $0.role == .threadCPU("main") })
    #expect(try text(of: "resources.csv").contains(",10.0,50.0\n"))
    #expect(recording.issues.isEmpty)
  }

  @Test func aPauseIsIdle() throws {
    let clock = Clock()
    let recorder = try FrameRecorder(folder: run, clock: { clock.now })
    for _ in 0..<2 {
      recorder.start()
      for _ in 0..<60 {
        clock.now += Self.refresh
        recorder.frame(at: clock.now)
      }
      recorder.pause()
      #expect(try text(of: "frames.csv").contains("\(clock.now)\n"), "a pause writes")
      clock.now += 60_000_000_000
      recorder.frame(at: clock.now)
    }
    try recorder.stop()
    let recording = try recording()
    #expect(recording.timeline.value?.presents.count == 120, "no frames while paused")
    #expect(recording.markers.map(\.isActivity) == [true, true])
  }

  @Test func framesAreWrittenMeanwhile() throws {
    let clock = Clock()
    let recorder = try FrameRecorder(folder: run, capacity: 100, clock: { clock.now })
    recorder.start()
    for _ in 0..<40 {
      for _ in 0..<50 {
        clock.now += Self.refresh
        recorder.frame(at: clock.now)
      }
      // Gives the writing queue time, so that no frame is discarded.
      while recorder.isWriting { Thread.sleep(forTimeInterval: 0.001) }
    }
    let rows = try text(of: "frames.csv").split(separator: "\n").count
    #expect(rows == 1 + 2000, "all frames are in the file before the end")
    try recorder.stop()
  }

  @Test func anEarlierRecordingIsNotOverwritten() throws {
    try FrameRecorder(folder: run).stop()
    let before = try text(of: "run.json")
    #expect(throws: CocoaError.self) { try FrameRecorder(folder: run) }
    #expect(try text(of: "run.json") == before)
  }

  @Test func aFailureOfWritingIsThrownAtTheEnd() throws {
    let recorder = try FrameRecorder(folder: run)
    recorder.start()
    recorder.frame(at: 1)
    // A folder with the file's name makes writing fail.
    try FileManager.default.createDirectory(
      at: run.appending(path: "frames.csv"), withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try recorder.stop() }
  }
}

@Suite("Ring buffer of the recorder")
struct RingBufferTests {
  @Test func theOldestElementsAreDiscarded() {
    var buffer = RingBuffer<Int>(capacity: 3)
    for number in 1...5 { buffer.append(number) }
    #expect(buffer.all == [3, 4, 5])
    #expect(buffer.discarded == 2)
    #expect(buffer.takeAll() == [3, 4, 5])
    #expect(buffer.count == 0)
    buffer.append(6)
    #expect(buffer.takeAll() == [6])
    #expect(buffer.discarded == 2)
  }
}

@Suite("Shares of threads")
struct ThreadSharesTests {
  @Test func sharesAreDifferences() {
    var shares = ThreadShares()
    #expect(shares.percentages(of: ["main": 100, "old": 50], at: 1000).isEmpty)
    #expect(shares.percentages(of: ["main": 600, "new": 900], at: 2000) == ["main": 50])
    #expect(shares.percentages(of: ["main": 500, "new": 1900], at: 3000) == ["new": 100])
    #expect(shares.percentages(of: ["main": 600], at: 3000).isEmpty, "no time has passed")
  }
}
