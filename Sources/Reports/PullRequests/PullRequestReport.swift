public import Analysis
package import Documents
internal import Recordings
internal import Units

/// The report on a pull request: whether it is slower, by how much, and what is still unknown.
package enum PullRequestReport {
  package static func document(of outcome: PullRequestOutcome) -> Document {
    Document(
      schema: "hitchmark.pull-request/1", title: outcome.title, tone: outcome.tone,
      blocks: blocks(of: outcome), isReport: true)
  }

  /// The report as a comment on a pull request, which begins with the invisible marker of check comments; ends with a
  /// line break.
  package static func comment(on outcome: PullRequestOutcome) -> String {
    let title = Block.heading(.section, outcome.title.shortened, anchor: "check")
    let document = Document(schema: "", title: "", blocks: [title] + blocks(of: outcome))
    return """
      \(CheckComment.marker(of: "pullrequest.\(outcome.suite)"))
      \(Renderer.markdown(of: document))

      """
  }

  private static func blocks(of outcome: PullRequestOutcome) -> [Block] {
    [.facts(facts(of: outcome))]
      + (outcome.openSentences.isEmpty ? [] : [.list(outcome.openSentences.map { [.text($0)] })])
      + [.table(table(of: outcome))] + steps(of: outcome)
  }

  private static func facts(of outcome: PullRequestOutcome) -> [Inline] {
    let experiment = outcome.experiment
    let time = experiment.secondsPerBlock.map {
      " in \(durationText($0 * Double(experiment.blocks)))"
    }
    return [.strong(outcome.base.name), " → ", .strong(outcome.head.name)]
      + (outcome.head.subject.map { [.text(" “\($0.shortened)”")] } ?? [])
      + [
        .text(
          " · \(counted(experiment.blocks, "run")) of each in turn\(time ?? "")"
            + (experiment.end == .decided ? "" : ", \(experiment.end.words)"))
      ]
  }

  // MARK: - The table

  private static func table(of outcome: PullRequestOutcome) -> Table {
    let pairs = outcome.pairsByHarm
    let severalStages = Set(pairs.map(\.stage)).count > 1
    return Table(
      anchor: "metrics", caption: "Metrics", corner: "Metric",
      columns: [
        Table.Column("Change", id: "change"), Table.Column("Verdict", .leading, id: "verdict"),
        Table.Column("95% interval", id: "interval"), Table.Column("Base", id: "reference"),
        Table.Column("Head", id: "candidate"),
        Table.Column("id", .leading, id: "id", isOptional: true),
      ],
      rows: pairs.map { pair in
        Table.Row(
          (severalStages ? "\(pair.stage): " : "") + pair.metric.words,
          id: "\(pair.stage)/\(pair.metric.id)", cells: cells(of: pair))
      })
  }

  private static func cells(of pair: MeasuredPair) -> [Cell] {
    let id = Cell.text(pair.metric.id, emphasis: .muted)
    guard let found = pair.comparison else {
      return [.empty, .text("no value"), .empty, .empty, .empty, id]
    }
    let (metric, isRelative) = (pair.metric, found.isRelative)
    let change = Cell.quantity(
      metric.changeQuantity(found.effect, isRelative: isRelative),
      metric.changePrinting(isRelative: isRelative), emphasis: found.emphasis)
    let levels = [found.means.reference, found.means.candidate].map {
      Cell.quantity(Quantity($0, metric.unit), metric.printingWithUnit)
    }
    let interval = found.interval.map { metric.changeText($0, isRelative: isRelative) }
    return [change, .text(found.verdictWord), .text(interval ?? "")] + levels + [id]
  }

  // MARK: - What to do next

  private static func steps(of outcome: PullRequestOutcome) -> [Block] {
    guard outcome.decision == .regressed else { return [] }
    return [
      .steps([Step([.text("Compare all metrics:")], command: outcome.compareCommand)])
    ]
  }
}

// MARK: - Words

extension PullRequestOutcome {
  /// The answer in a line: `✗ Failed: list is 10.1% slower`.
  var title: String {
    switch decision {
    case .regressed:
      let worse = pairsByHarm.filter { $0.comparison?.isProvedWorse ?? false }
      let more = worse.count - 1
      let rest =
        more > 0 ? ", and \(counted(more, "other metric")) \(more == 1 ? "is" : "are") worse" : ""
      return "✗ Failed: \(worse[0].changeSentence)\(rest)"
    case .passed:
      let better = pairsByHarm.last { $0.comparison?.answer == .improved }
      return "✓ Passed: \(better?.changeSentence ?? "no metric is worse")"
    case .undecided:
      let open = pairsByHarm.first { $0.isOpen }
      return "○ Undecided: \(open?.limitSentence ?? "too few runs")"
    }
  }

