import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("dumpsys gfxinfo")
struct GfxInfoTests {
  private static let early =
    "Flags,IntendedVsync,HandleInputStart,SwapBuffers,FrameCompleted,"
  private static let swapped =
    "Flags,FrameTimelineVsyncId,IntendedVsync,FrameInterval,FrameStartTime,FrameCompleted,"
  private static let straight =
    "Flags,FrameTimelineVsyncId,IntendedVsync,FrameStartTime,FrameInterval,FrameCompleted,"

  private static func dump(
    _ header: String, rows: [String], window: String = "app/Main", view: String = "1"
  ) -> String {
    """
    ** Graphics info for pid 7 [app] **

    \t\(window)/android.view.ViewRootImpl@\(view) (visibility=0)
    ---PROFILEDATA---
    \(header)
    \(rows.joined(separator: "\n"))
    ---PROFILEDATA---

    """
  }

  /// Rows every 10 ms; the work on each takes 4 ms.
  private static func rows(_ range: Range<Int>) -> [String] {
    range.map { row in
      let vsync = 1_000_000_000 + row * 10_000_000
      return "0,\(vsync),\(vsync + 1_000_000),\(vsync + 3_000_000),\(vsync + 4_000_000),"
    }
  }

  private static func read(_ text: String) throws -> [Recording] {
    try TraceReader.read(bytes: Array(text.utf8), name: "dump.txt").recordings
  }

  @Test("dumps of one buffer are joined by their vsyncs")
  func polls() throws {
    let dumps = [0..<120, 60..<180, 60..<180, 170..<290]
    let text = dumps.map { Self.dump(Self.early, rows: Self.rows($0)) }.joined()
    let run = try #require(try Self.read(text).first)
    let presents = try #require(run.timeline.value).presents
    #expect(Array(presents) == (0..<290).map { Nanoseconds($0) * 10_000_000 })
    #expect(run.issues == [])
  }

  @Test("frames between two full dumps that do not overlap are lost, with an issue")
  func lostBetweenDumps() throws {
    let gap = [0..<120, 130..<250].map { Self.dump(Self.early, rows: Self.rows($0)) }.joined()
    #expect(try Self.read(gap).first?.issues.map(\.kind) == [.lostBetweenDumps])
    // If the buffer was cleared after a dump, it is not full in the next one.
    let reset = [0..<120, 130..<200].map { Self.dump(Self.early, rows: Self.rows($0)) }.joined()
    #expect(try Self.read(reset).first?.issues == [])
  }

  @Test("tables without a process belong to one window, in any number of dumps")
  func tablesAlone() throws {
    let text = [0..<5, 3..<9].map {
      ([Self.early] + Self.rows($0)).joined(separator: "\n") + "\n"
    }.joined()
    let runs = try Self.read(text)
    #expect(runs.count == 1)
    #expect(runs.first?.timeline.value?.frameCount == 8)
    #expect(runs.first?.origin.stream == nil)
  }

  @Test(
    "the refresh interval is the column that contains a duration, whatever the names of the two columns"
  )
  func swappedColumns() throws {
    for (header, first, second) in [
      (Self.swapped, "5000000000", "8311780"), (Self.straight, "5000000000", "8311780"),
      (Self.straight, "8311780", "5000000000"),
    ] {
      let rows = (1...3).map { "0,\($0),\($0)00000000,\(first),\(second),\($0)50000000," }
      let run = try #require(try Self.read(Self.dump(header, rows: rows)).first)
      #expect(run.description.device.refreshRate == 120)
      #expect(run.timeline.value?.frameCount == 2)
    }
  }

  @Test("the stages of a frame are the times between its columns")
  func stages() throws {
    let header =
      "Flags,IntendedVsync,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,"
      + "SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,"
    let rows = [
      "0,100000,100001,100003,100006,100010,100015,100100,100107,100115,100124,",
      "0,200000,200001,200003,200006,200010,200015,200100,200107,200115,200124,",
      // The draw starts before the layout, and nothing was copied.
      "0,300000,300001,300003,300012,300010,0,300100,0,300115,300124,",
    ]
    let run = try #require(try Self.read(Self.dump(header, rows: rows)).first)
    let signals = try #require(run.timeline.value).signals
    #expect(signals[.input] == OptionalColumn([2, 2]))
    #expect(signals[.animation] == OptionalColumn([3, 9]))
    #expect(signals[.layout] == OptionalColumn([4, nil]))
    #expect(signals[.draw] == OptionalColumn([5, 90]))
    #expect(signals[.sync] == OptionalColumn([7, nil]))
    #expect(signals[.issue] == OptionalColumn([8, nil]))
    #expect(signals[.swap] == OptionalColumn([9, 9]))
  }

