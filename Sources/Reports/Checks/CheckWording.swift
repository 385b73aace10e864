internal import Analysis
internal import Documents
internal import Recordings
internal import Units

// The wording of check results, which all outputs share.

extension CheckOutcome {
  var tipName: String {
    history.commits.isEmpty ? "no commit" : history.short(history.commits.count - 1)
  }

  var verdict: String {
    switch decision {
    case .passed where findings.isEmpty: "Passed."
    case .passed: "Passed: \(tally)."
    case .regressed: "Failed: \(tally)."
    case .undecided: "Undecided: \(tally)."
    }
  }

  /// The number of findings per state, the worst first.
  var tally: String {
    let counts = CheckFinding.State.allCases.compactMap { state -> String? in
      let count = findings.count { $0.state == state }
      return count == 0 ? nil : "\(count) \(state.word)"
    }
    return counts.joined(separator: ", ")
  }

  var census: String {
    let judged = series.count { $0.reason == nil }
    let pairs = counted(comparisons.count, "comparison")
    if series.isEmpty, !comparisons.isEmpty { return "\(pairs)." }
    let compared = comparisons.isEmpty ? "" : ", and \(pairs)"
    let verb = judged == 1 ? "was" : "were"
    return "\(judged) of \(series.count) series \(verb) judged\(compared)."
  }

  /// The series that the checked commit measured and that could not be judged, in a clause: how many, and from when on
  /// they are judged; `nil` if there are none.
  var unjudgedWords: String? {
    let unjudged = series.filter(\.isUnjudged)
    guard let first = unjudged.first, let reason = first.reason else { return nil }
    let isAlike = unjudged.allSatisfy { $0.reason == reason }
    let count = unjudged.count == series.count ? "" : "\(unjudged.count) of \(series.count) series "
    return "\(count)not judged" + (isAlike ? ": \(reason)" : "")
  }

  /// Unless the check failed: a sentence about the smallest steps that it would have detected in series with relative
  /// changes; empty if no such series was judged.
  var visibleSentences: [String] {
    guard decision != .regressed else { return [] }
    let visible = series.compactMap(\.visible).filter(\.isRelative)
    guard let suspect = visible.map(\.suspect).printedRange else { return [] }
    let count = visible.count > 1 ? " (\(visible.count) series)" : ""
    let failing =
      visible.compactMap(\.failing).printedRange
      .map { ", and a regression of \($0) would have failed the check at once" } ?? ""
    return [
      """
      A regression of \(suspect) at this commit would have been suspect until another session \
      confirmed it\(failing)\(count).
      """
    ]
  }

  var warningSentences: [String] {
    warnings.map { warning in
      switch warning {
      case .nothingJudged:
        "No series could be judged for changes; the reasons are below."
      case .noHistory:
        "No run names a commit, so changes between commits were not checked."
      case .noDate:
        "The date of the newest commit is unknown, so acceptances apply even after their last day."
      case .baseIsTip:
        """
        The commit given with --base is the newest measured commit or a later one, so no regression counts as \
        inherited from that commit.
        """
      }
    }
  }
}

extension CheckFinding.State {
  var word: String {
    switch self {
    case .partlyFixed: "partly fixed"
    case .environment: "worse with a changed environment"
    default: rawValue
    }
  }
}

extension CheckFinding {
  /// The finding in one line.
  func headline(in outcome: CheckOutcome) -> String {
    switch cause {
    case .change:
      "\(state.word): \(subject) since \(since(in: outcome.history))\(became(in: outcome.history))\(withdrawn(in: outcome.history))"
    case .tip: "\(state.word): \(subject) at \(outcome.tipName)"
    case .limit: "\(state.word): \(items[0].limitWords)"
    case .comparison: "\(state.word): \(subject)"
    case .missing: "\(state.word): \(subject) at \(outcome.tipName)"
    }
  }

  /// The series, or the number of metrics or series and their common stage.
  var subject: String {
    guard items.count > 1 else { return items[0].name }
    let place = self.place
    let noun = items.allSatisfy { $0.place == items[0].place } ? "metrics" : "series"
    let environment =
      items[0].environment.isEmpty || place.isEmpty ? "" : " (\(items[0].environment))"
    return place.isEmpty
      ? "\(items.count) \(noun)" : "\(place)\(environment), \(items.count) \(noun)"
  }

  /// The common prefix of the names of all series, up to a slash or a segment; empty if there is none.
  var place: String {
    guard items.allSatisfy({ $0.environment == items[0].environment }),
      items.allSatisfy({ $0.suite == items[0].suite })
    else { return "" }
    let first = items[0].place
    if items.allSatisfy({ $0.place == first }) { return first.title ?? "" }
    let isOneStage = items.allSatisfy { $0.stage == first.stage }
    return Place(suite: first.suite, stage: isOneStage ? first.stage : nil).title ?? ""
  }

  /// The later course, and the commit at which it changed.
  private func became(in history: CommitHistory) -> String {
    guard let entered, entered != commits?.likeliest else { return "" }
    return switch state {
    case .fixed: ", fixed at \(history.short(entered))"
    case .partlyFixed: ", partly fixed at \(history.short(entered))"
    case .open: ", proved at \(history.short(entered))"
    default: ""
    }
  }

