internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The tables of a check: one per finding, and those of all series.
struct CheckTables {
  /// The maximum number of rows per table; the others are counted.
  let mostRows: Int

  /// The series of a finding with their evidence.
  ///
  /// - Parameters:
  ///   - namesCommit: whether remarks describe the most likely commit.
  ///   - caption: the title of the table, which then stands alone.
  func table(
    of finding: CheckFinding, in outcome: CheckOutcome, namesCommit: Bool = true,
    caption: String? = nil
  ) -> Table {
    Table(
      anchor: caption == nil ? Anchor("finding \(finding.id)") : "first finding",
      caption: caption ?? "", corner: "Metric",
      columns: Self.columns(of: finding)
        + [Table.Column("id", .leading, id: "id", isOptional: true)],
      rows: finding.items.prefix(mostRows).map { Self.row(of: $0, of: finding, in: outcome) },
      remarks: finding.remarks(in: outcome, namesCommit: namesCommit)
        + [Self.legend(of: finding.cause)]
        + more(finding.items.count, "series"))
  }

  /// Every series with a level, and its limits.
  func series(of outcome: CheckOutcome) -> Table {
    let measured = outcome.series.filter { $0.level.value != nil }
    return Table(
      anchor: "series", caption: "Series", corner: "Series",
      columns: [
        Table.Column("Newest", id: "level"), Table.Column("95% interval", id: "interval"),
        Table.Column("Limits", .leading, id: "limits"), Table.Column("n", id: "n"),
      ],
      rows: measured.prefix(mostRows).map(Self.row),
      remarks: ["n: the number of measured commits."] + more(measured.count, "series"),
      summary: "All series: \(outcome.census)")
  }

  /// The series that were not judged.
  func unjudged(of outcome: CheckOutcome) -> Table? {
    let unjudged = outcome.series.filter { $0.reason != nil }
    guard !unjudged.isEmpty else { return nil }
    var reasons: [String] = []
    for case let reason? in unjudged.map(\.reason) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    return Table(
      anchor: "unjudged", caption: "Series that were not judged", corner: "Reason",
      columns: [Table.Column("Series", id: "count"), Table.Column("Which", .leading, id: "which")],
      rows: reasons.prefix(mostRows).map { reason in
        let names = unjudged.filter { $0.reason == reason }.map(\.series.words.shortened)
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        return Table.Row(
          reason,
          cells: [
            Self.count(names.count), .text(names.prefix(3).joined(separator: ", ") + more),
          ])
      }, remarks: more(reasons.count, "reasons"),
      summary:
        "Series that were not judged: \(unjudged.count), with the reasons")
  }

  private func more(_ count: Int, _ noun: String) -> [String] {
    count > mostRows ? ["And \(count - mostRows) more \(noun)."] : []
  }

  // MARK: - Columns

  private static func columns(of finding: CheckFinding) -> [Table.Column] {
    let change = Table.Column("Change", id: "change")
    let interval = Table.Column("95% interval", id: "interval")
    let meaning =
      finding.cause == .comparison
      ? "adjusted for the number of comparisons (Benjamini and Hochberg)"
      : "the probability of such a change by chance alone"
    let proof = [
      Table.Column("p", id: "p", notes: [meaning], isOptional: true), Table.Column("n", id: "n"),
    ]
    let levels = [Table.Column("Before", id: "before"), Table.Column("Now", id: "after")]
    switch finding.cause {
    case .change where finding.state != .improved:
      return [change] + levels + [interval, Table.Column("Proved by", .leading, id: "proof")]
        + proof
    case .change, .comparison: return [change] + levels + [interval] + proof
    case .tip:
      return [Table.Column("Change per session (p)", .leading, id: "sessions")] + levels
        + [Table.Column("n", id: "n")]
    case .limit:
      return [
        Table.Column("Limit", .leading, id: "limit"), Table.Column("Now", id: "after"),
        Table.Column("95% interval", id: "interval"), Table.Column("n", id: "n"),
      ]
    case .missing: return [Table.Column("Last measured commit", .leading, id: "last")]
    }
  }