  var tone: Document.Tone {
    switch decision {
    case .passed: .good
    case .regressed: .bad
    case .undecided: .neutral
    }
  }

  /// What is ruled out for each undecided metric, and what it takes to know more.
  var openSentences: [String] {
    guard decision == .undecided else { return [] }
    let seconds = experiment.secondsPerBlock
    let open = pairsByHarm.filter(\.isOpen)
    guard !open.isEmpty else {
      let least = BlockDesign.leastBlocks
      return ["at least \(least) runs of each are needed\(least.timeText(seconds))"]
    }
    return open.compactMap { pair in
      pair.comparison.map { "\(pair.limitSentence); \($0.effort(secondsPerBlock: seconds))" }
    }
  }
}

extension PullRequestOutcome.Side {
  var name: String { commit.shortCommit }

  /// The subject, unless it is that of the merge that the host made.
  fileprivate var subject: String? {
    description?.subject.flatMap { $0.hasPrefix("Merge ") ? nil : $0 }
  }
}

extension ExperimentOutcome.End {
  /// Why the experiment ended before it was decided.
  fileprivate var words: String {
    switch self {
    case .decided: "decided"
    case .allBlocks: "as planned"
    case .budgetSpent: "as many as the budget allowed"
    case .interrupted: "then interrupted"
    }
  }
}

extension MeasuredPair {
  /// The proved change: `list is 10.1% slower`, `list: Hitch time ratio +12.0%`.
  fileprivate var changeSentence: String {
    guard let found = comparison else { return stage }
    guard metric.isSpeed, found.isRelative else {
      return "\(stage): \(metric.words) "
        + metric.changeText(found.effect, isRelative: found.isRelative)
    }
    let comparative = found.answer == .improved ? "faster" : "slower"
    return "\(stage) is \(size(found.effect)) \(comparative)"
  }

  /// Whether it was judged, and is neither worse nor not worse.
  fileprivate var isOpen: Bool {
    comparison.map { $0.look != nil && !$0.isProvedWorse && !$0.isProvedNotWorse } ?? false
  }

  /// What is ruled out: `list: Frame time (median) is not more than 4.0% worse`.
  fileprivate var limitSentence: String {
    let worst = comparison?.worstPossible.map(size) ?? ""
    return "\(stage): \(metric.words) is not more than \(worst) worse"
  }

  private func size(_ effect: Double) -> String {
    comparison?.sizeText(effect) ?? ""
  }
}

extension BlockComparison {
  /// A size without its sign.
  fileprivate func sizeText(_ size: Double) -> String {
    metric.sizePrinting(isRelative: isRelative)
      .text(metric.changeQuantity(size.magnitude, isRelative: isRelative))
  }

  /// How long it would take to prove or rule out a change of the size of the noise floor.
  fileprivate func effort(secondsPerBlock seconds: Double?) -> String {
    let size = sizeText(floor)
    guard let count = blocksNeeded(toSee: floor) else {
      return "a change of \(size) is out of reach at this noise"
    }
    return
      "a change of \(size) would need \(counted(count, "run")) of each\(count.timeText(seconds))"
  }

  var verdictWord: String {
    if isProvedWorse { return "worse" }
    switch answer {
    case .improved: return "better"
    case .unchanged: return "unchanged"
    case .changed: return "changed"
    case .regressed, .undecided: return isProvedNotWorse ? "not worse" : "undecided"
    }
  }

  fileprivate var emphasis: Cell.Emphasis {
    isProvedWorse ? .worse : answer == .improved ? .better : .plain
  }
}

extension Int {
  /// How long so many blocks take: `, about 12 min`; empty if it is unknown.
  fileprivate func timeText(_ secondsPerBlock: Double?) -> String {
    secondsPerBlock.map { ", about \(durationText($0 * Double(self)))" } ?? ""
  }
}

