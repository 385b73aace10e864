import Testing

@testable import Statistics

@Suite("Noise of series")
struct SeriesNoiseTests {
  private let scale = DifferenceScale(trimming: 0.1)

  // Computed with NumPy and scipy.stats.norm from the definitions.
  @Test func theScaleIsTheLargerOfTwoEstimates() {
    let few = scale.noise(of: Array(SampleNoise.normal.prefix(20)))
    #expect(abs(few - 1.4455787968611358) < 1e-14)
    #expect(abs(scale.noise(of: SampleNoise.normal) - 0.9515441108648414) < 1e-14)
  }

  @Test func stepsHardlyChangeTheScale() {
    let stepped = SampleNoise.normal.enumerated().map { $1 + ($0 < 60 ? 0 : $0 < 130 ? 50 : -30) }
    #expect(abs(scale.noise(of: stepped) - scale.noise(of: SampleNoise.normal)) < 0.05)
  }

  @Test func fewerThanTwoDifferencesHaveNoScale() {
    #expect(scale.noise(of: []) == 0)
    #expect(scale.noise(of: [1, 5]) == 0)
  }

  // Computed with NumPy from the definition.
  @Test func neighborsTellTheAutocorrelation() throws {
    let few = try #require(scale.autocorrelation(of: Array(SampleNoise.normal.prefix(20))))
    #expect(abs(few + 0.0005898505390675712) < 1e-14)
    let many = try #require(scale.autocorrelation(of: SampleNoise.normal))
    #expect(abs(many - 0.09883867732639495) < 1e-14)
    #expect(scale.autocorrelation(of: [1, 1, 1, 1]) == nil)
  }

  @Test func spikesAreFarFromNeighborsThatAgree() {
    let mask = SpikeMask(reach: 3, height: 5, agreement: 2.5)
    let spiked: [Double] = [0, 1, 0, 9, 1, 0, 1, 0, 9, 9, 0, 1, 0, 1]
    let spikes = mask.spikes(of: spiked, noise: 1)
    #expect(spikes.indices.filter { spikes[$0] } == [3, 8, 9])
    let step: [Double] = [0, 1, 0, 1, 9, 8, 9, 8]
    #expect(!mask.spikes(of: step, noise: 1).contains(true))
  }

  @Test func theFirstAndLastTwoPointsAreNeverSpikes() {
    let mask = SpikeMask(reach: 3, height: 5, agreement: 2.5)
    #expect(!mask.spikes(of: [9, 0, 1, 0, 1, 0, 1, 9], noise: 1).contains(true))
    #expect(!mask.spikes(of: [0, 9, 1, 0, 1, 0, 9, 1], noise: 1).contains(true))
    #expect(!mask.spikes(of: [], noise: 1).contains(true))
  }
}
