import Recordings
import TestSupport
import Testing
import Units

@testable import TraceReaders

@Suite("Frames of Chrome in order")
struct ChromeFramesTests {
  private static func stream() -> ChromeStream { ChromeStream(file: ColumnFile()) }

  @Test("the least number of a frame follows none")
  func leastSequence() {
    var stream = Self.stream()
    for frame in 0..<3 {
      let begin = Nanoseconds(frame) * 10
      stream.addReport(from: begin, to: begin + 5, .presented, frame: (1, .min))
    }
    #expect(ChromeFrames(stream).vsyncInterval == nil)
  }

  /// What `activities` finds, looked for among all presentations each time.
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

  @Test("activities are those that a look at all presents finds", arguments: 0..<200)
  func activities(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var stream = Self.stream()
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
      stream.addReport(from: one.begin, to: one.present, .presented, frame: nil)
    }
    for (wantsFrames, time) in wishes { stream.addWish(wantsFrames, at: time) }
    var issues = IssueLog()
    let found = ChromeFrames(stream).activities(until: 1500, notingIn: &issues)
    #expect(found.map { $0.start...$0.end } == Self.activities(wishes, shown, until: 1500))
    #expect(issues.inOrder.isEmpty)
  }

  @Test("of too many activities the last that counts goes on to the end")
  func tooManyActivities() throws {
    var stream = Self.stream()
    let count = ChromeFrames.mostActivities + 500
    for wish in 0..<Nanoseconds(2 * count) {
      stream.addWish(wish % 2 == 0, at: wish * 10)
      stream.addDraw(at: wish * 10 + 5)
    }
    var issues = IssueLog()
    let found = ChromeFrames(stream).activities(until: 1 << 40, notingIn: &issues)
    #expect(found.count == ChromeFrames.mostActivities)
    #expect(found.last?.end == 1 << 40)
    #expect(issues.inOrder.map(\.kind) == [.tooMany])
  }
}
