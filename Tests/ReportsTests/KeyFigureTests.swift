import Analysis
import Documents
import Recordings
import Reports
import Testing
import Units

/// The first screen of an analysis: facts, a warning if one is due, and key figures.
@Suite("The key figures of an analysis")
struct KeyFigureTests {
  private static func document(
    frameTimes: [Double], hertz: Double? = nil, change: (inout Recording) -> Void = { _ in }
  ) -> Document {
    var recording = MadeUpRuns.recording(frameTime: 20)
    var builder = FrameTimeline.Builder()
    builder.open(at: 0)
    var present = 0.0
    for frameTime in frameTimes {
      present += frameTime
      #expect(builder.append(present: Nanoseconds(present * 1e6)) == nil)
    }
    recording.timeline = builder.finish().map { .known($0) } ?? recording.timeline
    change(&recording)
    var settings = ParameterSettings()
    settings.refreshRate = hertz
    return AnalysisReport.document(of: [
      AnalyzedRun(RunSummary(of: recording, settings: settings))
    ])
  }

  private static func details(_ document: Document) throws -> [String: [String]] {
    let table = try #require(document.tables.first { $0.anchor.name == "key-figures" })
    return Dictionary(
      uniqueKeysWithValues: table.rows.map { ($0.id ?? "", $0.cells.map(\.printed)) })
  }

  @Test("Each figure has its unit, and a detail that says what it means or where it happened")
  func figures() throws {
    var frameTimes = Array(repeating: 16.0, count: 300)
    frameTimes[100] = 80
    let document = Self.document(frameTimes: frameTimes, hertz: 60)
    let details = try Self.details(document)
    #expect(details["fps.avg"] == ["61.7 FPS", "median frame 16.0 ms"])
    #expect(details["freeze.longest"] == ["80.0 ms", "at 1.6 s"])
    #expect(details["hitch.ratio"]?[1] == "1 frame over 25.0 ms")
    #expect(details["response.avg"]?[1] == "estimate, --input-lag 55")
    #expect(details["hitch.count"] == nil && details["frametime.p50"] == nil)
    #expect(document.tables.first?.isTiled == true)
  }

  @Test("A reported number of hitches may be any number")
  func reportedHitches() throws {
    let document = Self.document(frameTimes: Array(repeating: 16, count: 300), hertz: 60) {
      $0.description.reported = ["hitch.count": 1e300, "hitch.ratio": 5]
    }
    #expect(try Self.details(document)["hitch.ratio"] != nil)
  }

  @Test("Without a refresh rate, the figures do not mention hitches")
  func withoutRefreshRate() throws {
    let details = try Self.details(Self.document(frameTimes: [10, 20, 30, 10, 20, 30]))
    #expect(details["hitch.ratio"] == nil)
    #expect(details["fps.avg"]?[0] == "50.0 FPS")
  }

  @Test("A line of facts names application, hardware, format, frames and refresh rate")
  func facts() {
    let document = Self.document(frameTimes: Array(repeating: 10, count: 100), hertz: 120) {
      $0.description.labels["application"] = "game.exe"
      $0.description.device.gpu = "GPU X"
    }
    let facts = document.blocks.compactMap {
      if case .facts(let line) = $0 { line.plainText } else { nil }
    }
    #expect(facts.count == 1)
    #expect(facts[0].hasPrefix("game.exe · GPU X · "))
    #expect(facts[0].hasSuffix("100 displayed frames in 1.0 s · 120 Hz (declared)"))
  }

  @Test("A warning before the figures counts the problems of the data, and notes do not count")
  func warning() {
    func warnings(_ document: Document) -> [String] {
      document.blocks.prefix { if case .table = $0 { false } else { true } }.compactMap {
        if case .notice(.warning, let words) = $0 { words.plainText } else { nil }
      }
    }
    let frameTimes = (0..<2000).map { 10 + Double($0 % 7) / 10 }
    let noted = Self.document(frameTimes: frameTimes) { $0.issues = [ImportIssue(.longRow)] }
    #expect(warnings(noted) == [])
    let spoiled = Self.document(frameTimes: frameTimes) {
      $0.issues = [ImportIssue(.contradiction)]
    }
    #expect(
      warnings(spoiled) == ["1 problem of the data affects these figures; see Data quality"])
  }
}
