public import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The first screen of a check: whether it failed, the likely cause, and what to do next.
struct CheckAnswer {
  private let outcome: CheckOutcome

  /// The finding that the title is about: the worst that is against the check, otherwise a suspect; `nil` if there is
  /// neither.
  let first: CheckFinding?

  init(of outcome: CheckOutcome) {
    self.outcome = outcome
    first =
      outcome.findings.first(where: outcome.isAgainst)
      ?? outcome.findings.first { $0.state == .suspect }
  }

  /// Good or bad news; neither if nothing was judged.
  var tone: Document.Tone {
    switch outcome.decision {
    case .passed: isEmpty || first != nil ? .neutral : .good
    case .regressed, .undecided: .bad
    }
  }

  private var judged: Int { outcome.series.count { $0.reason == nil } }
  private var isEmpty: Bool {
    judged == 0 && outcome.comparisons.allSatisfy { $0.metrics.allSatisfy { $0.verdict == nil } }
  }

  /// The answer in a line: `✗ Failed: list is 8.8% slower since 40edc20`.
  var title: String {
    let more = outcome.findings.count(where: outcome.isAgainst) - 1
    let rest = more > 0 ? ", and \(counted(more, "other finding"))" : ""
    let phrase = first.map { self.phrase(for: $0).shortened } ?? ""
    switch outcome.decision {
    case .regressed: return "✗ Failed: \(phrase)\(rest)"
    case .undecided where first != nil: return "○ Undecided: \(phrase)\(rest)"
    case .undecided: return "○ Undecided: \(outcome.unjudgedWords ?? "")"
    case .passed where first != nil: return "○ Suspect, not proved: \(phrase)"
    case .passed where isEmpty:
      return "○ \(outcome.unjudgedWords?.capitalizedFirst ?? nothingJudged)"
    case .passed where !outcome.findings.isEmpty:
      return "✓ Passed: \(outcome.tally)\(unjudged)"
    case .passed where judged == 0:
      return
        "✓ Passed: no regression in \(counted(outcome.comparisons.count, "comparison"))\(unjudged)"
    case .passed:
      return "✓ Passed: no regression in \(judged) of \(outcome.series.count) series\(unjudged)"
    }
  }

  private var nothingJudged: String {
    guard !outcome.comparisons.isEmpty else { return "No series was judged" }
    return "No comparison was judged" + (outcome.findings.isEmpty ? "" : ": \(outcome.tally)")
  }

  private var unjudged: String { outcome.unjudgedWords.map { "; \($0)" } ?? "" }

  // MARK: - Sentences

  /// What is worse, by how much and since when.
  private func phrase(for finding: CheckFinding) -> String {
    let item = finding.items[0]
    let since = finding.commits.map { " since \(outcome.history.brief($0.likeliest))" } ?? ""
    let (place, isOne) = stages(of: finding)
    let verb = isOne ? "is" : "are"
    switch item.evidence {
    case .limit(let breach):
      return """
        \(place): \(item.metric.words) \(item.metric.levelText(breach.level.value)), the limit is \
        \(breach.limit.bound)
        """
    case .missing: return "no run of \(place) was found at \(outcome.tipName)"
    case .comparison(let comparison):
      return "\(place): \(item.metric.words) \(comparison.changeCell.printed)"
    case .regression, .change, .tip:
      guard let change = item.change else { return "\(place) \(verb) worse\(since)" }
      guard item.metric.isSpeed, change.isRelative else {
        return "\(place): \(item.metric.words) "
          + item.metric.changeText(change.size, isRelative: change.isRelative) + since
      }
      let size = Printing(isBrief: true).text(Quantity(change.size.magnitude, .fraction))
      return "\(place) \(verb) \(size) slower\(since)"
    }
  }

  /// The stages and segments of a finding: their names, or their number, and whether there is only one.
  private func stages(of finding: CheckFinding) -> (text: String, isOne: Bool) {
    let names = finding.items.map { item in
      Place.title(of: item.place.segment, in: item.stage ?? item.suite) ?? item.name
    }.distinct
    let others =
      finding.items.contains { $0.place.segment != nil }
      ? "more stages or segments" : "more stages"
    let text =
      names.count > 2 ? "\(names[0]) and \(names.count - 1) \(others)" : names.listed
    return (text, names.count == 1)
  }

  // MARK: - Blocks

  /// The number of newest commits in the chart.
  private static let drawn = 50

  /// The worst series around the change; `nil` if the check passed, or if the series has too few points for a picture.
  var chart: Chart? {
    guard let first, let item = first.items.first,
      let series = outcome.series.first(where: { $0.series.checkName == item.name })?.series,
      series.points.count > 2
    else { return nil }
    return TrendChart(
      of: [series], along: outcome.history, newest: Self.drawn, width: .wide, isAlone: true
    ).chart
  }

  /// What to do next; empty if the check passed.
  var steps: [Block] {
    let next = first?.next(in: outcome) ?? []
    return next.isEmpty ? [] : [.paragraph([.strong("What to do next:")]), .steps(next)]
  }

  /// The series of the first finding; `nil` if the check passed.
  func table(_ mostRows: Int) -> Table? {
    first.map {
      CheckTables(mostRows: mostRows).table(
        of: $0, in: outcome, namesCommit: false,
        caption: $0.headline(in: outcome).capitalizedFirst)
    }
  }

