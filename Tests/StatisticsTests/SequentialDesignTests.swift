import Statistics
import Testing

@Suite("Comparisons that stop early")
struct SequentialDesignTests {
  // The critical values of Lan and DeMets' spending function for five equally spaced looks.
  @Test(
    "levels equal those of published boundaries",
    arguments: zip(1...5, [4.876884948790762, 3.357011, 2.680280, 2.289816, 2.031032]))
  func published(look: Int, expected: Double) {
    let spending = ErrorSpending(error: 0.025, looks: 1...5)
    #expect(near(Normal.quantile(1 - spending.level(at: look)), expected, within: 1e-6))
  }

  // Expected values: the integrals computed with NumPy and 960 intervals.
  @Test(
    "levels agree with a second implementation",
    arguments: [
      (8, 3, 0.0002520230587), (8, 4, 0.001443716819), (8, 7, 0.01339238604),
      (8, 8, 0.0194245735), (20, 3, 7.153657902e-09), (20, 20, 0.01688407518),
    ])
  func levels(blocks: Int, look: Int, expected: Double) {
    let spending = ErrorSpending(error: 0.025, looks: 3...blocks)
    #expect(near(spending.level(at: look), expected, within: 2e-4))
  }

  // SciPy: the t quantile of the level above, multiplied by the standard error.
  @Test("a clear change is proved at the second of six looks")
  func changed() throws {
    let design = SequentialDesign(blocks: 8, negligible: -0.01...0.01)
    let found = try design.estimate([0.041, 0.043, 0.038, 0.042])
    #expect(found.answer == .changed && found.look == 2 && design.looks.count == 6)
    let interval = try #require(found.interval)
    #expect(near(interval.upper - found.change, 0.010629292863490687, within: 1e-4))
  }

  @Test("differences around 0 with little noise are unchanged")
  func unchanged() throws {
    let design = SequentialDesign(blocks: 8, negligible: -0.05...0.05)
    #expect(try design.estimate([0.001, -0.001, 0.0005, 0]).answer == .unchanged)
  }

  @Test("a proved change within the noise floor is unchanged")
  func tinyChange() throws {
    let design = SequentialDesign(blocks: 8, negligible: -0.05...0.05)
    #expect(try design.estimate([0.0101, 0.0102, 0.01, 0.0099]).answer == .unchanged)
  }

  @Test("noisy differences, and fewer blocks than the first look, are undecided")
  func undecided() throws {
    let design = SequentialDesign(blocks: 8, negligible: -0.01...0.01)
    #expect(try design.estimate([0.04, -0.05, 0.02, 0.01]).answer == .undecided)
    let early = try design.estimate([0.04, 0.04])
    #expect(early.answer == .undecided && early.look == nil && early.interval == nil)
  }

  @Test("more questions need more evidence")
  func questions() throws {
    let differences = [0.041, 0.043, 0.038, 0.042]
    let one = try SequentialDesign(blocks: 8, negligible: 0...0).estimate(differences)
    let four = try SequentialDesign(blocks: 8, negligible: 0...0, questions: 4)
      .estimate(differences)
    let widths = [one, four].compactMap(\.interval).map { $0.upper - $0.lower }
    #expect(widths[1] > widths[0] * 1.3)
  }

  @Test("equal differences of rounded values prove nothing at the first look")
  func rounded() throws {
    let design = SequentialDesign(blocks: 8, negligible: -0.01...0.01)
    let differences = [0.02, 0.02, 0.02]
    #expect(try design.estimate(differences).answer == .changed)
    let quantum = try Scale.linear.quantum(of: [1, 1.02, 1.02, 1.04, 1, 1.02])
    #expect(near(quantum, 0.02, within: 1e-9))
    #expect(try design.estimate(differences, quantum: quantum).answer == .undecided)
    #expect(try Scale.linear.quantum(of: [1, 1.02, 1.03]) == 0)
    #expect(try Scale.linear.quantum(of: [1, 1, 1]) == 0)
  }

  @Test("values that are not finite are refused")
  func notFinite() {
    #expect(throws: SampleError.notFinite(index: 1)) {
      try SequentialDesign(blocks: 8, negligible: 0...0).estimate([1, .nan, 2])
    }
  }

  // SciPy: the noncentral t at the levels of the second implementation.
  @Test(
    "the number of planned blocks equals SciPy's",
    arguments: [(2.5, 4), (1.5, 7), (1.0, 12), (0.7, 23)])
  func planned(effect: Double, expected: Int) {
    #expect(SequentialDesign.blocks(toSee: effect, deviation: 1) == expected)
  }

  @Test("at most 5% of experiments without a change are called changed, over all looks")
  func errorOverAllLooks() throws {
    var random = SplitMix64(seed: 7)
    let design = SequentialDesign(blocks: 8, negligible: -0.1...0.1)
    var wrong = 0
    for _ in 0..<2000 {
      let differences = (0..<8).map { _ in
        Normal.quantile((Double(random.draw(below: 1 << 30)) + 0.5) / Double(1 << 30))
      }
      let answers = try (3...8).lazy.map { try design.estimate(Array(differences.prefix($0))) }
      if answers.contains(where: { $0.answer == .changed }) { wrong += 1 }
    }
    // At most 100 are expected, with a standard deviation of 9.7; the seed is fixed.
    #expect((60...120).contains(wrong), "\(wrong)")
  }
}