  private static func legend(of cause: CheckFinding.Cause) -> String {
    switch cause {
    case .change:
      "n: measured commits before and after."
    case .tip:
      """
      p: one-sided, compared with the n commits before. A change with p below 0.01 that exceeds the \
      noise floor is suspect. After seven commits, another session with p below 0.05 proves it, and so \
      does one session that is far worse.
      """
    case .limit:
      "The check fails if the whole confidence interval is beyond the limit. n: number of runs of the newest commit."
    case .comparison:
      "n: number of runs on each side."
    case .missing:
      "A series without runs of the newest commit is not judged, and no value is filled in."
    }
  }

  // MARK: - Rows

  private static func row(
    of item: CheckItem, of finding: CheckFinding, in outcome: CheckOutcome
  ) -> Table.Row {
    let place = finding.place
    let name =
      place.isEmpty
      ? item.name
      : String(
        item.name.dropFirst(place.count).trimmingPrefix { "/, ".contains($0) }.dropLast(
          item.environment.isEmpty ? 0 : item.environment.count + 1))
    var notes = item.standingNote.map { [$0] } ?? []
    if case .regression(let regression) = item.evidence,
      regression.state.rawValue != finding.state.rawValue, finding.state.isOfRegressions
    {
      notes.append(
        "judged without the other series of the finding, this series has the state: \(regression.state.word)"
      )
    }
    // The stage, unless the heading names it, and the metric in words.
    let stage = name.hasSuffix("\(item.metric.id)") ? name.dropLast(item.metric.id.count) : ""
    let cells = cells(of: item, in: outcome)
    let id = Cell.text(item.metric.id, emphasis: .muted)
    let missing = Self.columns(of: finding).count - cells.count
    return Table.Row(
      (stage + item.metric.brief).shortened, id: item.name, notes: notes,
      cells: cells + Array(repeating: .empty, count: max(missing, 0)) + [id])
  }

  private static func cells(of item: CheckItem, in outcome: CheckOutcome) -> [Cell] {
    let metric = item.metric
    switch item.evidence {
    case .regression(let regression): return cells(of: regression, metric)
    case .change(let change):
      return [
        effect(change.change, change.isRelative, metric),
        level(change.before, metric), level(change.after, metric),
        interval(change.interval, isRelative: change.isRelative, metric),
        probability(change.globalProbability ?? change.localProbability),
        .text("\(change.countBefore) + \(change.countAfter)"),
      ]
    case .tip(let tip):
      let sessions = tip.sessions.prefix(4).map { session in
        let change = metric.changeText(session.change, isRelative: tip.isRelative)
        return "\(change) (\(session.pValue?.printedProbability ?? "no noise"))"
      }
      return [
        .text(sessions.joined(separator: ", ")), level(tip.expected, metric),
        level(tip.value, metric), count(tip.history),
      ]
    case .limit(let breach): return cells(of: breach, metric)
    case .comparison(let comparison): return cells(of: comparison)
    case .missing(let last):
      return [.text(last.map(outcome.history.short) ?? "never")]
    }
  }

  private static func cells(of regression: Regression, _ metric: Metric) -> [Cell] {
    let found = regression.detected
    return [
      effect(regression.change, regression.isRelative, metric),
      level(regression.before, metric),
      regression.worst == regression.now
        ? level(regression.now, metric)
        : level(regression.now, metric).noted("at worst \(metric.levelText(regression.worst))"),
      interval(regression.interval, isRelative: regression.isRelative, metric),
      .text(regression.proof?.words ?? "–"),
      probability(found?.globalProbability ?? found?.localProbability),
      found.map { .text("\($0.countBefore) + \($0.countAfter)") } ?? .empty,
    ]
  }

