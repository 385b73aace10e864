internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The tables of a comparison: what changed, and how certain that is.
struct ComparisonTables {
  let comparison: Comparison
  /// The number of the comparison, from 1.
  let number: Int

  /// The metrics in reading order: frame rate, frame time, smoothness, load, then the others.
  var metrics: [MetricComparison] {
    comparison.metrics.enumerated().sorted { left, right in
      let ranks = [left, right].map { $0.element.metric.rank }
      return ranks[0] == ranks[1] ? left.offset < right.offset : ranks[0] < ranks[1]
    }.map(\.element)
  }

  // MARK: - Changes

  var changes: Table {
    let names = comparison.headings
    return Table(
      anchor: Anchor("comparison \(number)"),
      caption: comparison.title.isEmpty ? "Values" : comparison.title,
      corner: "Metric",
      columns: [Table.Column("Change", id: "change")]
        + (isJudged
          ? [
            Table.Column("Verdict", .leading, id: "verdict"),
            Table.Column("95% interval", id: "interval"),
          ] : []) + [
          Table.Column(names.reference, id: "reference"),
          Table.Column(names.candidate, id: "candidate"),
          Table.Column("id", .leading, id: "id", isOptional: true),
        ],
      rows: metrics.map(change), remarks: bases)
  }

  var isJudged: Bool { comparison.metrics.contains { $0.evidence.value != nil } }

  private func change(of metric: MetricComparison) -> Table.Row {
    let known = metric.metric
    let printing = Printing(
      decimals: known.digits, showsUnit: true, isScaled: known.isScaled,
      streamDigits: known.streamDigits)
    var cells = [metric.changeCell]
    if isJudged {
      let word = metric.verdict?.word ?? metric.wordWithoutVerdict
      cells += [.text(word), interval(of: metric)]
    }
    return Table.Row(
      known.words, id: known.id,
      cells: cells + metric.levelCells(printing, missing: "no run has a value of the metric")
        + [.text(known.id, emphasis: .muted)])
  }

  private func interval(of metric: MetricComparison) -> Cell {
    guard let evidence = metric.evidence.value, evidence.mode != .exact else { return .empty }
    return .text(metric.metric.changeText(evidence.interval, isRelative: evidence.isRelative))
  }

  /// Remarks on values that were not computed from traces.
  private var bases: [String] {
    var remarks = BasisRemarks()
    let names = comparison.headings
    for metric in comparison.metrics {
      let sides = [
        (names.reference, metric.referenceMean, metric.referenceBasis),
        (names.candidate, metric.candidateMean, metric.candidateBasis),
      ]
      remarks.add(
        row: metric.metric.words,
        sides.map { name, mean, basis in
          (name, mean.map { .known($0) } ?? .withheld(because: ""), basis)
        })
    }
    return remarks.sentences
  }

  // MARK: - Certainty

  /// The evidence behind the verdicts; `nil` if nothing was judged.
  var certainty: Table? {
    guard isJudged else { return nil }
    return Table(
      anchor: Anchor("certainty \(number)"),
      caption: comparison.title.isEmpty
        ? "How sure these verdicts are" : "How sure the verdicts on \(comparison.title) are",
      corner: "Metric",
      columns: [
        Table.Column("Runs", id: "n"), Table.Column("p", id: "p"),
        Table.Column("Adjusted p", id: "adjusted"), Table.Column("Noise floor", id: "floor"),
        Table.Column("Smallest detectable change", id: "detectable"),
        Table.Column("Runs needed", id: "needed"),
      ],
      rows: metrics.compactMap { metric in
        metric.evidence.value.map { certainty(of: metric, $0) }
      }, remarks: ComparisonModes.sentences(on: comparison) + [Self.legend])
  }

  /// The explanation of the columns.
  private static let legend = """
    Change: the median of all differences between runs (Hodges and Lehmann). Adjusted p: corrected for the \
    number of judged metrics (Benjamini and Hochberg). Smallest detectable change: the smallest increase \
    that these runs would show in 80% of cases. Runs needed: per side, to show a change of the size of \
    the noise floor as often.
    """

  private func certainty(
    of metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Table.Row {
    Table.Row(
      metric.metric.words, id: metric.metric.id, notes: metric.warnings,
      cells: [
        .text("\(metric.reference.count) + \(metric.candidate.count)"),
        pValue(evidence.pValue), pValue(metric.adjustedPValue),
        .text(floor(of: metric, evidence)), detectable(by: metric, evidence),
        needed(for: metric, evidence),
      ])
  }

  private func pValue(_ pValue: Double?) -> Cell {
    guard let pValue else { return .empty }
    if pValue < 0.001 { return .text("< 0.001") }
    return .quantity(Quantity(pValue, .count), .decimals(3))
  }

  private func floor(of metric: MetricComparison, _ evidence: ComparisonEvidence) -> String {
    metric.metric.sizePrinting(isRelative: evidence.isRelative).text(
      metric.metric.changeQuantity(metric.noiseFloor, isRelative: evidence.isRelative))
  }

  private func detectable(by metric: MetricComparison, _ evidence: ComparisonEvidence) -> Cell {
    if evidence.mode == .exact { return .text("any") }
    guard let least = evidence.smallestDetectableEffect else { return .empty }
    return .quantity(
      metric.metric.changeQuantity(least, isRelative: evidence.isRelative),
      metric.metric.sizePrinting(isRelative: evidence.isRelative))
  }

  private func needed(for metric: MetricComparison, _ evidence: ComparisonEvidence) -> Cell {
    if evidence.mode == .exact || metric.noiseFloor == 0 { return .empty }
    guard let count = evidence.repetitionsNeeded else {
      let floor = floor(of: metric, evidence)
      return .missing(
        evidence.mode == .separate
          ? "more runs per session cannot prove a change as small as \(floor); measure more sessions"
          : "no number of \(evidence.mode.repetition.rawValue) would detect a change of \(floor)")
    }
    switch evidence.mode.repetition {
    case .runs: return .text("\(count)")
    case .sessions: return .text("\(count) session\(count == 1 ? "" : "s")")
    }
  }
}

extension Metric {
  /// Whether the metric is a frame rate or a frame time.
  var isSpeed: Bool { rank < 2 }

  /// The place of the metric's family in tables: what readers ask first comes first.
  var rank: Int {
    let families = [
      ["fps"], ["frametime"],
      ["fps.stability", "fps.variability", "frames", "hitch", "jank", "late", "stutter"],
      ["cpu", "gpu", "memory", "power", "temperature", "battery"],
    ]
    let parts = id.split(separator: ".")
    let names = [parts.prefix(2).joined(separator: "."), String(parts.first ?? "")]
    // The number of frames follows from the duration.
    guard id != "frames" else { return families.count }
    let ranks = names.lazy.compactMap { name in families.firstIndex { $0.contains(name) } }
    return ranks.first ?? families.count
  }
}
