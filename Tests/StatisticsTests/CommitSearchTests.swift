import Testing

@testable import Statistics

@Suite("Searching the commit of a change")
struct CommitSearchTests {
  /// Searches for a step in normal noise; a seed determines the runs.
  private func search(
    _ commits: Int, change: Int, step: Double, noise: Double = 0.02, seed: UInt64 = 1,
    skipping: Set<Int> = [], limit: Int = 300
  ) throws -> CommitSearch {
    var search = CommitSearch(commits: commits)
    var generator = SplitMix64(seed: seed)
    while search.runs.count < limit, let position = search.next() {
      if skipping.contains(position) {
        search.skip(position)
        continue
      }
      let draw = (Double(generator.draw(below: 1 << 30)) + 0.5) / Double(1 << 30)
      let level = position >= change ? 1 + step : 1
      try search.add(100 * level * (1 + noise * Normal.quantile(draw)), of: position)
    }
    return search
  }

  @Test("a step is found at any position", arguments: [1, 2, 17, 31, 32])
  func finds(change: Int) throws {
    let search = try search(32, change: change, step: 0.2)
    #expect(search.isDecided && search.findings.likeliest == change)
    #expect(search.findings.credibleSet == [change])
    #expect(search.runs.count < 25)
    let effect = try #require(search.findings.change)
    #expect(near(Scale.logarithmic.effect(of: effect), 0.2, within: 0.15))
  }

  @Test("an improvement is found too, and a range of one commit needs only its ends")
  func otherSteps() throws {
    #expect(try search(100, change: 60, step: -0.15).findings.credibleSet == [60])
    let one = try search(1, change: 1, step: 0.2)
    #expect(one.isDecided && one.findings.likeliest == 1)
    #expect(Set(one.runs.map(\.position)) == [0, 1])
  }

  @Test("without a change, the answer is that there is none")
  func noChange() throws {
    let search = try search(64, change: 65, step: 0)
    #expect(search.isDecided && search.findings.credibleSet == [0])
  }

  @Test("a commit that was measured once and then cannot be measured is not requested again")
  func skippedLater() throws {
    var search = CommitSearch(commits: 6)
    for _ in 0..<200 {
      guard let position = search.next() else { break }
      if position == 5, search.runs.contains(where: { $0.position == 5 }) {
        search.skip(5)
        while let next = search.next(), search.runs.count < 200 {
          try #require(next != 5)
          try search.add(next >= 5 ? 12 : 10 + Double(search.runs.count % 3) / 100, of: next)
        }
        break
      }
      try search.add(position >= 5 ? 12 : 10 + Double(search.runs.count % 3) / 100, of: position)
    }
    #expect(search.skipped == [5] && search.runs.count < 200)
  }

  @Test("with much noise, more runs are needed and commits are measured again")
  func noisy() throws {
    let seeds: [UInt64] = [1, 2, 3, 4, 5]
    let quiet = try seeds.map { try search(64, change: 40, step: 0.1, noise: 0.005, seed: $0) }
    let noisy = try seeds.map { try search(64, change: 40, step: 0.1, noise: 0.05, seed: $0) }
    #expect(quiet.allSatisfy { $0.findings.likeliest == 40 })
    #expect(noisy.allSatisfy { $0.findings.credibleSet.contains(40) })
    func runs(_ searches: [CommitSearch]) -> Int { searches.reduce(0) { $0 + $1.runs.count } }
    #expect(runs(noisy) > runs(quiet))
    #expect(noisy.allSatisfy { $0.runs.count > Set($0.runs.map(\.position)).count + 5 })
  }

  @Test("the same runs give the same choices")
  func reproducible() throws {
    let runs = try (1...2).map { _ in try search(64, change: 9, step: 0.05).runs }
    #expect(runs[0] == runs[1])
  }

