import Statistics
import Testing

@Suite("Series that cannot be judged")
struct ChangePointRefusalTests {
  private func analyze(
    _ values: [Double], kind: ChangePointSeries.Kind = .positive
  ) throws(SampleError) -> ChangePointAnalysis {
    try ChangePointDetector().analyze(ChangePointSeries(key: "bad", values: values, kind: kind))
  }

  @Test(arguments: [0, 1, 9])
  func tooFewPoints(count: Int) {
    let values = (0..<count).map { 1 + Double($0) }
    #expect(throws: SampleError.tooFew(count: count, needed: 10)) { try analyze(values) }
  }

  @Test func tooFewPointsBesidesSpikes() {
    var parameters = ChangePointDetector.Parameters()
    parameters.trimming = 0.3
    let values = [1.0, 1.1, 1, 1.1, 50, 1, 1.2, 1, 1.1, 1]
    #expect(throws: SampleError.tooFew(count: 9, needed: 10)) {
      try ChangePointDetector(parameters: parameters).analyze(
        ChangePointSeries(key: "bad", values: values, kind: .positive))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func valuesThatAreNotFinite(value: Double) {
    let values = Array(SampleNoise.normal.prefix(20)) + [value]
    #expect(throws: SampleError.notFinite(index: 20)) { try analyze(values) }
    #expect(throws: SampleError.notFinite(index: 20)) { try analyze(values, kind: .exact) }
  }

  @Test func allEqualValues() throws {
    let values = [Double](repeating: 16.7, count: 30)
    #expect(throws: SampleError.noSpread) { try analyze(values) }
    #expect(try analyze(values, kind: .exact).changes.isEmpty)
  }

  @Test func valuesTooLargeToSquare() {
    let values = Array(SampleNoise.normal.prefix(20)) + [1e200]
    #expect(throws: SampleError.tooLarge) { try analyze(values) }
  }

  @Test(arguments: [0.0, -3])
  func valuesWithoutALogarithmAreComparedByDifference(value: Double) throws {
    var values = SampleNoise.normal.map { 10 + $0 }
    values[7] = value
    let analysis = try analyze(values)
    #expect(analysis.warnings.contains(.comparedByDifference(index: 7)))
    #expect(analysis.spikes == [7])
    #expect(analysis.changes.isEmpty)
  }

  @Test func tiesDoNotHideAStep() throws {
    let values = (0..<60).map { Double(($0 < 30 ? 20 : 22) + $0 % 2) }
    #expect(try analyze(values).confirmed == [30])
  }

  @Test func aFewTiesAmongZerosAreNoise() throws {
    let hitches = [0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0].map(Double.init)
    let analysis = try analyze(hitches, kind: .linear)
    #expect(analysis.changes.isEmpty)
    #expect(analysis.scale == .linear)
  }

  @Test func noiseBelowTheResolutionIsTakenForTheLatter() throws {
    let values = (0..<40).map { $0 % 9 == 0 ? 101.0 : 100 }
    let series = ChangePointSeries(key: "ms", values: values, kind: .positive, quantum: 10)
    let analysis = try ChangePointDetector().analyze(series)
    #expect(analysis.warnings.contains(.noiseBelowResolution))
    guard case .tested(let noise) = analysis.method else { return #expect(Bool(false)) }
    #expect(abs(noise.deviation - 10 / 12.0.squareRoot() / 100) < 1e-15)
  }
}
