import Foundation
import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite struct CalendarTimeTests {
  @Test(arguments: [
    "1970-1-1 0:00:00.000000000", "1999-12-31 23:59:59.999999999", "2000-02-29 12:00:00.5",
    "2024-2-29 7:05:09.123456789", "2024-03-01 00:00:00", "2100-3-1 1:02:03.000000001",
    "2025-10-30T16:17:18.25",
  ])
  func agreesWithFoundation(text: String) throws {
    let parts = text.split(whereSeparator: { "-: T.".contains($0) })
    var components = DateComponents()
    components.calendar = Calendar(identifier: .gregorian)
    components.timeZone = TimeZone(identifier: "UTC")
    (components.year, components.month, components.day) = (
      Int(parts[0]), Int(parts[1]), Int(parts[2])
    )
    (components.hour, components.minute, components.second) = (
      Int(parts[3]), Int(parts[4]), Int(parts[5])
    )
    let seconds = try #require(components.date).timeIntervalSince1970
    let digits =
      parts.count > 6 ? parts[6] + String(repeating: "0", count: 9 - parts[6].count) : "0"
    let expected = Nanoseconds(seconds) * .perSecond + (Nanoseconds(digits) ?? 0)
    #expect(withField(text) { CalendarTime.nanoseconds($0) } == expected)
  }

  @Test(arguments: [
    "", "2024", "2024-13-1 0:00:00", "2024-0-1 0:00:00", "2024-1-32 0:00:00", "2024-1-1 24:00:00",
    "2024-1-1 0:60:00", "2024-1-1 0:00:61", "1969-12-31 0:00:00", "2024-1-1 0:00:00.1x",
    "x-1-1 0:0:0",
    "2024-1-1", "2024-1-1 0:00", "+2024-1-1 0:00:00:00", "99999999999999999999-1-1 0:0:0",
  ])
  func refusesWhatIsNoTime(text: String) {
    #expect(withField(text) { CalendarTime.nanoseconds($0) } == nil)
  }
}

@Suite struct PresentClockTests {
  @Test(arguments: [
    (0.001, TimeUnit.seconds, PresentClock.decimal(digits: 9)),
    (1.0, .seconds, .decimal(digits: 6)),
    (0.001_01, .milliseconds, .decimal(digits: 9)),
    (10_000, .ticks, .decimal(digits: 2)),
    (9_990, .ticks, .decimal(digits: 2)),
    (24_000, .ticks, .ticks(nanoseconds: 1e6 / 24_000)),
    (3_579.545, .ticks, .ticks(nanoseconds: 1e6 / 3_579.545)),
    (0.4, .seconds, .decimal(digits: 9)),
    (7, .milliseconds, .decimal(digits: 6)),
  ])
  func takesTheUnitThatFits(steps: Double, named: TimeUnit, expected: PresentClock) {
    #expect(PresentClock.clock(stepsPerMillisecond: steps, named: named) == expected)
  }

  @Test(arguments: [
    (PresentClock.decimal(digits: 9), "1.5", 1_500_000_000 as Nanoseconds?),
    (.decimal(digits: 6), "2070688.827", 2_070_688_827_000),
    (.decimal(digits: 9), "1970-1-1 0:00:01.5", 1_500_000_000),
    (.ticks(nanoseconds: 12.5), "8", 100),
    (.ticks(nanoseconds: 12.5), "1e300", nil),
    (.ticks(nanoseconds: 12.5), "NA", nil),
    (.decimal(digits: 9), "soon", nil),
  ])
  func readsTimes(clock: PresentClock, text: String, expected: Nanoseconds?) {
    #expect(withField(text) { clock.read($0).value } == expected)
  }
}

@Suite struct StreamNameTests {
  @Test(arguments: [
    ("dwm.exe", "1564", "0x00000240A8D570F0", "dwm.exe 1564 0x240A8D570F0"),
    ("", "520", "0x0000023DCA2DD8C0", "pid 520 0x23DCA2DD8C0"),
    ("a b.exe", "1", "0x0000000000000000", "a b.exe 1 0x0"),
    ("a.exe", "", "", "a.exe"),
    ("", "", "", ""),
    ("a\u{1B}[31m.exe", "1", "none", "a\u{FFFD}[31m.exe 1 none"),
  ])
  func isWrittenWithoutPadding(program: String, process: String, chain: String, expected: String) {
    withField(program) { program in
      withField(process) { process in
        withField(chain) { chain in
          let name = StreamName(application: program, process: process, swapChain: chain)
          #expect(name.text == expected)
        }
      }
    }
  }
}

@Suite struct PresentStreamTests {
  /// The timeline for rows of (milliseconds, kind) of frames that last 10 ms.
  static func timeline(_ rows: [(Int, FrameKind)]) throws -> FrameTimeline {
    let empty = withField("") { StreamName(application: $0, process: $0, swapChain: $0) }
    var stream = PresentStream(name: empty, signals: [.animationError])
    for (time, kind) in rows {
      _ = stream.take(
        PresentStream.Row(
          time: Nanoseconds(time) * .perMillisecond, frameTime: 10_000_000, kind: kind, line: nil),
        signals: [kind == .displayed ? Nanoseconds(time) : nil])
    }
    let finished = stream.finish()
    #expect(finished.issues.isEmpty)
    return try #require(finished.timeline)
  }

  @Test func theApplicationsRowIsThePresentThatGeneratedRowsShare() throws {
    let before = try Self.timeline([(10, .displayed), (20, .generated), (20, .displayed)])
    let after = try Self.timeline([(10, .displayed), (20, .displayed), (20, .generated)])
    for timeline in [before, after] {
      #expect(timeline.presents == [0, 10_000_000, 20_000_000])
      #expect(timeline.kinds == nil)
      #expect(timeline.unplaced == [.generated: 1])
      #expect(timeline.signals[.animationError]?.known == [10, 20])
    }
  }

  @Test func generatedFramesWithPresentsOfTheirOwnArePlaced() throws {
    let timeline = try Self.timeline([(10, .displayed), (20, .generated), (30, .displayed)])
    #expect(timeline.kinds == [.displayed, .generated, .displayed])
    #expect(timeline.unplaced.isEmpty)
  }

  @Test func ofGeneratedRowsAtOneTimeTheFirstIsPlaced() throws {
    let timeline = try Self.timeline([
      (10, .generated), (10, .repeated), (10, .generated), (20, .repeated),
    ])
    #expect(timeline.kinds == [.generated, .repeated])
    #expect(timeline.unplaced == [.generated: 1, .repeated: 1])
  }
}