  @Test("exact counts have no noise, and are found with few runs")
  func exact() throws {
    let search = try search(500, change: 123, step: 0.01, noise: 0)
    #expect(search.findings.credibleSet == [123])
    #expect(search.runs.count < 25)
  }

  @Test("skipped commits are never measured; those that no run can tell apart share the answer")
  func skipping() throws {
    let search = try search(32, change: 16, step: 0.2, skipping: [14, 15, 16, 24])
    #expect(search.runs.allSatisfy { ![14, 15, 16, 24].contains($0.position) })
    #expect(search.isDecided)
    #expect(search.findings.credibleSet.sorted() == [14, 15, 16, 17])
    #expect(near(search.findings.probabilities[16], 0.25, within: 0.05))
  }

  @Test("the search ends if an end of the range is skipped")
  func skippedEnd() {
    var search = CommitSearch(commits: 8)
    #expect(search.next() == 0)
    search.skip(0)
    #expect(search.next() == nil && !search.isDecided)
  }

  @Test("a commit with a high weight is measured first, and a wrong weight is overcome")
  func prior() throws {
    var weights = [Double](repeating: 1, count: 256)
    for position in 99..<104 { weights[position] = 200 }
    var search = CommitSearch(commits: 256, weights: weights)
    for (position, value) in zip([0, 256, 256, 0], [100.0, 120.1, 119.9, 100.2]) {
      try search.add(value, of: position)
    }
    #expect((99...104).contains(try #require(search.next())))
    while let position = search.next() {
      try search.add(position >= 20 ? 120 + Double(search.runs.count % 3) : 100, of: position)
    }
    #expect(search.findings.credibleSet == [20])
  }

  @Test("runs of a session are compared only with runs of the same session")
  func sessions() throws {
    var search = try search(64, change: 40, step: 0.1, limit: 9)
    // All runs of the second session are 30% slower.
    var opening: [Int] = []
    while let position = search.next(session: 1) {
      opening.append(position)
      let level = position >= 40 ? 1.1 : 1.0
      try search.add(130 * level + Double(opening.count % 3), of: position, session: 1)
    }
    #expect(Set(opening.prefix(2)) == [0, 64])
    #expect(search.findings.credibleSet == [40])
  }

  @Test("the noise and its autocorrelation are estimated")
  func noise() throws {
    let search = try search(256, change: 100, step: 0.03)
    #expect(near(try #require(search.findings.noise), 0.02, within: 0.4))
    #expect(try #require(search.findings.autocorrelation) < 0.3)
    #expect(abs(search.findings.probabilities.reduce(0, +) - 1) < 1e-9)
  }

  @Test("commits that are expensive to build are measured less often")
  func costs() throws {
    func builds(_ cost: Double) throws -> Int {
      var search = CommitSearch(commits: 256)
      var built: Set<Int> = []
      var generator = SplitMix64(seed: 5)
      while let position = search.next(cost: { built.contains($0) ? 1 : cost }) {
        built.insert(position)
        let draw = (Double(generator.draw(below: 1 << 30)) + 0.5) / Double(1 << 30)
        let level = position >= 77 ? 103.0 : 100
        try search.add(level * (1 + 0.02 * Normal.quantile(draw)), of: position)
      }
      #expect(search.findings.credibleSet == [77])
      return built.count
    }
    #expect(try builds(20) <= builds(1))
  }

  @Test("values without a logarithm are refused on that scale only")
  func badValues() throws {
    var search = CommitSearch(commits: 4)
    #expect(throws: SampleError.notPositive(index: 0, value: 0)) { try search.add(0, of: 1) }
    #expect(throws: SampleError.notFinite(index: 0)) { try search.add(.nan, of: 1) }
    #expect(search.runs.isEmpty)
    var linear = CommitSearch(commits: 4, scale: .linear)
    while let position = linear.next() {
      try linear.add(position >= 3 ? 0.2 : 0, of: position)
    }
    #expect(linear.findings.credibleSet == [3])
  }
}
