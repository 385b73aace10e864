import Testing

@testable import Statistics

@Suite("The Hodges-Lehmann shift")
struct HodgesLehmannTests {
  // NumPy: the median of numpy.subtract.outer, and its 3rd smallest and largest values, because
  // P(U ≤ 2) = 4/252 ≤ 0.025 < P(U ≤ 3) = 7/252.
  @Test func hasTheExactIntervalOfFiveAndFive() throws {
    let shift = try HodgesLehmann(of: try Sample(Runs.after), against: try Sample(Runs.before))
    #expect(near(shift.shift, 0.55, within: 1e-14))
    let interval = try #require(shift.interval(confidence: 0.95))
    #expect(near(interval.lower, -0.1, within: 1e-13))
    #expect(near(interval.upper, 1.16))
  }

  // The permeability data of R's documentation of wilcox.test, from Hollander and Wolfe (1973), 69f.;
  // with conf.int = TRUE it gives 0.305, and 95% from −0.15 to 0.76.
  @Test func agreesWithHollanderAndWolfe() throws {
    let x = try Sample([0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46])
    let y = try Sample([1.15, 0.88, 0.90, 0.74, 1.21])
    let shift = try HodgesLehmann(of: x, against: y)
    #expect(near(shift.shift, 0.305))
    let interval = try #require(shift.interval(confidence: 0.95))
    #expect(near(interval.lower, -0.15))
    #expect(near(interval.upper, 0.76))
  }

  @Test func tooFewValuesReachNoConfidence() throws {
    let shift = try HodgesLehmann(of: try Sample([4, 5, 6]), against: try Sample([1, 2, 3]))
    #expect(shift.interval(confidence: 0.95) == nil)
    let widest = try #require(shift.interval(confidence: 0.9))
    #expect(widest.lower == 1 && widest.upper == 5)
  }

  @Test func holdsTheShiftsThatTheTestDoesNotReject() throws {
    let candidate = try Sample(Runs.otherFifty)
    let reference = try Sample(Runs.fifty)
    let interval = try #require(
      HodgesLehmann(of: candidate, against: reference).interval(confidence: 0.95))
    for (edge, outwards) in [(interval.lower, -1e-6), (interval.upper, 1e-6)] {
      let outside = try Sample(candidate.values.map { $0 - edge - outwards })
      let inside = try Sample(candidate.values.map { $0 - edge + outwards })
      #expect(MannWhitney(of: outside, against: reference).pValue <= 0.05)
      #expect(MannWhitney(of: inside, against: reference).pValue > 0.05)
    }
  }

  @Test func equalValuesHaveAPointForAnInterval() throws {
    let same = try Sample([Double](repeating: 60, count: 6))
    let shift = try HodgesLehmann(of: same, against: same)
    #expect(shift.shift == 0)
    #expect(shift.interval() == ConfidenceInterval(lower: 0, upper: 0, confidence: 0.95))
  }

  // The depression data of R's documentation of wilcox.test, from Hollander and Wolfe (1973), 29f.;
  // with paired = TRUE and conf.int = TRUE it gives 0.46. NumPy: the median of (d[i] + d[j]) / 2, i <= j.
  @Test func ofPairsAgreesWithHollanderAndWolfe() throws {
    let first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    let differences = try Sample(zip(first, second).map { $0 - $1 })
    #expect(near(HodgesLehmann.typical(of: differences), 0.46))
  }

  // Student's sleep data, with ties and a zero; also computed with NumPy.
  @Test func ofPairsWithTies() throws {
    let differences = try Sample([1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4])
    #expect(near(HodgesLehmann.typical(of: differences), 1.3))
    #expect(HodgesLehmann.typical(of: try Sample([-3.5])) == -3.5)
    let large = try Sample([.greatestFiniteMagnitude, .greatestFiniteMagnitude])
    #expect(HodgesLehmann.typical(of: large) == .greatestFiniteMagnitude)
  }

  @Test func everyMeanHasItsRank() {
    let values = (Array(SampleNoise.normal[0..<11]) + SampleNoise.normal[3..<5]).sorted()
    let means = values.indices.flatMap { first in
      values[first...].map { values[first] / 2 + $0 / 2 }
    }.sorted()
    let averages = WalshAverages(of: values)
    #expect(averages.count == means.count)
    #expect((1...means.count).map(averages.mean(rank:)) == means)
  }
}
