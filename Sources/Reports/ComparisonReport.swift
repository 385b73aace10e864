public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark compare`: both sides, the change, and how certain it is.
public enum ComparisonReport {
  /// Builds the report with one table per comparison.
  ///
  /// There is at least one; the worst comes first, and all were adjusted together.
  public static func document(of comparisons: [Comparison]) -> Document {
    let names = comparisons[0].headings
    let title = "\(names.candidate) compared with \(names.reference)"
    return Document(
      schema: "hitchmark.comparison/1",
      title: title,
      blocks: differences(of: comparisons) + sameness(of: comparisons)
        + [.list(outcome(of: comparisons))]
        + comparisons.enumerated().map { .table(table(of: $1, index: $0, title: title)) }
        + (comparisons.contains(where: \.isJudged) ? [legend] : [])
        + quality(of: comparisons),
      isForComments: true)
  }

  // MARK: - Differences between the sides

  private static func differences(of comparisons: [Comparison]) -> [Block] {
    var lines: [[Inline]] = []
    for difference in comparisons.flatMap(\.differences) {
      let line: [Inline] = [
        .strong("\(difference.fact):"),
        .text(" \(difference.reference) → \(difference.candidate)"),
      ]
      if !lines.contains(line) { lines.append(line) }
    }
    guard !lines.isEmpty else { return [] }
    let notice = Block.notice(
      .warning, [.text("The conditions of the two sides differ, which may explain the change.")])
    return [notice, .list(lines)]
  }

  private static func sameness(of comparisons: [Comparison]) -> [Block] {
    guard comparisons.allSatisfy(\.hasEqualSides) else { return [] }
    let words =
      "Both sides have the same values in every metric. They are probably the same runs, and "
      + "comparing them means nothing."
    return [.notice(.warning, [.text(words)])]
  }

  /// One line per verdict with its metrics, and one per reason why metrics were not judged.
  private static func outcome(of comparisons: [Comparison]) -> [[Inline]] {
    let verdicts: [ComparisonVerdict] = [.regressed, .improved, .unchanged, .inconclusive]
    let all = comparisons.flatMap { comparison in
      comparison.metrics.map { metric in
        let place = comparison.title.isEmpty ? "" : "\(comparison.title) "
        return (name: place + metric.metric.id, metric: metric)
      }
    }
    let judged = verdicts.map { verdict in
      (verdict.rawValue, all.filter { $0.metric.verdict == verdict }.map(\.name))
    }
    let unjudged = all.filter { $0.metric.evidence.value == nil && $0.metric.plainChange != nil }
    let reasons = unjudged.map { $0.metric.evidence.reason ?? "" }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let rest = reasons.map { reason in
      (reason, unjudged.filter { $0.metric.evidence.reason == reason }.map(\.name))
    }
    let lines = (judged + rest).filter { !$0.1.isEmpty }.map { words, names -> [Inline] in
      let more = names.count > 8 ? " and \(names.count - 8) more" : ""
      return [.strong("\(words):"), .text(" " + names.prefix(8).joined(separator: ", ") + more)]
    }
    return lines.isEmpty ? [[.text("No metric could be judged.")]] : lines
  }

  // MARK: - The table

  private static func table(of comparison: Comparison, index: Int, title: String) -> Table {
    Table(
      anchor: Anchor("comparison \(index + 1)"),
      caption: comparison.title.isEmpty ? title : comparison.title,
      corner: "Metric",
      columns: [
        Table.Column(comparison.headings.reference, id: "reference"),
        Table.Column(comparison.headings.candidate, id: "candidate"),
        Table.Column("Change", id: "change"),
      ] + (comparison.isJudged ? evidenceColumns : []),
      rows: comparison.metrics.map { row(of: $0, isJudged: comparison.isJudged) },
      remarks: ComparisonModes.sentences(on: comparison) + bases(of: comparison))
  }

  /// The columns about a change.
  ///
  /// They are left out if nothing was judged.
  private static let evidenceColumns = [
    Table.Column("Verdict", .leading, id: "verdict"),
    Table.Column("95% interval", id: "interval"), Table.Column("p", id: "p"),
    Table.Column("Adjusted p", id: "adjusted"), Table.Column("n", id: "n"),
    Table.Column("Smallest detectable change", id: "detectable"),
    Table.Column("Runs needed", id: "needed"),
  ]

  /// The explanation of the columns, once for all tables.
  private static let legend = Block.text(
    """
    Change: the median of all differences between runs (Hodges and Lehmann). Adjusted p: for all metrics \
    that were judged (Benjamini and Hochberg). Smallest detectable change: the smallest \
    increase that these runs would have shown with a probability of 80%. Runs needed: how many runs per \
    side would show a change of the metric's noise floor with that probability.
    """)

  /// Only problems that cast doubt on the change.
  ///
  /// Values from a store were checked at ingest.
  private static func quality(of comparisons: [Comparison]) -> [Block] {
    let runs = comparisons.flatMap { comparison in
      let names = comparison.headings
      return [(names.reference, comparison.reference), (names.candidate, comparison.candidate)]
        .flatMap { heading, side in
          side.runs.map { run in
            (name: side.runs.count == 1 ? heading : "\(heading) \(run.name)", run: run)
          }
        }
    }
    let worst = runs.filter { $0.run.worstFlaw.map { $0 > .note } ?? false }
    guard !worst.isEmpty else { return [] }
    return DataQualityList.section(on: worst.map { ($0.name, $0.run) }, from: .warning)
  }

  private static func bases(of comparison: Comparison) -> [String] {
    var remarks = BasisRemarks()
    let names = comparison.headings
    for metric in comparison.metrics {
      let sides = [
        (names.reference, metric.referenceMean, metric.referenceBasis),
        (names.candidate, metric.candidateMean, metric.candidateBasis),
      ]
      remarks.add(
        row: metric.metric.title,
        sides.map { name, mean, basis in
          (name, mean.map { .known($0) } ?? .withheld(because: ""), basis)
        })
    }
    return remarks.sentences
  }

  private static func row(of metric: MetricComparison, isJudged: Bool) -> Table.Row {
    let title = metric.metric.title
    let levels = metric.levelCells(metric.metric.printing, missing: "no run has a value")
    guard case .known(let evidence) = metric.evidence else {
      let rest = isJudged && metric.plainChange != nil ? [verdict(on: metric)] : []
      return Table.Row(
        title, id: metric.metric.id, cells: levels + [metric.changeCell] + rest)
    }
    return Table.Row(
      title, id: metric.metric.id,
      cells: levels + [
        metric.changeCell, verdict(on: metric), interval(of: metric, evidence),
        pValue(evidence.pValue), pValue(metric.adjustedPValue),
        .text("\(metric.reference.count) + \(metric.candidate.count)"),
        detectable(by: metric, evidence), needed(for: metric, evidence),
      ])
  }

  private static func interval(
    of metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Cell {
    if evidence.mode == .exact { return .empty }
    return .text(metric.metric.changeText(evidence.interval, isRelative: evidence.isRelative))
  }

  private static func pValue(_ pValue: Double?) -> Cell {
    guard let pValue else { return .empty }
    if pValue < 0.001 { return .text("< 0.001") }
    return .quantity(Quantity(pValue, .count), .decimals(3))
  }

  private static func detectable(
    by metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Cell {
    if evidence.mode == .exact { return .text("any") }
    guard let least = evidence.smallestDetectableEffect else { return .empty }
    return .quantity(
      metric.metric.changeQuantity(least, isRelative: evidence.isRelative),
      metric.metric.sizePrinting(isRelative: evidence.isRelative))
  }

  private static func needed(
    for metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Cell {
    if evidence.mode == .exact || metric.noiseFloor == 0 { return .empty }
    let floor = metric.metric.sizePrinting(isRelative: evidence.isRelative).text(
      metric.metric.changeQuantity(metric.noiseFloor, isRelative: evidence.isRelative))
    guard let count = evidence.repetitionsNeeded else {
      return .missing(
        evidence.mode == .separate
          ? "no number of runs proves \(floor) across sessions; measure more sessions"
          : "no number of \(evidence.mode.repetition.rawValue) shows \(floor)")
    }
    switch evidence.mode.repetition {
    case .runs: return .text("\(count)")
    case .sessions: return .text("\(count) session\(count == 1 ? "" : "s")")
    }
  }

  private static func verdict(on metric: MetricComparison) -> Cell {
    .text(
      metric.verdict?.rawValue ?? "not judged", emphasis: metric.emphasis,
      notes: metric.evidence.reason.map { [$0] } ?? metric.warnings)
  }
}

extension Comparison {
  /// Whether any metric was judged.
  fileprivate var isJudged: Bool { metrics.contains { $0.evidence.value != nil } }
}
