import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("CPU use from switches")
struct SchedUsageTests {
  private static let second = Nanoseconds.perSecond

  @Test("a thread runs from the switch to it until the next switch on its processor")
  func shares() {
    var usage = SchedUsage()
    // Two seconds from 100 s on. On one processor, thread 5 runs the first 0.3 s of each half second, and thread 6 the
    // rest. On the other processor, thread 5 runs during the whole second second.
    for half in 0..<4 {
      let time = 100 * Self.second + Nanoseconds(half) * Self.second / 2
      usage.take(processor: 0, at: time, next: 5)
      usage.take(processor: 0, at: time + 300_000_000, next: 6)
    }
    usage.take(processor: 1, at: 101 * Self.second, next: 5)
    usage.take(processor: 1, at: 102 * Self.second, next: 0)
    usage.take(processor: 0, at: 102 * Self.second, next: 0)
    let five = usage.shares { $0 == 5 }
    #expect(five.map(\.end) == [201, 202, 203, 204].map { $0 * Self.second / 2 })
    #expect(five.map(\.share) == [0.6, 0.6, 1.6, 1.6])
    #expect(usage.shares { $0 == 6 }.map(\.share) == [0.4, 0.4, 0.4, 0.4])
    #expect(usage.shares { $0 == 7 }.map(\.share) == [0, 0, 0, 0])
    #expect(usage.totals.map(\.time) == [2_200_000_000, 800_000_000])
    #expect(usage.processorCount == 2)
  }

  @Test("bundles of processors come in any order", arguments: [1, 40, 500, 5000])
  func order(seconds: Int) {
    var (together, apart) = (SchedUsage(), SchedUsage())
    var first: [(Int, Nanoseconds, Int64)] = []
    var second: [(Int, Nanoseconds, Int64)] = []
    for step in 0...(seconds * 4) {
      let time = 1000 * Self.second + Nanoseconds(step) * Self.second / 4
      first.append((0, time, Int64(step % 3)))
      second.append((1, time + 1000, Int64(1 + step % 2)))
    }
    for (one, other) in zip(first, second) {
      together.take(processor: one.0, at: one.1, next: one.2)
      together.take(processor: other.0, at: other.1, next: other.2)
    }
    for (processor, time, next) in second + first {
      apart.take(processor: processor, at: time, next: next)
    }
    for thread: Int64 in [1, 2] {
      #expect(
        together.totals.first { $0.thread == thread }?.time
          == apart.totals.first { $0.thread == thread }?.time)
      let mean = { (usage: SchedUsage) in
        let shares = usage.shares { $0 == thread }.map(\.share)
        return shares.reduce(0, +) / Double(shares.count)
      }
      #expect(abs(mean(together) - mean(apart)) < 0.02)
    }
    #expect(apart.shares { _ in true }.count <= 256)
  }

  @Test("times between lost switches are unknown, and impossible times are ignored")
  func losses() {
    var usage = SchedUsage()
    usage.take(processor: 0, at: 0, next: 5)
    usage.forget(processor: 0)
    usage.take(processor: 0, at: Self.second, next: 6)
    usage.take(processor: 0, at: .max, next: 7)
    usage.take(processor: 0, at: .min, next: 7)
    usage.take(processor: 0, at: -5, next: 7)
    usage.take(processor: 5000, at: Self.second, next: 7)
    usage.take(processor: -1, at: Self.second, next: 7)
    usage.take(processor: 0, at: 365 * 86_400 * Self.second, next: 7)
    usage.take(processor: 0, at: 2 * Self.second, next: 0)
    #expect(usage.totals.map(\.thread) == [6])
    #expect(usage.totals.map(\.time) == [Self.second])
  }

  @Test("the number of threads is limited to a few thousand")
  func threads() {
    var table = ThreadTable()
    let numbers = (0..<10_000).map { table.number(of: Int64($0) * 65_536) }
    #expect(numbers.compactMap { $0 } == Array(0..<table.all.count))
    #expect(table.all.count == ThreadTable.limit)
    #expect(table.number(of: 65_536) == 1)
  }
}
