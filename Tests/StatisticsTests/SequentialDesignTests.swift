import Statistics
import Testing

@Suite("Comparisons that stop early")
struct SequentialDesignTests {
  // Expected values: the integrals computed with NumPy and 960 intervals.
  @Test(
    "levels equal those of a second implementation",
    arguments: zip(1...5, [2.842784057, 2.592275857, 2.425647220, 2.290833956, 2.175011643]))
  func fiveLooks(look: Int, expected: Double) {
    let spending = ErrorSpending(error: 0.025, looks: 1...5)
    #expect(near(Normal.quantile(1 - spending.level(at: look)), expected, within: 1e-6))
  }

  @Test(
    "levels of many looks agree with a second implementation",
    arguments: [
      (8, 3, 0.005740991585), (8, 4, 0.005637175126), (8, 7, 0.01100243249),
      (8, 8, 0.01326385836), (20, 3, 0.001452368755), (20, 20, 0.01097215769),
      (80, 80, 0.009290173508),
    ])
  func levels(blocks: Int, look: Int, expected: Double) {
    let spending = ErrorSpending(error: 0.025, looks: 3...blocks)
    #expect(near(spending.level(at: look), expected, within: 2e-3))
  }

  // SciPy: the t quantile of the level above, multiplied by the standard error.
  @Test("a clear change is proved at the second of six looks")
  func changed() throws {
    let design = SequentialDesign(blocks: 8)
    let found = try design.estimate([0.041, 0.043, 0.038, 0.042], negligible: -0.01...0.01)
    #expect(found.answer == .changed && found.look == 2 && design.looks.count == 6)
    let interval = try #require(found.interval)
    #expect(near(interval.upper - found.change, 0.006518907139355791, within: 1e-4))
  }

  @Test("differences around 0 with little noise are unchanged")
  func unchanged() throws {
    let design = SequentialDesign(blocks: 8)
    let found = try design.estimate([0.001, -0.001, 0.0005, 0], negligible: -0.05...0.05)
    #expect(found.answer == .unchanged)
  }

  @Test("a proved change within the noise floor is unchanged")
  func tinyChange() throws {
    let design = SequentialDesign(blocks: 8)
    let found = try design.estimate([0.0101, 0.0102, 0.01, 0.0099], negligible: -0.05...0.05)
    #expect(found.answer == .unchanged)
  }

  @Test("noisy differences, and fewer blocks than the first look, are undecided")
  func undecided() throws {
    let (design, floor) = (SequentialDesign(blocks: 8), -0.01...0.01)
    let noisy = try design.estimate([0.04, -0.05, 0.02, 0.01], negligible: floor)
    #expect(noisy.answer == .undecided)
    let early = try design.estimate([0.04, 0.04], negligible: floor)
    #expect(early.answer == .undecided && early.look == nil && early.interval == nil)
  }

  @Test("more questions need more evidence")
  func questions() throws {
    let differences = [0.041, 0.043, 0.038, 0.042]
    let one = try SequentialDesign(blocks: 8).estimate(differences, negligible: 0...0)
    let four = try SequentialDesign(blocks: 8, questions: 4)
      .estimate(differences, negligible: 0...0)
    let widths = [one, four].compactMap(\.interval).map { $0.upper - $0.lower }
    #expect(widths[1] > widths[0] * 1.3)
  }

  @Test("equal differences of rounded values prove nothing at the first look")
  func rounded() throws {
    let (design, floor) = (SequentialDesign(blocks: 8), -0.01...0.01)
    let differences = [0.02, 0.02, 0.02]
    #expect(try design.estimate(differences, negligible: floor).answer == .changed)
    let quantum = try Scale.linear.quantum(of: [1, 1.02, 1.02, 1.04, 1, 1.02])
    #expect(near(quantum, 0.02, within: 1e-9))
    let rounded = try design.estimate(differences, negligible: floor, quantum: quantum)
    #expect(rounded.answer == .undecided)
    #expect(try Scale.linear.quantum(of: [1, 1.02, 1.03]) == 0)
    #expect(try Scale.linear.quantum(of: [1, 1, 1]) == 0)
  }

  @Test("values that are not finite are refused")
  func notFinite() {
    #expect(throws: SampleError.notFinite(index: 1)) {
      try SequentialDesign(blocks: 8).estimate([1, .nan, 2], negligible: 0...0)
    }
  }

  // A simulation of 20,000 experiments with NumPy finds the smallest numbers with 80% for both answers.
  @Test(
    "the number of planned blocks has the promised power over all looks",
    arguments: [(2.5, 5), (1.5, 7), (1.0, 13), (0.7, 24)])
  func planned(effect: Double, expected: Int) throws {
    let blocks = try #require(SequentialDesign.blocks(toSee: effect, deviation: 1))
    #expect((expected - 1...expected + 1).contains(blocks), "\(blocks)")
    let visible = try #require(SequentialDesign(blocks: blocks).visibleChange(deviation: 1))
    #expect(visible > effect * 0.75 && visible < effect * 1.1, "\(visible)")
  }

  @Test("planned experiments prove a change, and its absence, in 80% of cases, within five points")
  func powerOverAllLooks() throws {
    var random = SplitMix64(seed: 11)
    let (effect, count) = (1.0, 1000)
    let blocks = try #require(SequentialDesign.blocks(toSee: effect, deviation: 1))
    let design = SequentialDesign(blocks: blocks)
    var shares: [SequentialEstimate.Answer: Int] = [:]
    for (truth, wanted) in [(effect, SequentialEstimate.Answer.changed), (0, .unchanged)] {
      for _ in 0..<count {
        let differences = (0..<blocks).map { _ in truth + Self.normal(&random) }
        let answers = try design.looks.lazy.map {
          try design.estimate(Array(differences.prefix($0)), negligible: -effect...effect).answer
        }
        if answers.first(where: { $0 != .undecided }) == wanted { shares[wanted, default: 0] += 1 }
      }
    }
    #expect(shares.values.allSatisfy { (750...850).contains($0) }, "\(shares)")
  }

  private static func normal(_ random: inout SplitMix64) -> Double {
    Normal.quantile((Double(random.draw(below: 1 << 30)) + 0.5) / Double(1 << 30))
  }

  @Test("at most 5% of experiments without a change are called changed, over all looks")
  func errorOverAllLooks() throws {
    var random = SplitMix64(seed: 7)
    let design = SequentialDesign(blocks: 8)
    var wrong = 0
    for _ in 0..<2000 {
      let differences = (0..<8).map { _ in Self.normal(&random) }
      let answers = try (3...8).lazy.map {
        try design.estimate(Array(differences.prefix($0)), negligible: -0.1...0.1)
      }
      if answers.contains(where: { $0.answer == .changed }) { wrong += 1 }
    }
    // At most 100 are expected, with a standard deviation of 9.7; the seed is fixed.
    #expect((60...120).contains(wrong), "\(wrong)")
  }
}
