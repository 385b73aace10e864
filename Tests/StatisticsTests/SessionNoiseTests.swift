import Statistics
import Testing

@Suite("Changes judged by the noise between sessions")
struct SessionNoiseTests {
  private let candidate = [[10.5, 10.6, 10.4], [10.9, 11, 10.8], [10.2, 10.3, 10.25]]
  private let reference = [[10, 10.1, 9.9], [9.8, 9.7, 9.9], [10.1, 10.2, 10.15]]

  // SciPy: ttest_ind of the logarithms of the medians, with equal variances.
  @Test("equal numbers of sessions are compared by Student's t of their medians")
  func student() throws {
    let found = try TwoSampleComparison.sessions(candidate, against: reference, scale: .logarithmic)
    #expect(found.method == .sessions)
    #expect(found.estimate.degreesOfFreedom == 4)
    #expect(near(found.pValue, 0.05564945850319425, within: 1e-11))
    #expect(found.candidateCount == 3 && found.referenceCount == 3)
  }

  // SciPy: ttest_ind of the logarithms of the medians, without equal variances.
  @Test("unequal numbers of sessions are compared by Welch's t")
  func welch() throws {
    let found = try TwoSampleComparison.sessions(
      candidate + [[10.7]], against: reference, scale: .logarithmic)
    #expect(near(found.pValue, 0.016910607418750098, within: 1e-11))
  }

  // NumPy: the pooled variance of the medians of two stages with four sessions each, six degrees of freedom.
  @Test("one session per side borrows the noise between earlier sessions")
  func borrowed() throws {
    let earlier = [
      [[20.0], [20.4], [19.8], [20.1]], [[5.0], [5.05], [4.95], [5.1]],
    ]
    let found = try TwoSampleComparison.sessions(
      [[10.8]], against: [[10]], earlier: earlier, scale: .logarithmic)
    #expect(found.method == .earlierSessions(count: 8))
    #expect(found.estimate.degreesOfFreedom == 6)
    #expect(near(found.pValue, 0.005065667831338212, within: 1e-11))
  }

  @Test("eight earlier sessions are needed, in groups of two or more")
  func tooFew() throws {
    let groups = [[[20.0], [20.4], [19.8]], [[5.0], [5.05], [4.95], [5.1]], [[7.0]]]
    #expect(throws: SampleError.tooFew(count: 7, needed: 8)) {
      try TwoSampleComparison.sessions(
        [[10.8]], against: [[10]], earlier: groups, scale: .logarithmic)
    }
  }

  @Test(
    "a session with fewer runs than the earlier ones is noisier, and one with more is less noisy")
  func runs() throws {
    var earlier: [[Double]] = []
    for session in 0..<8 {
      let level = 100 + Double(session * 37 % 11)
      earlier.append((0..<5).map { run in level + Double(run * 29 % 7) })
    }
    var errors: [Int: Double] = [:]
    for runs in [1, 5, 20] {
      let side = (0..<runs).map { 100 + Double($0 * 3 % 5) }
      let found = try TwoSampleComparison.sessions(
        [side], against: [side], earlier: [earlier], scale: .linear)
      errors[runs] = found.estimate.standardError
    }
    let (few, same, many) = (errors[1] ?? 0, errors[5] ?? 0, errors[20] ?? 0)
    #expect(few > same && same > many && many > 0)
    // With as many runs as before, the variance is exactly twice that of the medians.
    var medians: [Double] = []
    for session in earlier { medians.append(try Sample(session).median) }
    let variance = try #require(try Sample(medians).variance)
    let expected = (2 * variance).squareRoot() * 1.03
    #expect(near(same, expected, within: 1e-11))
  }

  @Test("an outlier among the earlier sessions does not hide changes")
  func spike() throws {
    let steady: [[Double]] = (0..<16).map { session in [100 + Double(session * 7 % 11) / 10] }
    let spiked: [[Double]] = Array(steady.dropLast()) + [[140]]
    func pValue(_ earlier: [[Double]]) throws -> Double {
      try TwoSampleComparison.sessions(
        [[105]], against: [[100]], earlier: [earlier], scale: .logarithmic
      ).pValue
    }
    #expect(try pValue(steady) < 0.001)
    #expect(try pValue(spiked) < 0.01)
  }

  // SciPy: t.ppf(0.995, 4) · s · √(2·2² + 1/3 + 1/3), with the pooled s.
  @Test("without a history, sessions may differ by twice the noise of their runs")
  func reach() throws {
    let sides = (try Sample([1.0, 2, 3]), try Sample([11.0, 12, 13]))
    #expect(
      near(
        try TEstimate.reachOfSessions(sides.0, against: sides.1), 13.554088303216533, within: 1e-10)
    )
  }
}
