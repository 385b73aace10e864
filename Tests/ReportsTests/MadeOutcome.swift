import Analysis
import Recordings
import Units

/// Outcomes of the gate for generated histories.
enum MadeOutcome {
  static let metrics = [
    Metric(
      id: "made.time", title: "Made time", unit: .milliseconds, polarity: .lowerIsBetter,
      help: "Made up.", formula: "none", source: "this test"
    ) { _ throws(Withheld) in throw Withheld("not computed here") },
    Metric(
      id: "made.share", title: "Made share", unit: .fraction, polarity: .higherIsBetter,
      help: "Made up.", formula: "none", source: "this test"
    ) { _ throws(Withheld) in throw Withheld("not computed here") },
  ]

  /// Names that are special in Markdown, XML, a terminal or a workflow runner.
  static let hostile = [
    "<script>alert(1)</script>", "a|b", "::error::owned", "]]>&amp;\"'", "two\nlines\r\nand\ttab",
    "-->", "<!-- x", "`code`", "\u{1B}[31mred", "100%0A%25", "\u{0}\u{8}\u{FFFE}",
    "#h *b* _i_ [l](u)",
    "</details>", "\u{202E}reversed", "naïve 日本 🏳️‍🌈", " ",
  ]

  /// A level with uniform noise of up to 1%, from SplitMix64's mixing function.
  static func noisy(_ level: Double, _ index: Int) -> Double {
    var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 27
    return level * (1 + (Double(bits >> 11) / 0x1p53 - 0.5) * 0.02)
  }

  static func run(
    _ commit: Int, stage: String, time: Double, share: Double, session: String? = nil
  ) -> TrendRun {
    var description = RunDescription()
    description.commit = "commit-\(commit)"
    description.session = session
    return TrendRun(
      suite: "app", stage: stage, description: description,
      values: zip(metrics, [time, share]).map {
        .init(metric: $0.id, revision: 1, parameters: "", value: .known($1))
      })
  }

  /// An outcome with most states of findings.
  ///
  /// The stages got 10% slower at the 25th of 40 commits, and slower again at the newest, the first by 20%. Only the first stage was
  /// measured twice at the newest commit. Another stage was not measured at the newest commit, and one stage has a
  /// single run.
  static func everything(
    stages: [String] = ["feed", "list"], accepting lines: String = "", limits: [String] = []
  ) throws -> CheckOutcome {
    var runs: [TrendRun] = []
    for (index, stage) in stages.enumerated() {
      for commit in 0..<39 {
        let level = commit < 25 ? 10.0 : 11
        runs.append(
          run(
            commit, stage: stage, time: noisy(level, index * 100 + commit),
            share: noisy(0.5, index * 100 + commit)))
      }
      let newest = index == 0 ? 13.2 : 11.6
      runs.append(run(39, stage: stage, time: newest, share: 0.5, session: "a"))
      if index == 0 { runs.append(run(39, stage: stage, time: 13.3, share: 0.5, session: "b")) }
    }
    runs += (0..<30).map { run($0, stage: "gone", time: noisy(3, $0), share: noisy(0.9, $0)) }
    runs.append(run(39, stage: "single", time: 5, share: 0.2))
    return try outcome(runs, accepting: lines, limits: limits)
  }

  /// An outcome for stages of one commit, all of which exceed a limit with certainty.
  static func beyondLimits(stages: [String]) throws -> CheckOutcome {
    let runs = stages.flatMap { stage in
      [10, 10.1, 10.2].map { run(0, stage: stage, time: $0, share: 0.5) }
    }
    return try outcome(runs, limits: ["made.time <= 1 ms"], commits: 1)
  }

  static func outcome(
    _ runs: [TrendRun], accepting lines: String = "", limits: [String] = [], commits: Int = 40,
    comparing comparisons: [Comparison] = []
  ) throws -> CheckOutcome {
    let history = CommitHistory(name: "main", commits: (0..<commits).map { "commit-\($0)" })
    var question = CheckQuestion(about: Trend(of: runs, metrics: metrics, along: history))
    question.limits = try CheckLimits(
      options: limits, suites: [], named: { id in metrics.first { $0.id == id } }, titles: [])
    question.comparisons = comparisons
    question.acceptances = try AcceptanceFile.acceptances(in: lines)
    return try CheckOutcome(of: question)
  }
}
