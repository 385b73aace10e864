import Statistics
import Testing

/// The expected values were computed with SciPy 1.17's `stats.ttest_ind` and `ttest_rel`, and statsmodels 0.15.
@Suite("Changes whose error follows Student's t")
struct TEstimateTests {
  let before: Sample
  let after: Sample

  init() throws {
    before = try Sample(Runs.before)
    after = try Sample(Runs.after)
  }

  func check(
    _ estimate: TEstimate, t: Double, pValue: Double, freedom: Double, lower: Double, upper: Double
  ) {
    #expect(near(estimate.t, t))
    #expect(near(estimate.pValue, pValue))
    #expect(near(estimate.degreesOfFreedom, freedom))
    #expect(near(estimate.interval().lower, lower, within: 1e-10))
    #expect(near(estimate.interval().upper, upper))
  }

  @Test func welchIsSciPys() throws {
    check(
      try .welch(of: after, against: before), t: 2.2806475864079054, pValue: 0.05273309129478229,
      freedom: 7.8241055324791, lower: -0.00844954754108107, upper: 1.1284495475410856)
  }

  @Test func studentIsSciPys() throws {
    check(
      try .student(of: after, against: before), t: 2.2806475864079054,
      pValue: 0.05201871780342542, freedom: 8, lower: -0.006226155856140281,
      upper: 1.1262261558561448)
  }

  @Test func pairedIsSciPys() throws {
    check(
      try .paired(of: after, against: before), t: 2.353024259084844, pValue: 0.07825643960787355,
      freedom: 4, lower: -0.10077060315369302, upper: 1.2207706031536918)
  }

  @Test func theOneSidedHalvesAddUp() throws {
    let estimate = try TEstimate.welch(of: after, against: before)
    #expect(near(estimate.pValueUpwards * 2, estimate.pValue))
    #expect(near(estimate.pValueUpwards + estimate.pValueDownwards, 1))
  }

  @Test func constantsHaveNoNoiseToMeasureBy() throws {
    let constant = try Sample([60, 60])
    #expect(throws: SampleError.noSpread) { try TEstimate.welch(of: constant, against: constant) }
    #expect(throws: SampleError.noSpread) { try TEstimate.student(of: constant, against: constant) }
    #expect(throws: SampleError.noSpread) { try TEstimate.paired(of: constant, against: constant) }
    // If one side is constant, the other side's noise is enough.
    let estimate = try TEstimate.welch(of: before, against: constant)
    #expect(estimate.degreesOfFreedom == 4)
  }

  @Test func oneValueIsTooFew() throws {
    let one = try Sample([17])
    #expect(throws: SampleError.tooFew(count: 1, needed: 2)) {
      try TEstimate.welch(of: one, against: before)
    }
    #expect(throws: SampleError.tooFew(count: 1, needed: 2)) {
      try TEstimate.student(of: one, against: one)
    }
    #expect(try TEstimate.student(of: one, against: before).degreesOfFreedom == 4)
    #expect(throws: SampleError.unpaired(reference: 5, candidate: 1)) {
      try TEstimate.paired(of: one, against: before)
    }
  }

  // Otava passes numpy.std, which divides by n, to the t-test, so its p-values are too small.
  @Test func theDeviationDividesByOneLess() throws {
    let estimate = try TEstimate.student(of: try Sample([1, 2]), against: try Sample([2.2, 0.2]))
    #expect(near(estimate.standardError * estimate.standardError, (0.5 + 2) / 2))
  }
}
