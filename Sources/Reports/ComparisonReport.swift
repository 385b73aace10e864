public import Analysis
public import Documents
internal import Recordings
internal import Units

/// What `hitchmark compare` shows: both sides, the change, and how sure it is.
public enum ComparisonReport {
  /// Makes the document.
  ///
  /// - Parameter comparisons: at least one, worst first where there are several; adjusted together.
  /// - Returns: a table a comparison.
  public static func document(of comparisons: [Comparison]) -> Document {
    let (reference, candidate) = (comparisons[0].reference, comparisons[0].candidate)
    let title = "\(candidate.heading) compared with \(reference.heading)"
    return Document(
      schema: "hitchmark.comparison/1",
      title: title,
      blocks: differences(of: comparisons)
        + [.list(outcome(of: comparisons))]
        + comparisons.enumerated().map { .table(table(of: $1, index: $0, title: title)) }
        + (comparisons.contains(where: \.isJudged) ? [legend] : [])
        + quality(of: comparisons),
      isForComments: true)
  }

  // MARK: - Before the tables

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
      .warning, [.text("The two sides were not measured alike, which may be all of the change.")])
    return [notice, .list(lines)]
  }

  /// A line a verdict with the metrics that have it.
  private static func outcome(of comparisons: [Comparison]) -> [[Inline]] {
    let verdicts: [ComparisonVerdict] = [.regressed, .improved, .unchanged, .inconclusive]
    let lines = verdicts.compactMap { verdict -> [Inline]? in
      let names = comparisons.flatMap { comparison in
        comparison.metrics.filter { $0.verdict == verdict }.map {
          comparison.title.isEmpty ? $0.metric.id : "\(comparison.title) \($0.metric.id)"
        }
      }
      guard !names.isEmpty else { return nil }
      let more = names.count > 8 ? " and \(names.count - 8) more" : ""
      return [
        .strong("\(verdict.rawValue):"),
        .text(" " + names.prefix(8).joined(separator: ", ") + more),
      ]
    }
    return lines.isEmpty ? [[.text("Nothing could be judged.")]] : lines
  }

  // MARK: - The table

  private static func table(of comparison: Comparison, index: Int, title: String) -> Table {
    Table(
      anchor: Anchor("comparison \(index + 1)"),
      caption: comparison.title.isEmpty ? title : comparison.title,
      corner: "Metric",
      columns: [
        Table.Column(comparison.reference.heading, id: "reference"),
        Table.Column(comparison.candidate.heading, id: "candidate"),
        Table.Column("Change", id: "change"),
      ] + (comparison.isJudged ? evidenceColumns : []),
      rows: comparison.metrics.map(row),
      remarks: ComparisonModes.sentences(on: comparison) + bases(of: comparison))
  }

  /// What there is to say of a change; of nothing but values that cannot be judged they would be empty.
  private static let evidenceColumns = [
    Table.Column("Verdict", .leading, id: "verdict"),
    Table.Column("95% interval", id: "interval"), Table.Column("p", id: "p"),
    Table.Column("Adjusted p", id: "adjusted"), Table.Column("n", id: "n"),
    Table.Column("Could be seen", id: "detectable"),
    Table.Column("Runs for floor", id: "needed"),
  ]

  /// How to read the columns; once, however many tables there are.
  private static let legend = Block.text(
    """
    Change: the median of all differences between runs (Hodges and Lehmann). Adjusted p: for all that \
    was judged (Benjamini and Hochberg). Could be seen: the smallest increase that these runs \
    would have shown with a probability of 80%. Runs for floor: how many a side would show a change \
    of the metric's noise floor with that probability.
    """)

  /// Only what is bad enough to doubt the change; values that a store kept were judged when it took them.
  private static func quality(of comparisons: [Comparison]) -> [Block] {
    let runs = comparisons.flatMap { comparison in
      [comparison.reference, comparison.candidate].flatMap { side in
        side.runs.map { run in
          (name: side.runs.count == 1 ? side.heading : "\(side.heading) \(run.name)", run: run)
        }
      }
    }
    let worst = runs.filter { $0.run.worstFlaw.map { $0 > .note } ?? false }
    guard !worst.isEmpty else { return [] }
    return DataQualityList.section(on: worst.map { ($0.name, $0.run) }, from: .warning)
  }

  private static func bases(of comparison: Comparison) -> [String] {
    var remarks = BasisRemarks()
    for metric in comparison.metrics {
      let sides = [
        (comparison.reference.heading, metric.referenceMean, metric.referenceBasis),
        (comparison.candidate.heading, metric.candidateMean, metric.candidateBasis),
      ]
      remarks.add(
        row: metric.metric.title,
        sides.map { name, mean, basis in
          (name, mean.map { .known($0) } ?? .withheld(because: ""), basis)
        })
    }
    return remarks.sentences
  }

  private static func row(of metric: MetricComparison) -> Table.Row {
    let unit = metric.metric.unit
    let means = [metric.referenceMean, metric.candidateMean].map { mean in
      mean.map { Cell.quantity(Quantity($0, unit), metric.metric.printing) }
        ?? .missing("no run can say it")
    }
    guard case .known(let evidence) = metric.evidence else {
      let reason = metric.evidence.reason ?? ""
      return Table.Row(
        metric.metric.title, id: metric.metric.id, cells: means + [.missing(reason)])
    }
    return Table.Row(
      metric.metric.title, id: metric.metric.id,
      cells: means + [
        change(of: metric, evidence), verdict(on: metric), interval(of: metric, evidence),
        pValue(evidence.pValue), pValue(metric.adjustedPValue),
        .text("\(metric.reference.count) + \(metric.candidate.count)"),
        detectable(by: metric, evidence), needed(for: metric, evidence),
      ])
  }

  private static func change(
    of metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Cell {
    let quantity = effect(evidence.effect, of: metric, evidence)
    switch metric.verdict {
    case .improved: return .quantity(quantity, .change, emphasis: .better)
    case .regressed: return .quantity(quantity, .change, emphasis: .worse)
    case .unchanged: return .quantity(quantity, .change)
    case .inconclusive, nil: return .unproven(quantity, interval: evidence.interval)
    }
  }

  private static func interval(
    of metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Cell {
    if evidence.mode == .exact { return .empty }
    let ends = [evidence.interval.lowerBound, evidence.interval.upperBound].map {
      Printing.change.text(effect($0, of: metric, evidence))
    }
    return .text("\(ends[0]) … \(ends[1])")
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
    return .quantity(effect(least, of: metric, evidence))
  }

  private static func needed(
    for metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Cell {
    if evidence.mode == .exact || metric.noiseFloor == 0 { return .empty }
    let floor = Printing.table.text(effect(metric.noiseFloor, of: metric, evidence))
    guard let count = evidence.repetitionsNeeded else {
      return .missing(
        evidence.mode == .separate
          ? "across sessions no number of runs proves less than 10%"
          : "no number of \(evidence.mode.repetition.rawValue) shows \(floor)")
    }
    switch evidence.mode.repetition {
    case .runs: return .text("\(count)")
    case .sessions: return .text("\(count) session\(count == 1 ? "" : "s")")
    }
  }

  private static func verdict(on metric: MetricComparison) -> Cell {
    let emphasis: Cell.Emphasis =
      switch metric.verdict {
      case .improved: .better
      case .regressed: .worse
      case .unchanged, .inconclusive, nil: .plain
      }
    return .text(
      metric.verdict?.rawValue ?? "not judged", emphasis: emphasis, notes: metric.warnings)
  }

  private static func effect(
    _ effect: Double, of metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Quantity {
    Quantity(effect, evidence.isRelative ? .fraction : metric.metric.unit)
  }
}

extension Comparison {
  /// Whether its runs say anything of a metric.
  fileprivate var isJudged: Bool { metrics.contains { $0.evidence.value != nil } }
}

extension ComparedSide {
  /// Its name above a column, where the 40 digits of a commit's id would be read by nobody.
  fileprivate var heading: String { name.shortCommit }
}
