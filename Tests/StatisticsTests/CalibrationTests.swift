import Statistics
import Testing

/// False-alarm rates for identical code on both sides, with 1% of noise between runs and 2% between sessions.
///
/// Each method may raise a false alarm in 5% of cases; the limit of 7% allows for chance. Tests that treat two sessions
/// as one do so in over half of the cases.
@Suite("When nothing changed")
struct CalibrationTests {
  let repetitions = 600

  func alarms(_ compare: (inout Runner) throws -> TwoSampleComparison) rethrows -> Double {
    var runner = Runner(generator: SplitMix64(seed: 2026))
    var alarms = 0
    for _ in 0..<repetitions where try compare(&runner).pValue <= 0.05 { alarms += 1 }
    return Double(alarms) / Double(repetitions)
  }

  @Test func runsOfOneSessionAreToldApartByItsNoise() throws {
    let share = try alarms { runner in
      let history = (0..<10).map { _ in runner.session(of: 3) }
      let session = runner.session(of: 10)
      return try .moderated(
        Array(session[..<5]), against: Array(session[5...]), history: history, scale: .logarithmic)
    }
    #expect((0.03...0.07).contains(share), "\(share)")
  }

  @Test func aNewSessionIsJudgedByThoseBefore() throws {
    let share = try alarms { runner in
      let history = (0..<15).map { _ in runner.session(of: 5)[2] }
      return try .prediction(runner.session(of: 5)[2], after: history, scale: .logarithmic)
    }
    #expect((0.03...0.07).contains(share), "\(share)")
  }

  @Test func aSuiteOfPairsKeepsItsLevel() throws {
    let share = try alarms { runner in
      let session = runner.session(of: 20)
      let suite = (0..<10).map { Array(session[2 * $0...2 * $0 + 1]) }
      return try .pooled(suite[7], against: suite[2], suite: suite, scale: .logarithmic)
    }
    #expect((0.03...0.07).contains(share), "\(share)")
  }

  @Test func runsOfOneSessionAreToldApartByTheirOwnNoiseToo() throws {
    let share = try alarms { runner in
      let session = runner.session(of: 10)
      return try .student(
        Array(session[..<5]), against: Array(session[5...]), scale: .logarithmic)
    }
    #expect((0.03...0.07).contains(share), "\(share)")
  }

  @Test func theNoiseWithinCommitsTellsNothingOfTheirSessions() throws {
    let share = try alarms { runner in
      let sessions = (runner.session(of: 50), runner.session(of: 50))
      let suite = [sessions.0, sessions.1].flatMap { runs in
        (0..<10).map { Array(runs[5 * $0..<5 * $0 + 5]) }
      }
      return try .pooled(suite[10], against: suite[0], suite: suite, scale: .logarithmic)
    }
    #expect(share > 0.5, "\(share)")
  }

  @Test func twoSeparateSessionsPassForAChange() throws {
    let share = try alarms { runner in
      try .separate(runner.session(of: 5), against: runner.session(of: 5), scale: .logarithmic)
    }
    #expect(share > 0.5, "\(share)")
  }
}

/// Generates frame times.
struct Runner {
  var generator: SplitMix64

  mutating func normal() -> Double {
    Normal.quantile((Double(generator.next() >> 11) + 0.5) / 9_007_199_254_740_992)
  }

  /// The runs of one session.
  mutating func session(of count: Int) -> [Double] {
    let level = 16.7 * (1 + 0.02 * normal())
    return (0..<count).map { _ in level * (1 + 0.01 * normal()) }
  }
}