  /// The commit that earlier checks named, if more points moved the step.
  private func withdrawn(in history: CommitHistory) -> String {
    guard let firstSeen, let commits, firstSeen != commits.likeliest else { return "" }
    return "; \(history.short(firstSeen)) withdrawn"
  }

  private func since(in history: CommitHistory) -> String {
    commits.map { history.short($0.likeliest) } ?? ""
  }

  /// The commits that may be the cause, as a sentence; `nil` if there is only one.
  private func range(in history: CommitHistory) -> String? {
    guard let commits, commits.bad - commits.good > 1 else { return nil }
    let (good, bad) = (history.short(commits.good), history.short(commits.bad))
    return
      """
      Introduced by one of the \(commits.bad - commits.good) commits after \(good) up to \(bad), most \
      likely by \(since(in: history)).
      """
  }

  /// What to do next, in order.
  func next(in outcome: CheckOutcome) -> [Step] {
    bisect(in: outcome) + steps(in: outcome)
  }

  private func bisect(in outcome: CheckOutcome) -> [Step] {
    guard let commits, commits.bad - commits.good > 1, ![.improved, .fixed].contains(state) else {
      return []
    }
    let (good, bad) = (outcome.history.short(commits.good), outcome.history.short(commits.bad))
    let find = "Find the commit that caused the change"
    guard let suite = items[0].suite, let stage = items[0].stage,
      [suite, stage, items[0].metric.id].allSatisfy(\.isShellWord)
    else { return [Step([.text("\(find):")], command: "git bisect start \(bad) \(good)")] }
    let options = "--stage \(stage) --metric \(items[0].metric.id)"
    guard let folder = outcome.folders[suite], folder.path.isShellWord else {
      let help = "In this command, replace the suite's name by the path of its folder:"
      return [
        Step(
          [.text("\(find). \(help)")],
          command: "hitchmark bisect \(good)..\(bad) \(suite) \(options)")
      ]
    }
    let command = "hitchmark bisect \(good)..\(bad) \(folder.path) \(options)"
    return folder.hasCommand
      ? [Step([.text("\(find):")], command: command)]
      : [
        Step(
          [.text("\(find). In place of COMMAND, write the command that measures a run:")],
          command: "\(command) -- COMMAND")
      ]
  }

  private func steps(in outcome: CheckOutcome) -> [Step] {
    let confirm = "(`--confirm FILE` writes a list of the commits and stages to measure)"
    switch (cause, state) {
    case (.change, .suspect):
      guard let commits else { return [] }
      let (good, bad) = (outcome.history.short(commits.good), outcome.history.short(commits.bad))
      return [
        Step(
          Inline.marked(
            """
            Measure the commits before and after the change in one session \(confirm), or wait for more commits. Then \
            compare the commits:
            """
          ),
          command: outcome.options.compare(good, bad))
      ]
    case (.comparison, .inconclusive), (.comparison, .suspect):
      return [
        Step(
          Inline.marked(
            "Measure more runs of both sides of the comparison in one session \(confirm)."))
      ]
    case (_, .suspect), (_, .inconclusive):
      return [
        Step(
          Inline.marked(
            "Measure the commit again in another session \(confirm), ingest the runs, and check again."
          ))
      ]
    case (_, .open), (_, .partlyFixed), (_, .inherited), (_, .environment):
      return [
        Step(["Fix the regression and push the fix; the check then runs again."]),
        Step(
          ["Or accept the regression, and state the reason:"],
          command: outcome.options.check("--accept \(id) --reason \"…\"")),
      ]
    case (_, .missing):
      return [Step([.text("Measure the newest commit, \(outcome.tipName), and ingest its runs.")])]
    case (_, .improved):
      return [
        Step(
          ["Print stricter limits for suite.json, so that the improvement is not lost again:"],
          command: outcome.options.check("--ratchet"))
      ]
    case (_, .accepted), (_, .dismissed), (_, .fixed): return []
    }
  }

  /// Remarks on the whole finding.
  ///
  /// `namesCommit` is whether they describe the most likely commit.
  func remarks(in outcome: CheckOutcome, namesCommit: Bool) -> [String] {
    let commit = namesCommit ? outcome.describing(self) : nil
    var remarks = [commit, range(in: outcome.history)].compactMap(\.self)
    remarks += environmentChanges.map {
      "The environment of the runs changed at the same commit as the metric: \($0.words)."
    }
    if state == .environment {
      remarks.append(
        """
        To find out whether the code or the environment is the cause, measure an earlier commit in the new \
        environment.
        """
      )
    }
    return remarks
  }
}

extension String {
  /// Whether a shell reads the text as one word, and no command reads it as an option.
  fileprivate var isShellWord: Bool {
    !isEmpty && !hasPrefix("-")
      && unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "/", "+": true
        default: false
        }
      }
  }
}

