import Analysis
import Recordings
import Testing
import Units

@Suite("Same average, wider spread")
struct SpreadComparisonTests {
  private static let metrics = Metric.all.filter { SpreadComparison.metrics.contains($0.id) }

  /// A run whose quantiles differ from a median of 10 ms by `spread`, with slight noise.
  private func run(
    _ spread: Double, _ number: Int, average: Double = 100, session: String? = nil
  ) -> RunSummary {
    let wobble = 1 + Double((number * 7) % 5 - 2) / 100
    let values: [Metric.ID: Double] = [
      "fps.avg": average * (1 + Double((number * 3) % 5 - 2) / 500),
      "frametime.p50": 10, "frametime.p90": 10 + 10 * spread * wobble,
      "frametime.p95": 10 + 15 * spread * wobble, "frametime.p99": 10 + 20 * spread * wobble,
      "frametime.iqr": 15 * spread * wobble,
    ]
    return MadeSides.run(Self.metrics.map { ($0, values[$0.id]) }, session: session)
  }

  private func side(
    _ spread: Double, runs: Int = 5, average: Double = 100, session: String? = nil
  ) -> ComparedSide {
    ComparedSide(
      name: "", runs: (0..<runs).map { run(spread, $0, average: average, session: session) })
  }

  @Test func aWiderSpreadIsFound() throws {
    let spread = try #require(SpreadComparison(side(0.15), against: side(0.1)))
    #expect(spread.answer == .wider)
    #expect(abs(try #require(spread.ratio) - 1.5) < 1e-9)
    #expect(abs(spread.reference - 0.15) < 1e-9)
    #expect(abs(spread.pValue - 2.0 / 252) < 1e-12)
    #expect(spread.referenceCount == 5 && spread.candidateCount == 5)
    #expect(SpreadComparison(side(0.1), against: side(0.15))?.answer == .narrower)
  }

  @Test func equalSpreadsHaveNoAnswer() {
    #expect(SpreadComparison(side(0.1), against: side(0.1)) == nil)
  }

  @Test func smallDifferencesDoNotMatter() {
    #expect(SpreadComparison(side(0.119), against: side(0.1)) == nil)
    // Three times as wide, but still only 1/200 of the median.
    #expect(SpreadComparison(side(0.006), against: side(0.002)) == nil)
  }

  @Test func averagesThatDifferHaveTheirOwnVerdict() {
    #expect(SpreadComparison(side(0.15, average: 90), against: side(0.1)) == nil)
    #expect(SpreadComparison(side(0.15, average: 99.5), against: side(0.1)) != nil)
  }

  @Test("few runs prove nothing", arguments: [(4, 4, false), (5, 4, true), (3, 6, false)])
  func counts(candidate: Int, reference: Int, isEnough: Bool) {
    let found = SpreadComparison(side(0.15, runs: candidate), against: side(0.1, runs: reference))
    #expect((found != nil) == isEnough)
  }

  @Test func runsOfDifferentSessionsCountAsOneEach() {
    let found = SpreadComparison(side(0.15, session: "b"), against: side(0.1, session: "a"))
    #expect(found == nil)
    #expect(SpreadComparison(side(0.15, session: "a"), against: side(0.1, session: "a")) != nil)
  }

  @Test func sessionsAreComparedIfTheyDiffer() throws {
    func sides(_ spread: Double, _ name: String) -> ComparedSide {
      ComparedSide(
        name: "",
        runs: (0..<5).flatMap { session in
          (0..<2).map { run(spread, 2 * session + $0, session: "\(name)\(session)") }
        })
    }
    let found = try #require(SpreadComparison(sides(0.15, "b"), against: sides(0.1, "a")))
    #expect(found.areSessions && found.referenceCount == 5 && found.candidateCount == 5)
    #expect(try #require(SpreadComparison(side(0.15), against: side(0.1))).areSessions == false)
  }

  @Test func runsWithoutFrameTimesAreLeftOut() {
    let silent = MadeSides.run(Self.metrics.map { ($0, nil) })
    let reference = ComparedSide(name: "", runs: side(0.1).runs + [silent])
    #expect(SpreadComparison(side(0.15), against: reference)?.referenceCount == 5)
    let bare = ComparedSide(name: "", runs: [silent])
    #expect(SpreadComparison(bare, against: bare) == nil)
  }
}