  /// The most likely commit with its subject, author and day; empty if the check passed.
  var commit: [Block] {
    guard let commits = first?.commits else { return [] }
    let count = commits.bad - commits.good
    let known = outcome.descriptions[outcome.history.commits[commits.likeliest]]
    var line: [Inline] = [
      .text(count > 1 ? "Most likely cause among \(count) commits: " : "Commit: "),
      .code(outcome.history.brief(commits.likeliest)),
    ]
    if let subject = known?.subject { line += [" ", .strong(subject.shortened)] }
    let details = [known?.author?.shortened, known?.date.map { String($0.prefix(10)) }]
      .compactMap(\.self)
    if !details.isEmpty { line.append(.text(" (\(details.joined(separator: ", ")))")) }
    return [.paragraph(line)]
  }

  /// The worst series as a line of block characters; `nil` if the check passed, or if there are too few points.
  var sparkline: [Inline]? {
    guard let first, let item = first.items.first,
      let series = outcome.series.first(where: { $0.series.checkName == item.name })?.series,
      series.points.count > 2
    else { return nil }
    let text = Sparkline.text(
      of: series.points.lazy.map(\.value), newest: Self.drawn, marks: [:])
    let count = min(series.points.count, Self.drawn)
    return [.text("\(item.metric.words) at the newest \(count) measured commits: "), .code(text)]
  }
}

extension CheckItem {
  /// The size of the change, such as `FPS (avg) −8.1%`; `nil` if the evidence is not a change.
  var size: String? {
    change.map { "\(metric.brief) " + metric.changeText($0.size, isRelative: $0.isRelative) }
  }

  /// The change of a series; `nil` if the evidence is not a change.
  fileprivate var change: (size: Double, isRelative: Bool)? {
    switch evidence {
    case .regression(let regression): (regression.change, regression.isRelative)
    case .change(let change): (change.change, change.isRelative)
    case .tip(let tip): tip.sessions.first.map { ($0.change, tip.isRelative) }
    case .limit, .comparison, .missing: nil
    }
  }
}

extension CommitHistory {
  /// A commit for titles and charts: the seven digits that Git prints, or another name unchanged.
  func brief(_ position: Int) -> String {
    let commit = commits[position]
    return commit.count > 7 && commit.allSatisfy(\.isHexDigit) ? String(commit.prefix(7)) : commit
  }
}

/// Writes the result of a check for regressions as Markdown, for comments on pull requests and for job summaries.
///
/// It begins with an invisible marker by which a bot finds its earlier comment. GitHub rejects comments of 65,536
/// characters or more. A longer comment is shortened: it lists fewer findings and rows, and states how many it omits.
/// If this is still too long, only the title and the summary remain.
public enum CheckComment {
  /// Writes the Markdown text that a check for regressions posts on a pull request; ends with a line break.
  ///
  /// - Parameters:
  ///   - outcome: the result of the check.
  ///   - name: distinguishes several checks of one pull request; may be empty.
  ///   - showsRatchet: whether tighter limits are proposed.
  public static func text(
    of outcome: CheckOutcome, named name: String = "", showsRatchet: Bool = false
  ) -> String {
    let marker = marker(of: name)
    for most in [1000, 300, 100, 50, 25, 10, 5, 2] {
      let text = "\(marker)\n\(body(of: outcome, showsRatchet, most: most))\n"
      if text.utf8.count <= Renderer.mostBytesOfComment { return text }
    }
    let head = Document(
      schema: "", title: "", blocks: CheckReport.summary(of: outcome))
    return "\(marker)\n\(heading(of: outcome))\n\n\(Renderer.markdown(of: head))\n"
  }

  /// The marker at the start of a comment.
  ///
  /// Underscores replace all characters of the name except ASCII letters, digits and points, so that the marker stays
  /// one comment.
  static func marker(of name: String) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" }
    return plain.isEmpty ? "<!-- hitchmark-check -->" : "<!-- hitchmark-check \(String(plain)) -->"
  }

  private static func heading(of outcome: CheckOutcome) -> String {
    let title = Document(
      schema: "", title: "",
      blocks: [.heading(.section, CheckAnswer(of: outcome).title.shortened, anchor: "check")])
    return Renderer.markdown(of: title)
  }

  private static func body(
    of outcome: CheckOutcome, _ showsRatchet: Bool, most: Int
  ) -> String {
    let answer = CheckAnswer(of: outcome)
    let tables = CheckTables(mostRows: most)
    let blocks =
      CheckReport.summary(of: outcome) + (answer.sparkline.map { [.paragraph($0)] } ?? [])
      + answer.commit + CheckReport.causes(of: answer.first, in: outcome) + answer.steps
      + CheckReport.findings(
        outcome.findings, of: outcome, tables, besides: answer.first, most: most, level: .subsection
      )
      + (showsRatchet ? CheckReport.ratchet(of: outcome, most: most) : [])
      + CheckReport.remarks(on: outcome, most: most)
      + details(of: outcome, tables)
    let document = Document(schema: "", title: "", blocks: blocks)
    return "\(heading(of: outcome))\n\n\(Renderer.markdown(of: document))"
  }

  private static func details(of outcome: CheckOutcome, _ tables: CheckTables) -> [Block] {
    guard !outcome.series.isEmpty else { return [] }
    return [tables.series(of: outcome), tables.unjudged(of: outcome)]
      .compactMap { $0.map { .table($0) } }
  }
}
