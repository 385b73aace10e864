import Analysis
import Recordings
import Testing

@Suite("Runs far from their siblings")
struct OddRunsTests {
  private static func runs(_ values: [Double], commit: String? = nil) -> [RunSummary] {
    values.map { MadeSides.run($0, commit: commit) }
  }

  private static func odd(_ runs: [RunSummary]) -> [OddRuns] {
    OddRuns.all(among: runs, metrics: [MadeSides.time])
  }

  private static let usual = [10, 10.1, 9.9, 10.05, 9.95]

  @Test("a run beyond 20 robust standard deviations is odd, and its siblings are not")
  func odd() throws {
    // The median of these six is 10.025; their median distance from it is 0.075, and 20 times 1.4826 of this is 2.22.
    #expect(Self.odd(Self.runs(Self.usual + [12.2])).isEmpty)
    let found = Self.odd(Self.runs(Self.usual + [12.3]))
    #expect(found.map(\.indices) == [[5]])
    let odd = try #require(found.first)
    #expect(odd.values == [12.3] && odd.count == 6)
    #expect(abs(odd.median - 10.025) < 1e-12)
    #expect(abs(odd.mean - 62.3 / 6) < 1e-12)
    #expect(abs(odd.meanWithout - 10) < 1e-12)
  }

  @Test("five siblings are needed")
  func siblings() {
    #expect(Self.odd(Self.runs([10, 10.1, 9.9, 10.05, 50])).isEmpty)
  }

  @Test("equal runs have at least a quarter of the noise floor as noise")
  func equal() {
    // 20 times a quarter of 1% of 10 is 0.5.
    let equal = [Double](repeating: 10, count: 5)
    #expect(Self.odd(Self.runs(equal + [10.49])).isEmpty)
    #expect(Self.odd(Self.runs(equal + [10.51])).map(\.indices) == [[5]])
    #expect(Self.odd(Self.runs([Double](repeating: 0, count: 5) + [1])).isEmpty)
  }

  @Test("if more than a fifth of the runs are far away, they are a second kind of run and not odd")
  func twoKinds() {
    #expect(Self.odd(Self.runs(Self.usual + Self.usual + [50, 51])).map(\.indices) == [[10, 11]])
    #expect(Self.odd(Self.runs(Self.usual + [50, 51])).isEmpty)
  }

  @Test("siblings have the same commit and environment")
  func groups() {
    let other = [20, 20.1, 19.9, 20.05, 19.95, 40]
    let both = Self.runs(Self.usual + [10], commit: "a") + Self.runs(other, commit: "b")
    #expect(Self.odd(both).map(\.indices) == [[11]])
    let elsewhere = Self.usual.map { MadeSides.run($0) } + [MadeSides.run(50, device: "phone")]
    #expect(Self.odd(elsewhere).isEmpty)
  }

  @Test(
    "runs without a value are not siblings, and metrics without a direction are not judged")
  func values() {
    let silent = [MadeSides.run(nil as Double?)] + Self.runs(Self.usual + [50])
    #expect(Self.odd(silent).map(\.indices) == [[6]])
    let size = MadeTrend.size
    let sizes = (Self.usual + [50]).map { MadeSides.run([(size, $0)]) }
    #expect(OddRuns.all(among: sizes, metrics: [size]).isEmpty)
  }
}