/// The JSON output of a measured pull request in the format `hitchmark.pull-request/1`, which
/// `schemas/pull-request.schema.json` defines.
package enum PullRequestJSON {
  package static func value(of outcome: PullRequestOutcome, exitCode: Int) -> JSONValue {
    let experiment = outcome.experiment
    return [
      "schema": "hitchmark.pull-request/1",
      "generator": .string(Generator.name),
      "decision": .string(outcome.decision.rawValue),
      "exit_code": .integer(exitCode),
      "title": .string(outcome.title),
      "suite": .string(outcome.suite),
      "base": side(outcome.base),
      "head": side(outcome.head),
      "end": .string(experiment.end.rawValue),
      "blocks": .integer(experiment.blocks),
      "planned_blocks": .integer(experiment.planned),
      "seconds_per_block": .real(experiment.secondsPerBlock),
      "open": .array(outcome.openSentences.map { .string($0) }),
      "metrics": .array(experiment.pairs.map { metric($0, experiment.secondsPerBlock) }),
    ]
  }

  private static func side(_ side: PullRequestOutcome.Side) -> JSONValue {
    [
      "commit": .string(side.commit), "subject": .text(side.description?.subject),
      "author": .text(side.description?.author), "date": .text(side.description?.date),
    ]
  }

  private static func metric(_ pair: MeasuredPair, _ seconds: Double?) -> JSONValue {
    let found = pair.comparison
    let needed = found.flatMap { $0.blocksNeeded(toSee: $0.floor) }
    return [
      "stage": .string(pair.stage), "metric": .string(pair.metric.id),
      "unit": .string(pair.metric.unit.id),
      "better": .string(pair.metric.polarity.rawValue),
      "verdict": .text(found?.verdictWord),
      "is_worse": .bool(found?.isProvedWorse ?? false),
      "is_not_worse": .bool(found?.isProvedNotWorse ?? false),
      "base": .real(found?.means.reference), "head": .real(found?.means.candidate),
      "change": .real(found?.effect), "is_relative": .bool(found?.isRelative ?? false),
      "interval": .range(found?.interval), "worst_possible": .real(found?.worstPossible),
      "noise_floor": .real(found?.floor), "blocks_needed": needed.map { .integer($0) } ?? .null,
      "seconds_needed": .real(needed.flatMap { count in seconds.map { $0 * Double(count) } }),
    ]
  }
}

/// A measured pull request as JUnit XML and as annotations of GitHub Actions.
package enum PullRequestAnnotations {
  /// A test suite per stage, a test case per metric: failed if the metric is proved to be worse, and skipped if it is
  /// undecided.
  package static func junit(of outcome: PullRequestOutcome) -> String {
    var suites: [(name: String, cases: [JUnitCase])] = []
    for pair in outcome.experiment.pairs {
      let title = "\(outcome.suite)/\(pair.stage)"
      if suites.last?.name != title { suites.append((title, [])) }
      suites[suites.count - 1].cases.append(testCase(of: pair, in: title))
    }
    return JUnitCase.text(of: suites, named: "hitchmark run --pull-request")
  }

  private static func testCase(of pair: MeasuredPair, in suite: String) -> JUnitCase {
    var testCase = JUnitCase(suite: suite, name: pair.metric.id)
    guard let found = pair.comparison else {
      testCase.skipped = "the runs have no value of the metric"
      return testCase
    }
    if found.isProvedWorse {
      testCase.failures = [("worse", found.text)]
      testCase.details = [found.text]
    } else if found.isProvedNotWorse {
      testCase.remarks = [found.text]
    } else {
      testCase.skipped = "undecided: \(found.text)"
    }
    return testCase
  }

  /// An error for a pull request that is worse, a warning for an undecided one, and otherwise a notice.
  package static func github(of outcome: PullRequestOutcome) -> String {
    let kind =
      switch outcome.decision {
      case .regressed: "error"
      case .undecided: "warning"
      case .passed: "notice"
      }
    let lines = outcome.pairsByHarm.prefix(5).compactMap { $0.comparison?.text }
    return GitHubAnnotations.command(
      kind, title: "hitchmark", ([outcome.title] + lines).joined(separator: "\n"))
  }
}

extension BlockComparison {
  /// The result of a comparison as text: the metric, its verdict (such as improved), the change and the confidence
  /// interval: `fps.avg improved +4.1% (+3.2% to +5.0%)`.
  ///
  /// The interval is left out if it is unknown, or if a relative change has an interval of 1000% or more.
  public var text: String {
    let change = metric.changeText(effect, isRelative: isRelative)
    // Early looks of a long plan allow nearly any change.
    let interval = interval.flatMap { $0.upperBound - $0.lowerBound < 10 || !isRelative ? $0 : nil }
    let range = interval.map { " (\(metric.changeText($0, isRelative: isRelative)))" } ?? ""
    return "\(metric.id) \(answer.rawValue) \(change)\(range)"
  }
}