extension CheckOutcome {
  /// The most likely commit with its subject, author and day; `nil` if nothing is known about it.
  func describing(_ finding: CheckFinding) -> String? {
    guard let commits = finding.commits,
      let known = descriptions[history.commits[commits.likeliest]]
    else { return nil }
    let subject = known.subject.map { " “\($0.shortened)”" } ?? ""
    let author = known.author.map { " by \($0.shortened)" } ?? ""
    let day = known.date.map { ", \($0.prefix(10))" } ?? ""
    return "Most likely cause: commit \(history.short(commits.likeliest))\(subject)\(author)\(day)."
  }
}

extension TrendDifference {
  var words: String { "\(fact) \(before) → \(after)" }
}

extension IdleAcceptance {
  var sentence: String {
    let (line, series) = (acceptance.place.line, acceptance.series.text)
    return switch reason {
    case .noSeries:
      "Line \(line) of the acceptance file accepts the series \(series), but the check found no such series."
    case .noCommit:
      """
      Line \(line) of the acceptance file (\(series)) names the commit \(acceptance.commit), which is not in the \
      history.
      """
    case .nothingWorse:
      "Line \(line) of the acceptance file (\(series)) accepts a regression that has ended; remove the line."
    }
  }
}

extension RatchetStep {
  /// The line for suite.json.
  var line: String {
    let members: [(String, String?)] = [("metric", metric), ("limit", bound), ("stage", stage)]
    let json = JSONValue.object(
      members.compactMap { name, text in text.map { .init(name, .string($0)) } })
    return json.text().replacing("\n", with: " ") + ","
  }
}

extension TipLevel.Noise {
  /// The source of the interval in a few words.
  var words: String {
    switch self {
    case .history(let points): "\(points) earlier commits"
    case .sessions(let count): "\(count) sessions"
    case .runs(let count):
      "\(count) runs of one session; how much sessions differ from each other is unknown"
    case .none: "all earlier commits, which have one and the same value"
    }
  }
}

extension [Double] {
  /// The smallest and the largest share in percent: `2.3%`, or `2.3–4.1%`; `nil` if there are none.
  fileprivate var printedRange: String? {
    guard let low = self.min(), let high = self.max() else { return nil }
    let ends = [low, high].map { SpreadsheetRounding.text($0 * 100, decimals: 1) }
    return ends[0] == ends[1] ? "\(ends[0])%" : "\(ends[0])–\(ends[1])%"
  }
}

extension CheckItem {
  /// The evidence about the series in one line: the levels, and how certain the change is.
  var sentence: String { "\(name.shortened): \(facts)" }

  private var facts: String {
    switch evidence {
    case .regression(let regression):
      let worst =
        regression.worst == regression.now ? "" : ", at worst \(level(regression.worst))"
      return "before \(level(regression.before))\(worst), now \(level(regression.now)), "
        + change(regression.change, regression.isRelative)
    case .change(let change):
      let interval = change.interval.map {
        " [\(self.change($0.lowerBound, change.isRelative)), "
          + "\(self.change($0.upperBound, change.isRelative))]"
      }
      return "\(level(change.before)) → \(level(change.after)), "
        + self.change(change.change, change.isRelative) + (interval ?? "")
    case .tip(let tip):
      let sessions = tip.sessions.prefix(4).map { change($0.change, tip.isRelative) }
      return "\(level(tip.expected)) → \(level(tip.value)), by session "
        + sessions.joined(separator: ", ")
    case .limit(let breach):
      let interval = breach.level.interval.map {
        " [\(level($0.lowerBound)), \(level($0.upperBound))]"
      }
      return "\(level(breach.level.value))\(interval ?? "") is not \(breach.limit.bound)"
    case .comparison(let comparison):
      let means = [comparison.referenceMean, comparison.candidateMean].compactMap { $0.map(level) }
      let effect = comparison.evidence.value.map { ", " + change($0.effect, $0.isRelative) }
      return means.joined(separator: " → ") + (effect ?? "")
    case .missing: return "no value"
    }
  }

  private func level(_ value: Double) -> String {
    metric.levelText(value)
  }

  private func change(_ change: Double, _ isRelative: Bool) -> String {
    metric.changeText(change, isRelative: isRelative)
  }

  var limitWords: String {
    guard case .limit(let breach) = evidence else { return name }
    return "\(name) \(breach.limit.bound)"
  }

  /// The acceptance as a footnote; `nil` if there is none.
  var standingNote: String? {
    switch standing {
    case .open: nil
    case .accepted(let acceptance):
      "accepted since \(acceptance.commit.shortCommit) \(acceptance.term): \(acceptance.reason)"
    case .worse(let acceptance, let accepted):
      """
      accepted since \(acceptance.commit.shortCommit) at \
      \(Quantity(accepted, metric.unit).text(significantDigits: 4)), and now worse: \(acceptance.reason)
      """
    case .ended(let acceptance):
      "was accepted \(acceptance.term): \(acceptance.reason)"
    }
  }
}

extension Acceptance {
  fileprivate var term: String { until.map { "until \($0)" } ?? "for good" }
}
