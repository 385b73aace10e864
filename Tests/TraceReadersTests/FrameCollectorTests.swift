import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Frames from rows")
struct FrameCollectorTests {
  private typealias Row = (time: Int64?, frameTime: Int64?)

  private func collect(_ rows: [Row]) -> (FrameCollector, issues: [ImportIssue.Kind?]) {
    var collector = FrameCollector()
    let issues = rows.map { collector.add(time: $0.time, frameTime: $0.frameTime).issue }
    return (collector, issues)
  }

  @Test("columns that differ by rounding, or by a twentieth of a frame, lose no frames")
  func tolerance() {
    let noisy = (1...50).map { row -> Row in
      (Int64(row) * 7_000_000 + Int64(row % 3) * 100_000, 7_000_000)
    }
    #expect(collect(noisy).issues.allSatisfy { $0 == nil })
    // 144 Hz in whole milliseconds: the steps of 6 and 7 ms count, not frame times of always 7 ms.
    let coarse = (1...144).map { row -> Row in (Int64(row) * 1000 / 144 * 1_000_000, 7_000_000) }
    let (frames, issues) = collect(coarse)
    #expect(issues.allSatisfy { $0 == nil })
    #expect(frames.lastPresent.map { abs($0 - 1_000_000_000) < 2_000_000 } == true)
  }

  @Test("missing rows are counted by how many frames fit between two rows")
  func missingRows() {
    var collector = FrameCollector()
    for row in 1...5 { _ = collector.add(time: Int64(row) * 10_000_000, frameTime: 10_000_000) }
    let verdict = collector.add(time: 300_000_000, frameTime: 10_000_000)
    #expect(verdict == .init(isFrame: true, issue: .lostFrames, count: 24))
    let shorter = collector.add(time: 302_000_000, frameTime: 10_000_000)
    #expect(shorter.issue == .shorterSteps)
  }

  @Test func aFirstRowWithAFrameTimeIsAFrame() {
    let (frames, issues) = collect([(1_000_000, 400_000), (1_500_000, 500_000)])
    #expect(frames.finish()?.presents == [0, 400_000, 900_000])
    #expect(frames.clockOrigin == 600_000)
    #expect(issues == [nil, nil])
  }

  @Test(arguments: [nil, 0, -5] as [Int64?])
  func aFirstRowWithoutAFrameTimeOpensTheTimeline(frameTime: Int64?) {
    let (frames, _) = collect([(1_000_000, frameTime), (1_500_000, nil)])
    #expect(frames.finish()?.presents == [0, 500_000])
    #expect(frames.clockOrigin == 1_000_000)
  }

  @Test func theFrameTimeHasMoreDigitsThanTheTime() {
    // Times are rounded to 10 µs, frame times to 0.1 µs.
    let (frames, issues) = collect([(0, nil), (16_670_000, 16_666_700), (33_330_000, 16_666_600)])
    #expect(frames.finish()?.presents == [0, 16_666_700, 33_333_300])
    #expect(issues == [nil, nil, nil])
  }

  @Test func aLongerStepMeansLostFrames() {
    let (frames, issues) = collect([(0, nil), (10_000_100, 10_000_100), (31_100_200, 20_000_000)])
    #expect(frames.finish()?.presents == [0, 10_000_100, 31_100_200])
    #expect(issues == [nil, nil, .lostFrames])
  }

  /// Frame times around 8 ms, to the nanosecond, with end times from clocks of several resolutions.
  @Test(
    "a clock that is coarser than the frame times loses no frame",
    arguments: [1_000_000, 10_000_000, 15_625_000, 100_000_000, 1_000_000_000] as [Nanoseconds])
  func coarseClock(tick: Nanoseconds) {
    let frameTimes = (0..<2000).map { 8_000_000 + Nanoseconds($0 * 7919 % 2003) * 997 }
    var end: Nanoseconds = 40 * .perSecond
    let rows = frameTimes.map { frameTime -> Row in
      end += frameTime
      return (end / tick * tick, frameTime)
    }
    let (frames, issues) = collect(rows)
    // The first steps of a clock with non-decimal ticks look like lost frames and repeated rows.
    let isDecimal = tick != 15_625_000
    #expect((frames.finish()?.frameCount ?? 0) >= (isDecimal ? 2000 : 1998))
    let length = frameTimes.reduce(0, +)
    #expect(abs((frames.finish()?.presents.last ?? 0) - length) < 2 * 15_625_000)
    // Steps that happen to be close to the frame time need no note.
    #expect(issues.count { $0 == .coarseTimes } > 500)
    #expect(issues.count { $0 != nil && $0 != .coarseTimes } <= (isDecimal ? 0 : 3))
  }