  @Test("a display that changes its refresh rate has none")
  func severalRates() throws {
    let rows = (1...4).map { row in
      "0,\(row),\(row)00000000,5000000000,\(row % 2 == 0 ? 8_333_333 : 16_666_667),\(row)50000000,"
    }
    let run = try #require(try Self.read(Self.dump(Self.swapped, rows: rows)).first)
    #expect(run.description.device.refreshRate == nil)
    #expect(run.issues.map(\.kind) == [.refreshRateChanges])
  }

  @Test("windows with the same name are distinguished by their views, others by their names")
  func windows() throws {
    let text =
      Self.dump(Self.early, rows: Self.rows(0..<4), view: "a")
      + Self.dump(Self.early, rows: Self.rows(0..<3), view: "b")
      + Self.dump(Self.early, rows: Self.rows(0..<2), window: "popup", view: "c")
    #expect(
      try Self.read(text).map(\.origin.stream) == [
        "app/Main/android.view.ViewRootImpl@a 7", "app/Main/android.view.ViewRootImpl@b 7",
        "popup 7",
      ])
  }

  @Test("the number of windows of all processes together is limited")
  func tooManyWindows() throws {
    func windows(_ range: Range<Int>) -> String {
      range.map { "\tapp/View\($0)/android.view.ViewRootImpl@1 (visibility=0)\n" }.joined()
    }
    let first = Self.dump(Self.early, rows: Self.rows(0..<3)) + windows(0..<600)
    let second = Self.dump(Self.early, rows: Self.rows(0..<3))
      .replacing("for pid 7 ", with: "for pid 8 ")
    #expect(second.contains("for pid 8 "))
    #expect(try Self.read(first + second + windows(0..<398)).count == 2)
    #expect(throws: TraceError.self) { try Self.read(first + second + windows(0..<399)) }
  }

  @Test("refresh intervals are rounded to usual refresh rates")
  func nominalRates() {
    let intervals: [(Nanoseconds, Double?)] = [
      (8_311_780, 120), (16_602_774, 60), (16_683_333, 60), (11_111_111, 90), (6_944_444, 144),
      (13_000_000, 77), (500_000, nil), (2_000_000_000, nil), (0, nil), (-1, nil),
    ]
    for (interval, rate) in intervals {
      #expect(NominalRefreshRate.hertz(every: interval) == rate)
    }
    #expect(NominalRefreshRate.prevailing(among: [60: 9, 120: 1]) == 60)
    #expect(NominalRefreshRate.prevailing(among: [60: 8, 120: 1]) == nil)
    #expect(NominalRefreshRate.prevailing(among: [:]) == nil)
  }
}

