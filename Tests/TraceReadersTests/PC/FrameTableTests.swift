import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

/// Compares Fraps, SurfaceFlinger and the Metal HUD with numbers computed by hand.
@Suite("Tables of Fraps, SurfaceFlinger and the Metal HUD")
struct FrameTableTests {
  private func runs(_ text: String) throws -> [Recording] {
    try TraceReader.read(bytes: Array(text.utf8), name: "log").recordings
  }

  @Test func timesOfFrapsAreFrameEnds() throws {
    let run = try runs("Frame, Time (ms)\n    1,     0.000\n    2,    16.700\n    3,    50.100\n")[
      0]
    #expect(run.origin.format == "fraps")
    #expect(run.timeline.value?.presents == [0, 16_700_000, 50_100_000])
    #expect(run.issues == [])
  }

  /// Physics engines write durations below the column names of Fraps.
  @Test func durationsAreNotFraps() {
    let rows = (1..<40).map { "\($0), \($0 % 3 + 2).5\n" }.joined()
    #expect(throws: TraceError.self) { try runs("Frame, Time (ms)\n" + rows) }
  }

  @Test func frameRatesOfFrapsAreSamples() throws {
    let run = try runs("FPS\n60\n58\n62\n40\n")[0]
    #expect(run.timeline.value == nil)
    #expect(run.description.scalars.map(\.name) == ["fps.sampled"])
    #expect(run.description.scalars.map(\.value) == [55])
    #expect(run.description.reported == [:])
  }

  @Test func figuresOfFrapsAreReported() throws {
    let run = try runs("Frames, Time (ms), Min, Max, Avg\n 3012, 50200, 41, 63, 60.000\n")[0]
    #expect(run.description.reported == ["frames": 3012, "fps.avg": 60])
    #expect(run.description.testDuration == 50_200_000_000)
    #expect(run.issues == [])
  }

  // MARK: - SurfaceFlinger

  private static func dump(_ frames: Range<Int>) -> String {
    "8333333\n"
      + frames.map { index in
        let shown = 1_000_000_000 + index * 8_340_000
        return "\(shown - 9_000_000)\t\(shown)\t\(shown - 2_000_000)\n"
      }.joined()
  }

