public import Analysis
public import Documents
internal import Units

/// The report of `hitchmark check`: which metrics changed, how certain that is, and what to do next.
public enum CheckReport {
  /// Builds the report of a check for regressions: the result in a sentence, the worst change, recommended next steps,
  /// and everything that was found.
  ///
  /// `showsRatchet` is whether tighter limits are proposed.
  public static func document(of outcome: CheckOutcome, showsRatchet: Bool = false) -> Document {
    let answer = CheckAnswer(of: outcome)
    let details = details(of: outcome, besides: answer.first)
    let fold = Fold(contents: "every finding with its evidence, and series that were not judged")
    return Document(
      schema: "hitchmark.check/1", title: answer.title, tone: answer.tone,
      blocks: summary(of: outcome) + [answer.chart].compactMap { $0.map { .chart($0) } }
        + answer.commit + [answer.table(mostRows)].compactMap { $0.map { .table($0) } }
        + causes(of: answer.first, in: outcome) + answer.steps
        + others(of: outcome, besides: answer.first)
        + (showsRatchet ? ratchet(of: outcome) : []) + remarks(on: outcome)
        + (details.isEmpty ? [] : [.fold(fold)] + details))
  }

  /// The largest number of series of the first finding, and of other findings, on the first screen.
  private static let (mostRows, mostOthers) = (5, 10)

  /// The largest causes of a finding; empty unless they were searched.
  static func causes(of finding: CheckFinding?, in outcome: CheckOutcome) -> [Block] {
    finding.flatMap { outcome.explanations[$0.id] }.map(WhyReport.largestCauses) ?? []
  }

  /// The other findings, a line each.
  private static func others(of outcome: CheckOutcome, besides first: CheckFinding?) -> [Block] {
    let others = outcome.findings.filter { $0.id != first?.id }
    guard !others.isEmpty else { return [] }
    let lines = others.prefix(mostOthers).map { finding in
      let size = finding.items.first?.size.map { ": \($0)" } ?? ""
      return [Inline.text(finding.headline(in: outcome).capitalizedFirst + size)]
    }
    let rest = others.count - lines.count
    return [
      .heading(.section, "Other findings", anchor: "others"),
      .list(lines + (rest > 0 ? [[.text("and \(rest) more")]] : [])),
    ]
  }

  /// Every finding that the first screen does not show whole, and the series that were not judged.
  private static func details(of outcome: CheckOutcome, besides first: CheckFinding?) -> [Block] {
    let tables = CheckTables(mostRows: .max)
    let rest = outcome.findings.filter { $0.id != first?.id || $0.items.count > mostRows }
    return findings(rest, of: outcome, tables, besides: first)
      + [tables.unjudged(of: outcome)].compactMap { $0.map { .table($0) } }
  }

  static func summary(of outcome: CheckOutcome) -> [Block] {
    let name = outcome.history.name.split(separator: "/").last.map(String.init) ?? ""
    let commits = counted(outcome.history.commits.count, "commit")
    let newest =
      outcome.history.commits.isEmpty
      ? "" : " The newest of \(commits) along \(name) is \(outcome.tipName)."
    let facts: [Inline] = [
      .strong(outcome.verdict), .text(" \(outcome.census)\(newest)"),
    ]
    return [.facts(facts)] + outcome.visibleSentences.map { .text($0) }
      + outcome.warningSentences.map { .notice(.warning, [.text($0)]) }
  }

  /// One part per finding: first those that fail the check.
  ///
  /// The steps of the finding `first` are elsewhere.
  static func findings(
    _ findings: [CheckFinding], of outcome: CheckOutcome, _ tables: CheckTables,
    besides first: CheckFinding?,
    most: Int = .max, level: HeadingLevel = .section
  ) -> [Block] {
    let below: HeadingLevel = level == .section ? .subsection : .subsubsection
    var blocks: [Block] = []
    var title: String?
    for finding in findings.prefix(most) {
      let section =
        finding.isOlder ? "Older" : outcome.isAgainst(finding) ? "What failed" : "Other findings"
      if title != section {
        blocks.append(.heading(level, section, anchor: Anchor(section)))
        if finding.isOlder { blocks.append(.text(older(in: outcome))) }
        title = section
      }
      let headline = finding.headline(in: outcome).capitalizedFirst
      blocks.append(.heading(below, headline, anchor: Anchor("finding \(finding.id) title")))
      let isFirst = finding.id == first?.id
      if !isFirst { blocks += causes(of: finding, in: outcome) }
      blocks.append(.table(tables.table(of: finding, in: outcome, namesCommit: !isFirst)))
      let next = isFirst ? [] : finding.next(in: outcome)
      if !next.isEmpty { blocks.append(.steps(next)) }
    }
    if findings.count > most {
      blocks.append(.text("And \(counted(findings.count - most, "finding")) more."))
    }
    return blocks
  }

  private static func older(in outcome: CheckOutcome) -> String {
    """
    These findings began before the newest \(counted(outcome.window, "measured commit")). They stay \
    open until they are fixed or accepted.
    """
  }

  /// Notes on acceptances without an effect, at most `most`.
  static func remarks(on outcome: CheckOutcome, most: Int = .max) -> [Block] {
    outcome.idle.prefix(most).map { .notice(.note, [.text($0.sentence)]) }
  }

  /// The section with tighter limits, one line per limit for suite.json.
  static func ratchet(of outcome: CheckOutcome, most: Int = .max) -> [Block] {
    let lines = outcome.ratchet.prefix(most).map { step in
      [
        Inline.code(step.line),
        .text(
          step.present.map { " instead of \($0.bound)" } ?? ", for a metric that has no limit yet"),
      ]
    }
    let nothing =
      "No limit can be made stricter: no metric is better than its limit by at least the noise floor."
    return [
      .heading(.section, "New limits for suite.json", anchor: "ratchet"),
      lines.isEmpty ? .text(nothing) : .list(lines),
    ]
  }
}
