import Analysis
import Recordings
import Statistics
import Testing

/// Verdicts on generated runs with 1% of noise between runs and 2% between sessions.
@Suite("Verdicts where sessions differ")
struct ComparisonCalibrationTests {
  /// Generates sessions of five runs from a fixed seed.
  private struct Sessions {
    private var generator = SplitMix64(seed: 8_123)

    mutating func normal() -> Double {
      Normal.quantile((Double(generator.next() >> 11) + 0.5) / 0x1p53)
    }

    mutating func runs(slowedBy change: Double = 0) -> [Double] {
      let level = 20 * (1 + change) * (1 + 0.02 * normal())
      return (0..<5).map { _ in level * (1 + 0.01 * normal()) }
    }
  }

  private func verdicts(
    _ count: Int, _ compare: (inout Sessions) -> MetricComparison
  ) -> [ComparisonVerdict?] {
    var sessions = Sessions()
    return (0..<count).map { _ in compare(&sessions).verdict }
  }

  @Test("two sessions alone never prove a change below 10%")
  func separate() {
    for change in [0, 0.05, 0.08] {
      let verdicts = verdicts(40) { sessions in
        let (before, after) = (sessions.runs(), sessions.runs(slowedBy: change))
        let found = MadeSides.judge(
          MadeSides.side("b", after, session: "2"),
          against: MadeSides.side("a", before, session: "1"))
        // An effect beyond 10% is a verdict by the rule, even by chance, and is replaced by an unproved one here.
        return (found.evidence.value?.effect ?? 1).magnitude < 0.1
          ? found
          : MadeSides.judge(MadeSides.side("b", before), against: MadeSides.side("a", before))
      }
      #expect(verdicts.allSatisfy { $0 == .inconclusive || $0 == .suspect })
    }
  }

  @Test("a commit like the earlier ones rarely gets a verdict, and a slower one gets it")
  func history() {
    func share(_ change: Double, among count: Int, of wanted: Set<ComparisonVerdict?>) -> Double {
      let verdicts = verdicts(count) { sessions in
        let commits = (0..<20).map { _ in sessions.runs() }
        let level = PresentLevel(
          values: commits.map { $0.sorted()[2] }, commits: commits.indices.map { "\($0)" })
        return MadeSides.judge(
          MadeSides.side("b", sessions.runs(slowedBy: change), session: "b"),
          against: MadeSides.side("a", commits[19], session: "a"),
          context: ComparisonContext(
            areCommitsOfOneStage: true, levels: [MadeSides.time.id: .known(level)]))
      }
      return Double(verdicts.count { wanted.contains($0) }) / Double(count)
    }
    let alarms = share(0, among: 100, of: [.regressed, .improved])
    #expect(alarms <= 0.07, "\(alarms)")
    let found = share(0.1, among: 25, of: [.regressed])
    #expect(found >= 0.95, "\(found)")
  }
}
