public import Analysis
public import Documents

/// The report of `hitchmark check`: what changed, how certain that is, and what to do next.
public enum CheckReport {
  /// Builds the report: one section per finding, then the series that were not judged.
  ///
  /// `showsRatchet` is whether tighter limits are proposed.
  public static func document(of outcome: CheckOutcome, showsRatchet: Bool = false) -> Document {
    let tables = CheckTables(mostRows: .max)
    return Document(
      schema: "hitchmark.check/1", title: title(of: outcome),
      blocks: summary(of: outcome) + findings(of: outcome, tables)
        + (showsRatchet ? ratchet(of: outcome) : [])
        + [tables.unjudged(of: outcome)].compactMap { $0.map { .table($0) } }
        + remarks(on: outcome))
  }

  static func title(of outcome: CheckOutcome) -> String {
    "Check of \(outcome.history.name) at \(outcome.tipName)"
  }

  /// The overall result and its limitations.
  static func summary(of outcome: CheckOutcome) -> [Block] {
    [.paragraph([.strong(outcome.verdict), .text(" \(outcome.census)")])]
      + outcome.visibleSentences.map { .text($0) }
      + outcome.warningSentences.map { .notice(.warning, [.text($0)]) }
  }

  /// One section per finding.
  static func findings(
    of outcome: CheckOutcome, _ tables: CheckTables, most: Int = .max,
    level: HeadingLevel = .section
  ) -> [Block] {
    var blocks: [Block] = []
    var isOlder = false
    for finding in outcome.findings.prefix(most) {
      if finding.isOlder, !isOlder {
        blocks.append(.heading(level, "Older", anchor: "older"))
        blocks.append(
          .text(
            """
            These findings began before the newest \(counted(outcome.window, "measured commit")). They stay \
            open until they are fixed or accepted.
            """))
        isOlder = true
      }
      let headline = finding.headline(in: outcome).capitalizedFirst
      blocks.append(.heading(level, headline, anchor: Anchor("finding \(finding.id) title")))
      blocks.append(.table(tables.table(of: finding, in: outcome)))
      let next = finding.next(in: outcome)
      if !next.isEmpty { blocks.append(.list(next)) }
    }
    if outcome.findings.count > most {
      blocks.append(.text("And \(counted(outcome.findings.count - most, "finding")) more."))
    }
    return blocks
  }

  /// Acceptances that match nothing.
  static func remarks(on outcome: CheckOutcome, most: Int = .max) -> [Block] {
    outcome.idle.prefix(most).map { .notice(.note, [.text($0.sentence)]) }
  }

  /// The section with tighter limits, one line per limit for suite.json.
  static func ratchet(of outcome: CheckOutcome, most: Int = .max) -> [Block] {
    let lines = outcome.ratchet.prefix(most).map { step in
      [
        Inline.code(step.line),
        .text(step.present.map { " instead of \($0.bound)" } ?? " where there was no limit"),
      ]
    }
    let nothing = "No level is better than its limit by as much as the noise floor."
    return [
      .heading(.section, "New limits for suite.json", anchor: "ratchet"),
      lines.isEmpty ? .text(nothing) : .list(lines),
    ]
  }
}