  @Test func aPauseOfACoarseClockIsStillAGap() {
    let (frames, issues) = collect([
      (0, nil), (10_000_000, 8_300_000), (20_000_000, 8_400_000), (20_000_000, 8_300_000),
      (520_000_000, 8_500_000), (530_000_000, 8_300_000),
    ])
    #expect(
      frames.finish()?.presents == [0, 8_300_000, 16_700_000, 25_000_000, 525_000_000, 533_300_000])
    #expect(issues == [nil, nil, nil, .coarseTimes, .lostFrames, nil])
  }

  @Test func aRowTwiceIsADuplicateOnAFineClock() {
    let (frames, issues) = collect([
      (0, nil), (16_671_300, 16_671_300), (33_335_100, 16_663_800), (33_335_100, 16_663_800),
      (49_998_200, 16_663_100),
    ])
    #expect(frames.finish()?.frameCount == 3)
    #expect(issues == [nil, nil, nil, .duplicateTime, nil])
  }

  @Test func timeThatStandsOrGoesBackIsLeftOut() {
    let (frames, issues) = collect([(5, nil), (5, nil), (9, nil), (8, 100), (20, nil)])
    #expect(frames.finish()?.presents == [0, 4, 15])
    #expect(issues == [nil, .duplicateTime, nil, .timeWentBack, nil])
  }

  @Test func aSecondWithoutAPresentIsAGap() {
    let (_, issues) = collect([(0, nil), (999_999_999, nil), (1_999_999_999, nil)])
    #expect(issues == [nil, nil, .gap])
  }

  @Test func rowsWithoutATimeContinueTheClock() {
    let (frames, issues) = collect([
      (nil, 10_000_000), (1_010_000_000, 10_000_000), (nil, 10_000_000), (1_030_000_000, nil),
      (nil, nil), (nil, 0),
    ])
    #expect(
      frames.finish()?.presents == NumberColumn([0, 10, 20, 30, 40].map { $0 * .perMillisecond }))
    #expect(frames.clockOrigin == 990_000_000)
    #expect(issues == [nil, nil, nil, nil, .unusableRow, .notPositive])
  }

  @Test(
    "times that would overflow are out of range",
    arguments: [
      (Int64.max, nil), (Int64.min, nil), (0, Int64.max), (1 << 62, nil), (-(1 << 62) + 5, 10),
    ] as [(Int64?, Int64?)])
  func outOfRange(time: Int64?, frameTime: Int64?) {
    let (frames, issues) = collect([(time, frameTime)])
    #expect(issues == [.outOfRange])
    #expect(frames.finish() == nil)
  }

  @Test func theLongestStepIsNoOverflow() {
    let limit = (Int64(1) << 62) - 1
    let (frames, issues) = collect([(-limit, nil), (limit, nil), (nil, limit), (nil, limit)])
    #expect(frames.finish()?.presents == [0])
    #expect(issues == [nil, .outOfRange, .outOfRange, .outOfRange])
  }

  /// The origin is subtracted from the times of samples and markers, which must not overflow.
  @Test func aFrameTimeOfYearsIsOutOfRange() {
    let limit = (Int64(1) << 62) - 1
    let (frames, issues) = collect([(nil, limit - 1), (-5, 1), (5, 1)])
    #expect(frames.finish()?.presents == [0, 1, 2])
    #expect(frames.clockOrigin == -6)
    #expect(issues == [.outOfRange, nil, nil])
  }

  @Test func kindsAndSignalsFollowTheFrames() {
    var collector = FrameCollector(signals: [.cpuBusy, .latency])
    for (time, kind, cpu) in [
      (0, FrameKind.dropped, nil), (10, .displayed, 3), (20, .dropped, nil),
    ]
      as [(Int64, FrameKind, Int64?)]
    where collector.add(time: time, frameTime: nil, kind: kind).isFrame {
      collector.set(0, cpu)
      collector.set(1, nil)
    }
    collector.countUnplaced(.generated)
    let timeline = collector.finish()
    #expect(timeline?.kinds == [.displayed, .dropped])
    #expect(timeline?.signals == [.cpuBusy: OptionalColumn([3, nil])])
    #expect(timeline?.unplaced == [.generated: 1])
  }
}