  private static func cells(of breach: LimitBreach, _ metric: Metric) -> [Cell] {
    let range = breach.level.interval.map { range in
      Cell.text(
        [range.lowerBound, range.upperBound]
          .map { metric.printing.text(Quantity($0, metric.unit)) }.joined(separator: " … "),
        notes: breach.level.noise.map { ["noise from \($0.words)"] } ?? [])
    }
    return [
      .text(breach.limit.bound), level(breach.level.value, metric),
      range ?? .missing("one run does not show how much runs vary"),
      count(breach.level.runs),
    ]
  }

  private static func cells(of comparison: MetricComparison) -> [Cell] {
    let metric = comparison.metric
    let cells =
      [comparison.changeCell]
      + comparison.levelCells(
        metric.printingWithUnit, missing: "no run of the newest commit has a value of the metric")
    guard let evidence = comparison.evidence.value, let judgment = comparison.judgment else {
      return cells
    }
    return cells + [
      .text(
        metric.changeText(judgment.interval, isRelative: evidence.isRelative),
        notes: comparison.warnings),
      probability(comparison.adjustedPValue),
      .text("\(comparison.reference.count) + \(comparison.candidate.count)"),
    ]
  }

  private static func row(of checked: CheckedSeries) -> Table.Row {
    let metric = checked.series.metric
    let range = checked.level.value?.interval.map { range in
      [range.lowerBound, range.upperBound].map { metric.printing.text(Quantity($0, metric.unit)) }
        .joined(separator: " … ")
    }
    return Table.Row(
      checked.series.checkName.shortened, id: checked.series.checkName,
      notes: checked.reason.map { ["not judged: \($0)"] } ?? [],
      cells: [
        .value(checked.level.map(\.value), of: metric, metric.printingWithUnit),
        range.map { .text($0) } ?? .empty,
        .text(checked.limits.map(\.bound).joined(separator: ", ")),
        count(checked.series.points.count),
      ])
  }

  // MARK: - Cells

  private static func level(_ value: Double, _ metric: Metric) -> Cell {
    .quantity(Quantity(value, metric.unit), metric.printingWithUnit)
  }

  private static func effect(_ change: Double, _ isRelative: Bool, _ metric: Metric) -> Cell {
    .quantity(
      metric.changeQuantity(change, isRelative: isRelative),
      metric.changePrinting(isRelative: isRelative),
      emphasis: metric.polarity.improves(change) ? .better : .worse)
  }

  private static func interval(
    _ interval: ClosedRange<Double>?, isRelative: Bool, _ metric: Metric
  ) -> Cell {
    interval.map { .text(metric.changeText($0, isRelative: isRelative)) } ?? .empty
  }

  private static func probability(_ probability: Double?) -> Cell {
    probability.map { .text($0.printedProbability) } ?? .empty
  }

  private static func count(_ number: Int) -> Cell {
    .quantity(Quantity(Double(number), .count), .decimals(0))
  }
}

extension CheckFinding.State {
  /// Whether the finding shows the course of regressions, and no acceptance or environment replaces
  /// it.
  fileprivate var isOfRegressions: Bool {
    [.open, .partlyFixed, .suspect, .fixed, .dismissed].contains(self)
  }
}

extension Regression.State {
  fileprivate var word: String { self == .partlyFixed ? "partly fixed" : rawValue }
}

extension Regression.Proof {
  var words: String {
    switch self {
    case .laterCommits: "later commits"
    case .sessions: "sessions"
    case .tripWire: "one session"
    }
  }
}

extension Double {
  /// A p-value with three digits.
  fileprivate var printedProbability: String {
    self < 0.001 ? "< 0.001" : SpreadsheetRounding.text(self, decimals: 3)
  }
}

extension String {
  /// The name, shortened to leave space for others.
  var shortened: String { count > 120 ? prefix(119) + "…" : self }
}

extension TrendSeries {
  /// The name for people.
  ///
  /// A text may be broken after the stage, but not within the brackets.
  fileprivate var words: String {
    environmentTitle.isEmpty ? checkName : name
  }
}
