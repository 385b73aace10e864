import Analysis
import Recordings
import Testing

/// Sessions that measure both commits of a suspect change, for which `check --confirm` asks.
@Suite("Shared sessions")
struct SharedSessionTests {
  /// 45 commits with noise of up to 1% and a step of 2.5% at commit 42, which is suspect at the last one.
  private let history = (0..<45).map { commit in
    MadeTrend.run(
      commit, MadeTrend.noisy(commit < 42 ? 10 : 10.25, commit), session: "night \(commit)")
  }

  /// Sessions that measure the commits before and after the step.
  private func sessions(
    _ steps: [Double], around range: ClosedRange<Int>, at base: Double = 10
  ) -> [TrendRun] {
    steps.enumerated().flatMap { index, step in
      let level = base + 0.05 * Double(index % 3)
      return [
        MadeTrend.run(range.lowerBound - 1, level, session: "again \(index)"),
        MadeTrend.run(range.upperBound, level * (1 + step), session: "again \(index)"),
      ]
    }
  }

  /// The commits of the suspect change.
  private func suspect() throws -> ClosedRange<Int> {
    let outcome = try MadeCheck.outcome(history)
    #expect(MadeCheck.words(outcome) == ["change suspect"] && outcome.decision == .passed)
    let commits = try #require(outcome.findings.first?.commits)
    return commits.good + 1...commits.bad
  }

  private func words(_ steps: [Double], at base: Double = 10) throws -> [String] {
    let measured = history + sessions(steps, around: try suspect(), at: base)
    return MadeCheck.words(try MadeCheck.outcome(measured))
  }

  @Test("sessions that show the change on both commits confirm the suspect")
  func confirmed() throws {
    #expect(try words([0.025, 0.024, 0.026]) == ["change open"])
  }

  @Test("sessions that show no change between the commits dismiss the suspect")
  func dismissed() throws {
    #expect(try words([0.001, -0.001, 0]).contains { $0.hasSuffix("open") } == false)
  }

  @Test("a slower machine that measures both commits proves nothing", arguments: [1, 2, 3, 10])
  func slowerMachine(sessions: Int) throws {
    let steps = (0..<sessions).map { 0.001 * Double($0 % 3 - 1) }
    #expect(try words(steps, at: 11).contains { $0.hasSuffix("open") } == false)
  }

  @Test("a slower machine that measures both commits shows their difference")
  func slowerMachineWithChange() throws {
    #expect(try words([0.025, 0.024, 0.026], at: 11).contains("change open"))
  }
}