@Suite("Comparing runs with and without generated frames")
struct GeneratedFramesTests {
  private static let rate = Metric.averageRate
  private static let base = Metric.all.filter { $0.id == GeneratedFrames.replacement }[0]

  private func side(isGenerated: Bool?, rate: Double) -> ComparedSide {
    let runs = (0..<3).map { run -> RunSummary in
      var kinds: [FrameKind] = Array(repeating: .displayed, count: 8 + run)
      if isGenerated == true { kinds[2] = .generated }
      let frameTime = Nanoseconds(1e9 / rate)
      return RunSummary(of: .of(frameTimes: kinds.map { _ in frameTime }, kinds: kinds))
    }
    return ComparedSide(name: "", runs: runs)
  }

  @Test func frameRatesOfBothKindsAreNotCompared() throws {
    let found = MadeSides.compare(
      side(isGenerated: true, rate: 100), against: side(isGenerated: false, rate: 50),
      by: [Self.rate, Self.base])
    #expect(found.metrics[0].refusal == .generatedFrames)
    #expect(
      found.metrics[0].evidence.reason
        == "only some of the runs have generated frames; compare the metric framegen.base_fps instead"
    )
    #expect(found.metrics[0].plainChange == nil && found.metrics[0].verdict == nil)
    #expect(found.metrics[1].refusal == nil && found.spread == nil)
  }

  @Test func theUserMayAskForIt() {
    let found = MadeSides.compare(
      side(isGenerated: true, rate: 100), against: side(isGenerated: false, rate: 50),
      by: [Self.rate], context: ComparisonContext(mixesGeneratedFrames: true))
    #expect(found.metrics[0].refusal == nil && found.metrics[0].plainChange != nil)
  }

  @Test("runs of one kind are compared", arguments: [true, false])
  func oneKind(isGenerated: Bool) {
    let found = MadeSides.compare(
      side(isGenerated: isGenerated, rate: 100), against: side(isGenerated: isGenerated, rate: 50),
      by: [Self.rate])
    #expect(found.metrics[0].refusal == nil)
  }

  @Test func theReplacementFollowsTheFirstFrameRate() {
    let runs = side(isGenerated: true, rate: 9).runs + side(isGenerated: false, rate: 9).runs
    let named = { (id: Metric.ID) in Metric.all.first { $0.id == id } }
    #expect(
      GeneratedFrames(among: runs).completed(["duration", "fps.avg", "fps.p1"], named: named)
        == ["duration", "fps.avg", "framegen.base_fps", "fps.p1"])
    #expect(GeneratedFrames(among: runs).completed(["duration"], named: named) == ["duration"])
    #expect(
      GeneratedFrames(among: Array(runs.prefix(3))).completed(["fps.avg"], named: named)
        == ["fps.avg"])
  }
}

@Suite("Comparing energy for frames")
struct EqualFrameRatesTests {
  private static let metrics = ["fps.avg", "power.avg", "energy.frame"].compactMap { id in
    Metric.all.first { $0.id == id }
  }

  private func side(rate: Double, power: Double) -> ComparedSide {
    let runs = (0..<3).map { run in
      let watts = power + 0.01 * Double(run)
      return MadeSides.run(zip(Self.metrics, [rate, watts, watts / rate]).map { ($0, $1) })
    }
    return ComparedSide(name: "", runs: runs)
  }

  @Test func atAFrameCapOnlyPowerIsCompared() {
    let found = MadeSides.compare(
      side(rate: 60, power: 5), against: side(rate: 59.9, power: 6), by: Self.metrics)
    #expect(found.metrics.map(\.refusal) == [nil, nil, .equalFrameRates])
    #expect(
      found.metrics[2].evidence.reason
        == "both sides have the same frame rate, as with a frame cap; compare the metric power.avg instead"
    )
  }

  @Test func atDifferentFrameRatesEnergyIsCompared() {
    let found = MadeSides.compare(
      side(rate: 70, power: 5), against: side(rate: 60, power: 6), by: Self.metrics)
    #expect(found.metrics.map(\.refusal) == [nil, nil, nil])
  }
}

extension Metric {
  fileprivate static let averageRate = all.filter { $0.id == "fps.avg" }[0]
}
