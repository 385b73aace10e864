import Statistics
import Testing

@Suite("Changes of exact counters")
struct ExactStepsTests {
  private func analyze(_ values: [Double], quantum: Double = 0) throws -> ChangePointAnalysis {
    try ChangePointDetector().analyze(
      ChangePointSeries(key: "counter", values: values, kind: .exact, quantum: quantum))
  }

  @Test func anyDifferenceIsAChange() throws {
    let analysis = try analyze([10, 10, 11, 11, 11, 10])
    #expect(analysis.changes.map(\.index) == [2, 5])
    #expect(analysis.changes.map(\.evidence) == [.exact, .exact])
    #expect(analysis.changes.map(\.effect.change) == [0.1, -1.0 / 11])
    #expect(analysis.changes.map(\.recovery) == [5, nil])
    #expect(analysis.changes.map(\.countBefore) == [2, 3])
    #expect(analysis.changes.map(\.countAfter) == [3, 1])
    #expect(analysis.regimes.map(\.points) == [0..<2, 2..<5, 5..<6])
    #expect(analysis.method == .exact)
  }

  @Test func whatTheQuantumExplainsIsNone() throws {
    #expect(try analyze([0.1, 0.2, 0.3], quantum: 0.1).changes.map(\.index) == [2])
  }

  @Test func zeroIsComparedByDifference() throws {
    let analysis = try analyze([0, 0, 3])
    #expect(analysis.changes.map(\.effect.change) == [3])
    #expect(analysis.warnings == [.comparedByDifference(index: 0)])
  }

  @Test func onePointHasNothingToChangeFrom() {
    #expect(throws: SampleError.tooFew(count: 1, needed: 2)) { try analyze([1]) }
  }
}
