import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Frames of Chrome in order")
struct ChromeFramesTests {
  /// Streams with one element, which is at position 0.
  private static func streams() -> ChromeStreams {
    var streams = ChromeStreams()
    #expect(streams.position(of: .init(process: 1, layerTree: 1)) == 0)
    return streams
  }

  private static func frames(_ streams: ChromeStreams) -> ChromeFrames {
    ChromeFrames(streams.parted(), 0)
  }

  @Test("a frame with the smallest sequence number has no predecessor")
  func leastSequence() {
    var streams = Self.streams()
    for frame in 0..<3 {
      let begin = Nanoseconds(frame) * 10
      streams.addReport(from: begin, to: begin + 5, .presented, frame: (1, .min), to: 0)
    }
    #expect(Self.frames(streams).vsyncInterval == nil)
  }

  /// Computes what `activities` computes, but searches all presentations for each activity.
  private static func activities(
    _ wishes: [(Bool, Nanoseconds)], _ shown: [(present: Nanoseconds, begin: Nanoseconds)],
    until end: Nanoseconds
  ) -> [ClosedRange<Nanoseconds>] {
    var stretches: [(Nanoseconds, Nanoseconds)] = []
    var start: Nanoseconds? = wishes.first?.0 == false ? min(shown[0].present, wishes[0].1) : nil
    for (wantsFrames, time) in wishes {
      if wantsFrames {
        start = start ?? time
      } else if let begin = start {
        stretches.append((begin, time))
        start = nil
      }
    }
    if let start { stretches.append((start, end)) }
    return stretches.compactMap { start, end in
      let late = shown.drop { $0.present <= end }.prefix { $0.begin <= end }
      let stretch = start...max(start, end, late.last?.present ?? end)
      return shown.contains { stretch.contains($0.present) } ? stretch : nil
    }
  }

  @Test("activities equal those of a search of all presents", arguments: 0..<200)
  func activities(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var streams = Self.streams()
    var shown: [(present: Nanoseconds, begin: Nanoseconds)] = []
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let present = Nanoseconds.random(in: 0..<1000, using: &random)
      shown.append((present, present - .random(in: 0..<200, using: &random)))
    }
    shown.sort { ($0.present, $0.begin) < ($1.present, $1.begin) }
    var wishes: [(Bool, Nanoseconds)] = []
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      wishes.append((.random(using: &random), .random(in: 0..<1000, using: &random)))
    }
    wishes.sort { $0.1 < $1.1 }
    for one in shown.shuffled(using: &random) {
      streams.addReport(from: one.begin, to: one.present, .presented, frame: nil, to: 0)
    }
    for (wantsFrames, time) in wishes { streams.addWish(wantsFrames, at: time, to: 0) }
    var issues = IssueLog()
    var capacity = ChromeFrames.mostActivities
    let found = Self.frames(streams).activities(until: 1500, capacity: &capacity, notingIn: &issues)
    #expect(found.map { $0.start...$0.end } == Self.activities(wishes, shown, until: 1500))
    #expect(issues.inOrder.isEmpty)
  }

  @Test("if there are too many activities, the last one that is kept extends to the end")
  func tooManyActivities() throws {
    var streams = Self.streams()
    let count = ChromeFrames.mostActivities + 500
    for wish in 0..<Nanoseconds(2 * count) {
      streams.addWish(wish % 2 == 0, at: wish * 10, to: 0)
      streams.addDraw(at: wish * 10 + 5, to: 0)
    }
    var issues = IssueLog()
    var capacity = ChromeFrames.mostActivities
    let found = Self.frames(streams).activities(
      until: 1 << 40, capacity: &capacity, notingIn: &issues)
    #expect(found.count == ChromeFrames.mostActivities)
    #expect(found.last?.end == 1 << 40)
    // The next stream has capacity for one activity.
    let more = Self.frames(streams).activities(
      until: 1 << 40, capacity: &capacity, notingIn: &issues)
    #expect(more.map(\.end) == [1 << 40] && capacity == 1)
    #expect(issues.inOrder.map(\.kind) == [.tooMany])
  }
}
