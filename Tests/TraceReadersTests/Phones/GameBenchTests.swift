import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("GameBench")
struct GameBenchTests {
  @Test("samples are sorted by time")
  func order() throws {
    let text = """
      {"sessionId": "a", "samples": [{"fpsValue": 59, "timestamp": 2000},
        {"fpsValue": 60, "timestamp": 1000}]}
      """
    let file = try TraceReader.read(bytes: Array(text.utf8), name: "a.json")
    let counter = try #require(file.recordings.first?.counters.first)
    #expect(counter.samples.clock == .times([.perSecond, 2 * .perSecond]))
    #expect(counter.samples.stretches.map(\.value) == [60, 59])
  }

  @Test("an export's columns are found by their last words, in any order")
  func export() throws {
    let text = "fps.fpsValue,battery/batteryLevel,timestamp\n60,50,1000\n58,,2000\n"
    let file = try TraceReader.read(bytes: Array(text.utf8), name: "a.csv")
    let run = try #require(file.recordings.first)
    #expect(file.dialect == "CSV export")
    #expect(run.counters.map(\.role.name) == ["other", "battery"])
    #expect(run.counters.map(\.samples.count) == [2, 1])
    #expect(run.description.scalars.map(\.value) == [59])
  }

  @Test("answers of other services are not recognized")
  func others() throws {
    let text = "{\"response\": {\"results\": [{\"app\": 1}]}, \"samples\": []}"
    var source = TraceSource(bytes: Array(text.utf8), name: "a.json")
    let head = try source.head()
    #expect(TraceFormat.gameBench.recognize(head) == .no())
  }
}

/// Tests the sample answers from the documentation of the interface.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealGameBenchTests {
  private static func path(_ name: String) -> String {
    SharedMaterial.path("traces/gamebench/api_\(name).json")
  }

  @Test(arguments: ["sessionid", "latest_session_search"])
  func sessionsAreReportedAsReported(name: String) throws {
    let runs = try TraceReader.read(Self.path(name)).recordings
    #expect(runs.count == 1)
    let run = try #require(runs.first)
    #expect(run.timeline.value == nil && run.issues.isEmpty)
    #expect(run.description.reported["fps.median"] == 59)
    #expect(run.description.reported["fps.stability.median"] == 1)
    #expect(run.description.device.name == "HUAWEI STF-L09")
    #expect(run.description.device.os == "Android 8.0.0")
    #expect(run.description.device.refreshRate == 60)
    #expect(run.description.testDuration == 572 * .perSecond)
    #expect(run.description.date == "2018-10-17T13:19:02Z")
    let memory = try #require(run.description.reported["memory.avg"])
    #expect(memory == 35)
  }

  @Test(
    arguments: [
      ("cpu_multiple_sessions", ["appUsage", "gbUsage", "totalCpuUsage"], 3),
      ("fps", ["fpsValue"], 1), ("janks", ["numJanks"], 1),
    ] as [(String, [String], Int)])
  func samplesAreCounters(name: String, counters: [String], count: Int) throws {
    let runs = try TraceReader.read(Self.path(name)).recordings
    let run = try #require(runs.first)
    #expect(counters.allSatisfy { wanted in run.counters.contains { $0.name == wanted } })
    #expect(run.counters.allSatisfy { $0.samples.count == count })
    #expect(run.timeline.reason?.contains("the frame rate of each second") == true)
  }

  @Test func whatHasNoTimesIsRefused() {
    let path = Self.path("fps_stability")
    #expect(throws: TraceError.refused(path: path, .summary(tool: "GameBench"))) {
      try TraceReader.read(path)
    }
  }
}