/// Compares real dumps with the figures that they contain.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealGfxInfoTests {
  private static func runs(_ file: String) throws -> [Recording] {
    try TraceReader.read(SharedMaterial.path("traces/gfxinfo/\(file)")).recordings
  }

  /// Compares frames, janky frames and the four percentiles.
  ///
  /// The reader also compares the percentiles with the histogram, from its slow end, and must find no contradiction.
  @Test(
    "totals and percentiles are those in the dumps, and the histograms agree with them",
    arguments: [
      ("flashlight_sample-gfxinfo-output.txt", 35360, 23595, [28.0, 48, 53, 57]),
      ("flashlight_GfxInfoSample.txt", 21, 4, [19, 57, 57, 200]),
      ("choi890_framestats.txt", 516, 113, [11, 31, 65, 101]),
      ("malformed_yuva_framestats_utf16.txt", 3, 2, [125, 550, 550, 550]),
    ])
  func summaries(file: String, frames: Int, janky: Int, percentiles: [Double]) throws {
    let run = try #require(try Self.runs(file).first)
    let share = run.description.scalars.first { $0.name == "gfxinfo.janky" }?.value
    #expect(share == Double(janky) / Double(frames))
    #expect(!run.issues.contains { $0.kind == .contradiction })
    guard run.timeline.value == nil else { return }
    let reported = run.description.reported
    #expect(reported["frames"] == Double(frames))
    #expect([50, 90, 95, 99].compactMap { reported["frame.work.p\($0)"] } == percentiles)
  }

  @Test func tableOfAndroid12IsRead() throws {
    let runs = try Self.runs("choi890_framestats.txt")
    #expect(runs.count == 1)
    let run = try #require(runs.first)
    let timeline = try #require(run.timeline.value)
    // 120 rows, none of them flagged: the first opens the timeline.
    #expect(timeline.placedFrameCount == 119)
    #expect(timeline.frameCount == 119 + 3)  // three idle times
    #expect(Array(timeline.presents.prefix(2)) == [0, 314_856_694_507_336 - 314_856_686_928_950])
    #expect(run.description.device.refreshRate == 120)
    let overrun = try #require(timeline.signals[.overrun])
    let late: Nanoseconds = 314_856_694_507_336 - 314_856_700_320_784
    #expect(overrun[0] == late)
    let gpu = try #require(timeline.signals[.gpuBusy])
    #expect(gpu[0] == 2_664_584)  // 314856694507336 − 314856691842752
    // The last four rows still have the display times of frames 2.4 s before; idle times have none.
    let display = try #require(timeline.signals[.display])
    #expect(
      (0..<display.count).filter { display[$0] == nil } == [29, 71, 74, 118, 119, 120, 121])
    #expect([29, 71, 74].allSatisfy { timeline.kinds?[$0] == .idle })
    #expect(run.issues == [])
  }

  @Test func theWideDumpIsReadAndItsFlaggedRowLeftOut() throws {
    let run = try #require(try Self.runs("malformed_yuva_framestats_utf16.txt").first)
    let presents = try #require(run.timeline.value).presents
    // No frame was requested until 121 ms before the last frame was complete.
    #expect(presents == [0, 193_828_146, 116_544_168_573_868 - 116_543_853_437_561])
    #expect(run.issues.map(\.kind) == [.excludedFrame])
    #expect(run.description.device.refreshRate == 60)
  }

  @Test func lastFramesOfASummaryHaveDurationsOnly() throws {
    let run = try #require(try Self.runs("flashlight_sample-gfxinfo-output.txt").first)
    #expect(run.timeline.value == nil)
    let durations = try #require(run.unplacedSignals[.cpuBusy])
    #expect(durations.count == 120)
    // 20.51 + 0.49 + 7.13 + 16.37 ms in the first row.
    #expect(durations[0] == 44_500_000)
  }
}

extension GfxInfoTests {
  /// A dump with the counts of the process and of its windows, each of which has frames.
  private static func dump(process: Int, windows: [(name: String, count: Int?)]) -> String {
    let parts = windows.map { window in
      let count = window.count.map { "Window: \(window.name)\nTotal frames rendered: \($0)\n" }
      return """
        \t\(window.name)/android.view.ViewRootImpl@1 (visibility=0)
        \(count ?? "")---PROFILEDATA---
        \(early)
        \(rows(0..<3).joined(separator: "\n"))
        ---PROFILEDATA---

        """
    }
    return """
      ** Graphics info for pid 7 [app] **

      Total frames rendered: \(process)
      Janky frames: 8 (2.00%)
      99th percentile: 31ms
      Profile data in ms:

      \(parts.joined())
      """
  }

  private static func total(_ run: Recording) -> Double? {
    run.description.scalars.first { $0.name == "gfxinfo.total" }?.value
  }

  @Test("the counts of a process with a closed window are a separate run")
  func closedWindow() throws {
    let runs = try Self.read(Self.dump(process: 400, windows: [("app/Main", 100)]))
    #expect(runs.map(\.origin.stream) == ["app/Main 7", "app 7"])
    #expect(runs.map(Self.total) == [100, nil])
    #expect(runs[1].description.reported["frames"] == 400)
    #expect(runs[1].description.reported["frame.work.p99"] == 31)
  }

  @Test("the counts of a process with several windows belong to none of them")
  func severalWindows() throws {
    let windows = [("app/Main", 100), ("app/Other", nil)] as [(String, Int?)]
    let runs = try Self.read(Self.dump(process: 400, windows: windows))
    #expect(Set(runs.map(\.origin.stream)) == ["app/Main 7", "app/Other 7", "app 7"])
    #expect(runs.compactMap { $0.description.reported["frames"] } == [400])
  }

  @Test("the counts of a process with one window belong to that window")
  func onlyWindow() throws {
    for count in [nil, 400] {
      let runs = try Self.read(Self.dump(process: 400, windows: [("app/Main", count)]))
      #expect(runs.map(\.origin.stream) == [nil])
      #expect(runs.map(Self.total) == [400])
    }
  }
}