  @Test func dumpsOfALayerOverlap() throws {
    let run = try runs(Self.dump(0..<10) + "\n" + Self.dump(6..<20))[0]
    #expect(run.origin.format == "surfaceflinger-latency")
    #expect(
      run.timeline.value?.presents == NumberColumn((0..<20).map { Nanoseconds($0) * 8_340_000 }))
    #expect(run.description.device.refreshRate == 120)
    #expect(run.issues == [])
  }

  @Test func fullDumpsThatDoNotOverlapLostFrames() throws {
    let run = try runs(Self.dump(0..<127) + Self.dump(200..<327))[0]
    #expect(run.issues.map(\.kind) == [.lostBetweenDumps])
    #expect(run.timeline.value?.frameCount == 253)
    #expect(try runs(Self.dump(0..<127) + Self.dump(100..<227))[0].issues == [])
  }

  @Test func unusedSlotsAndFramesInProgressAreNoFrames() throws {
    let text = "16666666\n0\t0\t0\n1\t1000000000\t2\n3\t9223372036854775807\t4\n5\t1016700000\t6\n"
    let run = try runs(text)[0]
    #expect(run.timeline.value?.presents == [0, 16_700_000])
    #expect(run.issues.map(\.kind) == [.unfinishedFrame])
  }

  @Test func linesWithoutNumbersAreIgnored() throws {
    let run = try runs(
      """
      POLL tick=a
      16666666
      1000000000 1016000000 1001000000
      1016700000 1032700000 1017700000

      -------------ScreenShot start dump------------
        args[0]:--latency
        args[1]:app/Main#0
      """)[0]
    #expect(run.origin.format == "surfaceflinger-latency")
    #expect(run.timeline.value?.presents == [0, 16_700_000])
    #expect(run.issues == [])
  }

  // MARK: - Metal

  @Test func linesOfTheHUDRepeat() throws {
    let first = "a Game[7:1] metal-HUD: 3,10.5,20.5,16.0,4.0,17.0,0.00,18.0,5.0\n"
    let run = try runs(first + first + "a Game[7:1] metal-HUD: 5,10.5,21.5,18.0,5.0,19.0,6.0\n")[0]
    #expect(run.origin.format == "metal-hud")
    #expect(
      run.timeline.value?.presents
        == NumberColumn([0, 16, 33, 51, 69, 88].map { $0 * .perMillisecond }))
    #expect(
      run.timeline.value?.signals[.gpuBusy]
        == OptionalColumn([4_000_000, nil, 5_000_000, 5_000_000, 6_000_000]))
    #expect(run.counters.map(\.name) == ["graphics memory", "process memory"])
    #expect(run.issues == [])
  }

  /// Lines of the HUD that contain each pair twice, for these frame intervals in milliseconds.
  private func twice(_ intervals: [Int], pairsPerLine: Int) -> String {
    let pairs = intervals.flatMap { interval in
      Array(repeating: "\(interval).00,\(interval % 7).50", count: 2)
    }
    return stride(from: 0, to: pairs.count, by: pairsPerLine).map { start in
      let end = min(start + pairsPerLine, pairs.count)
      let cells = pairs[start..<end].joined(separator: ",")
      return "metal-HUD: \((end + 1) / 2),10.5,20.5,\(cells)\n"
    }.joined()
  }

  @Test("a pair that is written twice is one frame, also at the end of a line", arguments: [7, 8])
  func pairsTwice(pairsPerLine: Int) throws {
    let intervals = (0..<40).map { $0 == 20 ? 90 : 16 + $0 % 3 }
    let run = try runs(twice(intervals, pairsPerLine: pairsPerLine))[0]
    let timeline = try #require(run.timeline.value)
    let steps = zip(timeline.presents.dropFirst(), timeline.presents).map { $0 - $1 }
    #expect(steps == intervals.map { Nanoseconds($0) * .perMillisecond })
    #expect(run.issues == [])
  }

  @Test func equalFramesAreNotTakenForCopies() throws {
    let lines = (1...3).map { line in
      "metal-HUD: \(line * 4),1.5,2.5" + String(repeating: ",16.00,0.00", count: 4)
    }
    let run = try runs(lines.joined(separator: "\n"))[0]
    #expect(run.timeline.value?.frameCount == 12)
    let copies = try runs(twice(Array(repeating: 16, count: 12), pairsPerLine: 8))[0]
    #expect(copies.timeline.value?.frameCount == 12)
  }

  @Test func theFirstIntervalCanBeTheTimeSinceTheMachineWasStarted() throws {
    let run = try runs("metal-HUD: 3,1.5,2.5,31000000.00,0.00,16.00,4.00,17.00,4.00\n")[0]
    #expect(run.timeline.value?.presents == [0, 16_000_000, 33_000_000])
    #expect(run.issues == [])
  }

  @Test func aNameMayHaveSpacesAndTheSameLineMayComeThroughTheLog() throws {
    let line = "metal-HUD: 1,1.5,2.5,16.0,4.0\n"
    let all = try runs(
      "2026-09-07 06:32:25.311+0200 My Game[7:1] \(line)"
        + "2026-09-07 06:32:25.311+0200 My Game[7:1] [Logging] \(line)")
    #expect(all.map { $0.description.labels["application"] } == ["My Game 7"])
    #expect(all[0].timeline.value?.frameCount == 1)
  }

  @Test func framesMissingBetweenLinesAreReported() throws {
    let run = try runs(
      "metal-HUD: 1,2,20.5,16.0,4.0,17.0,5.0\nmetal-HUD: 9,2,20.5,16.0,4.0\nother\n")[0]
    #expect(run.issues.map(\.kind) == [.lostBetweenDumps])
    #expect(run.origin.dialect == "frame misses")
    #expect(run.counters.map(\.name) == ["process memory"])
  }

  @Test func processesAreRunsOfTheirOwn() throws {
    let runs = try runs(
      "a Game[7:1] metal-HUD: 1,1.5,2.5,16.0,4.0\na wine[8:1] metal-HUD: 1,1.5,2.5,16.0,4.0,8.0,2.0\n"
    )
    #expect(runs.map(\.origin.stream) == ["wine 8", "Game 7"])
    #expect(runs.map { $0.timeline.value?.frameCount } == [2, 1])
  }
}
