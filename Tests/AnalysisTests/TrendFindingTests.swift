import Analysis
import Testing

@Suite("Findings of a trend")
struct TrendFindingTests {
  /// 40 commits of two stages; from commit 25 on, times are 10% longer and rates 8% lower.
  private func regressed(facts: (Int) -> [String: String] = { _ in [:] }) -> [TrendRun] {
    (0..<40).flatMap { commit in
      let (time, rate) = commit < 25 ? (10.0, 50.0) : (11.0, 46.0)
      return [
        MadeTrend.run(
          commit,
          [
            (MadeTrend.metric, MadeTrend.noisy(time, commit)),
            (MadeTrend.rate, MadeTrend.noisy(rate, 100 + commit)),
            (MadeTrend.size, MadeTrend.noisy(7, 200 + commit)),
          ], facts: facts(commit)),
        MadeTrend.run(
          commit, stage: "open", [(MadeTrend.metric, MadeTrend.noisy(time, 300 + commit))],
          facts: facts(commit)),
      ]
    }
  }

  @Test("changes of the same commits and direction are one finding, the worst change first")
  func movingTogether() throws {
    let trend = MadeTrend.trend(regressed())
    let finding = try #require(trend.findings.first)
    #expect(trend.findings.count == 1)
    #expect(finding.direction == .worse && finding.state == .confirmed && finding.isAtTip)
    #expect(finding.good == 24 && finding.bad == 25)
    #expect(
      Set(finding.members.map { "\($0.series.title) \($0.series.metric.id)" })
        == ["app/scroll made.time", "app/scroll made.rate", "app/open made.time"])
    #expect(finding.members.map(\.severity) == finding.members.map(\.severity).sorted(by: >))
    #expect(finding.members[2].series.metric.id == "made.rate")
  }

  @Test("a finding keeps its id if more commits are measured, in any order of the runs")
  func stableID() throws {
    let runs = regressed()
    let id = try #require(MadeTrend.trend(runs).findings.first).id
    #expect(id.count == 16)
    #expect(MadeTrend.trend(runs.reversed()).findings.first?.id == id)
    let fewer = runs.filter { $0.commit != "commit-3" && $0.commit != "commit-39" }
    #expect(MadeTrend.trend(fewer).findings.first?.id == id)
    let others = runs.filter { $0.values.count == 1 }
    #expect(MadeTrend.trend(others).findings.first?.id != id)
  }

  @Test("a regression and an improvement at the same commit are two findings, the regression first")
  func twoDirections() {
    let runs = (0..<40).map { commit in
      let (time, rate) = commit < 20 ? (10.0, 50.0) : (11.0, 60.0)
      return MadeTrend.run(
        commit,
        [
          (MadeTrend.metric, MadeTrend.noisy(time, commit)),
          (MadeTrend.rate, MadeTrend.noisy(rate, 100 + commit)),
        ])
    }
    #expect(MadeTrend.trend(runs).findings.map(\.direction) == [.worse, .better])
  }

  @Test("changes at other commits and in other environments are separate findings")
  func apart() {
    let runs = (0..<60).flatMap { commit in
      ["A", "B"].map { device in
        let step = device == "A" ? 20 : 21
        let time = commit < step ? 10.0 : commit < 40 ? 11 : 12.5
        return MadeTrend.run(
          commit, [(MadeTrend.metric, MadeTrend.noisy(time, commit + device.utf8.count))],
          device: device)
      }
    }
    let trend = MadeTrend.trend(runs, commits: 60)
    #expect(trend.findings.count == 4)
    #expect(trend.findings.allSatisfy { $0.members.count == 1 })
    #expect(trend.findings.filter(\.isAtTip).map(\.best) == [40, 40])
  }

  @Test("the commits without runs are counted within the range")
  func unmeasured() throws {
    let runs = (0..<40).filter { !(18..<22).contains($0) }.map {
      MadeTrend.run($0, MadeTrend.noisy($0 < 20 ? 10 : 11, $0))
    }
    let change = try #require(MadeTrend.trend(runs).changes.first?.change)
    #expect(change.good == 17 && change.bad == 22 && change.best == 22 && change.unmeasured == 4)
  }
}

@Suite("What else changed")
struct CircumstancesTests {
  /// Differences in a trend of 40 commits, 10% slower from the 25th on, with facts that depend on the commit.
  private func differences(
    _ facts: (Int) -> [String: String]
  ) throws -> (state: TrendChange.State, words: [String]) {
    let runs = (0..<40).map {
      MadeTrend.run(
        $0, [(MadeTrend.metric, MadeTrend.noisy($0 < 25 ? 10 : 11, $0))], facts: facts($0))
    }
    let finding = try #require(MadeTrend.trend(runs).findings.first)
    #expect(finding.members[0].change.isConfirmed)
    return (finding.state, finding.differences.map { "\($0.fact) \($0.before) \($0.after)" })
  }

  @Test(
    "a property that changes with the level, or one commit away, may explain the change",
    arguments: [24, 25, 26])
  func switches(commit: Int) throws {
    let found = try differences { ["kernel": $0 < commit ? "6.8" : "6.14", "shell": "5"] }
    #expect(found.state == .confounded && found.words == ["kernel 6.8 6.14"])
  }

  @Test(
    "a property that changes elsewhere does not explain the change", arguments: [5, 22, 28, 38])
  func switchesElsewhere(commit: Int) throws {
    let found = try differences { ["kernel": $0 < commit ? "6.8" : "6.14"] }
    #expect(found.state == .confirmed && found.words.isEmpty)
  }

  @Test("a property that changes at every commit, or alternates, does not coincide")
  func restless() throws {
    let found = try differences {
      ["build": "\(1000 + $0)", "host": "runner-\($0 * 7 % 3)", "uuid": "\($0)-\($0 * 31 % 17)"]
    }
    #expect(found.state == .confirmed && found.words.isEmpty)
  }

  @Test("a number that jumps, such as a temperature, coincides; one that drifts does not")
  func numbers() throws {
    let wander = [0.3, -0.4, 0.1, 0.5, -0.2]
    let found = try differences { commit in
      let degrees = (commit < 25 ? 45 : 70) + wander[commit % 5] + Double(commit) * 0.01
      return ["temperature": "\(degrees)", "room": "\(21 + wander[commit % 5] * Double(commit))"]
    }
    #expect(found.state == .confounded && found.words.count == 1)
    #expect(found.words[0].hasPrefix("temperature 4"))
  }

  @Test("a property that is unknown before or after is not a difference")
  func unknownBefore() throws {
    let found = try differences { $0 < 25 ? ["driver": "1"] : ["kernel": "6.8"] }
    #expect(found.state == .confirmed && found.words.isEmpty)
  }

  @Test("a finding is confounded only if all of its changes are")
  func partly() throws {
    let runs = (0..<40).flatMap { commit in
      ["open", "scroll"].map { stage in
        MadeTrend.run(
          commit, stage: stage,
          [(MadeTrend.metric, MadeTrend.noisy(commit < 25 ? 10 : 11, commit + stage.utf8.count))],
          facts: stage == "open" ? ["window": commit < 25 ? "small" : "large"] : [:])
      }
    }
    let finding = try #require(MadeTrend.trend(runs).findings.first)
    #expect(
      finding.members.map(\.change.state.rawValue).sorted() == [
        "confirmed", "environment-confounded",
      ])
    #expect(finding.state == .confirmed && finding.differences.count == 1)
  }
}
