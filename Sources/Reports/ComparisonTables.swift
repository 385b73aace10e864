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
      anchor: Anchor("comparison \(number)"), caption: comparison.title, corner: "Metric",
      columns: [Table.Column("Change", id: "change")]
        + (isJudged ? [Table.Column(intervalHeading, id: "interval")] : [])
        + [
          Table.Column(names.reference, id: "reference"),
          Table.Column(names.candidate, id: "candidate"),
        ] + (isJudged ? [Table.Column("Verdict", .leading, id: "verdict")] : [])
        + [Table.Column("id", .leading, id: "id", isOptional: true)],
      rows: metrics.map(change),
      remarks: ComparisonNotes.reasons(among: comparison.metrics) + medians + bases)
  }

  var isJudged: Bool { comparison.metrics.contains { $0.judgment != nil } }

  /// What the intervals cover: with all of them alike, the heading says it.
  private var intervalHeading: String {
    switch coverages {
    case [.runs]: "in these runs"
    case [.sessions]: "95% interval"
    default: "Interval"
    }
  }

  private var coverages: Set<ChangeJudgment.Coverage> {
    Set(
      comparison.metrics.filter { $0.judgment?.confidence != nil }.compactMap(\.judgment?.coverage))
  }

  private func change(of metric: MetricComparison) -> Table.Row {
    let known = metric.metric
    let printing = Printing(
      decimals: known.digits, showsUnit: true, isScaled: known.isScaled,
      streamDigits: known.streamDigits)
    let change = metric.changeCell.withoutNotes.withoutEmphasis
    let levels = metric.levelCells(printing, missing: "no value")
    let verdict = Cell.verdict(metric.word, emphasis: metric.emphasis)
    return Table.Row(
      known.brief, id: known.id,
      cells: (isJudged ? [change, interval(of: metric)] + levels + [verdict] : [change] + levels)
        + [.text(known.id, emphasis: .muted)])
  }

  private func interval(of metric: MetricComparison) -> Cell {
    guard let evidence = metric.evidence.value, let judgment = metric.judgment,
      judgment.confidence != nil
    else { return .empty }
    let text = metric.metric.intervalText(judgment.interval, isRelative: evidence.isRelative)
    let isSplit = coverages.count > 1 && judgment.coverage == .runs
    return .text(
      text,
      notes: isSplit ? ["of these runs only, which differences between sessions may explain"] : [])
  }

  /// The metrics whose levels are medians.
  private var medians: [String] {
    let own = metrics.filter { $0.mediansAgainstMeans != nil }
    guard !own.isEmpty else { return [] }
    return [
      "\(ComparisonNotes.listed(own)): medians of the runs; a few outliers move the means the other way."
    ]
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
        row: metric.metric.brief,
        sides.map { name, mean, basis in
          (name, mean.map { .known($0) } ?? .withheld(because: ""), basis)
        })
    }
    return remarks.sentences
  }

  // MARK: - Certainty

  /// The evidence behind the verdicts; `nil` if nothing was judged.
  ///
  /// - Parameter legend: what the columns are, for the first of several tables.
  func certainty(_ legend: [String]) -> Table? {
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
        Table.Column("Needed for the floor", id: "needed"),
      ],
      rows: metrics.compactMap { metric in
        metric.evidence.value.map { certainty(of: metric, $0) }
      }, remarks: ComparisonModes.sentences(on: comparison) + means + legend)
  }

  private var means: [String] {
    func listed(_ texts: (MetricComparison) -> String?) -> String {
      metrics.compactMap { metric in texts(metric).map { "\(metric.metric.brief) \($0)" } }
        .joined(separator: "; ")
    }
    let sentences = [
      ("Means of these runs", listed(\.meansText)),
      ("Changes of the means, which outliers affect more", listed(\.meansChangeText)),
    ]
    return sentences.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)." }
  }

  static let legend = """
    Change: the median of all differences between runs (Hodges and Lehmann). Interval: at least 95%, widened for the \
    number of metrics (Benjamini and Hochberg), so that it excludes 0 exactly if the adjusted p is at most 0.05. Smallest \
    detectable change: the smallest increase that such runs prove in 80% of cases. Needed: how many prove a change \
    of the size of the noise floor as often.
    """

  private func certainty(
    of metric: MetricComparison, _ evidence: ComparisonEvidence
  ) -> Table.Row {
    Table.Row(
      metric.metric.brief, id: metric.metric.id,
      notes: metric.warnings,
      cells: [
        .text("\(metric.reference.count) + \(metric.candidate.count)"),
        pValue(evidence.pValue), pValue(metric.adjustedPValue),
        .text(metric.floorText),
        detectable(by: metric, evidence), needed(for: metric, evidence),
      ])
  }

  private func pValue(_ pValue: Double?) -> Cell {
    guard let pValue else { return .empty }
    if pValue < 0.001 { return .text("< 0.001") }
    return .quantity(Quantity(pValue, .count), .decimals(3))
  }

  private func detectable(by metric: MetricComparison, _ evidence: ComparisonEvidence) -> Cell {
    if evidence.mode == .exact { return .text("any") }
    guard let least = metric.judgment?.smallestDetectableEffect else { return .empty }
    return .quantity(
      metric.metric.changeQuantity(least, isRelative: evidence.isRelative),
      metric.metric.sizePrinting(isRelative: evidence.isRelative))
  }

  private func needed(for metric: MetricComparison, _ evidence: ComparisonEvidence) -> Cell {
    if metric.judgment?.confidence == nil || metric.noiseFloor == 0 { return .empty }
    guard evidence.mode != .separate else { return .text("more sessions") }
    guard let count = metric.judgment?.repetitionsNeeded, count <= Self.mostUseful else {
      return .text("out of reach")
    }
    return .text(counted(count, evidence.mode.repetition == .runs ? "run" : "session"))
  }

  /// Nobody measures more runs than this.
  static let mostUseful = 200
}

extension MetricComparison {
  var floorText: String {
    let isRelative = evidence.value?.isRelative ?? true
    return metric.sizePrinting(isRelative: isRelative).text(
      metric.changeQuantity(noiseFloor, isRelative: isRelative))
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

/// States the source of the noise of a comparison, and the reason for it.
enum ComparisonModes {
  /// One sentence per mode, with the metrics if they differ.
  static func sentences(on comparison: Comparison) -> [String] {
    var modes: [(words: String, ids: [String])] = []
    for metric in comparison.metrics {
      guard let evidence = metric.evidence.value else { continue }
      let words = evidence.words
      if let index = modes.firstIndex(where: { $0.words == words }) {
        modes[index].ids.append(metric.metric.id)
      } else {
        modes.append((words, [metric.metric.id]))
      }
    }
    return modes.map {
      modes.count == 1 ? $0.words : "\($0.ids.joined(separator: ", ")): \($0.words)"
    }
  }
}

extension ComparisonEvidence {
  /// The mode in a sentence or two, with the reason.
  fileprivate var words: String {
    let absence = noHistory.map { " Earlier commits are not used: \($0)." } ?? ""
    switch mode {
    case .exact:
      return
        "Exact: repeated runs of the same program always had the same value, so any difference is a change."
    case .equalRuns:
      return
        "Equal runs: all runs of each side have the same value, so there is no noise to compare with."
    case .paired(let sessions):
      return
        """
        Interleaved: the sides are compared session by session, because \(sessions) sessions measured \
        both. Change: the median, over all pairs of sessions, of the mean of their two differences.
        """
    case .moderated:
      return
        """
        Interleaved: one session measured both sides. The noise comes from this session and earlier \
        sessions\(freedom).
        """
    case .history(let commits, let first, let last):
      return
        """
        History: compared with the last \(commits) commits at the present level, \(first.shortCommit) \
        to \(last.shortCommit)\(freedom), because the two sides were not measured in the same \
        sessions. Change: from the median of these commits, which is shown as the reference.
        """
    case .suite:
      return
        "Suite: the noise between runs is pooled over all stages of the suite\(freedom).\(absence)"
    case .sameSession:
      return
        "Interleaved: one session measured both sides. The noise comes from the runs of this session\(freedom)."
    case .sessions(let reference, let candidate):
      return
        """
        Sessions: the medians of \(reference) + \(candidate) sessions are compared, because runs of \
        one session are not independent\(freedom).
        """
    case .earlierSessions(let count):
      return
        """
        Earlier sessions: the noise between sessions comes from \(count) sessions of other commits or \
        stages\(freedom), because each side has too few sessions.\(absence)
        """
    case .blocks(let count):
      return
        """
        Experiment: both sides were measured in each of \(count) blocks. The interval allows for \
        having looked after every block.
        """
    case .separate:
      return
        """
        Separate: nothing shows how much sessions differ, so the intervals are of these runs. A clear \
        change (p ≤ 0.01) is proved if it is at least 10% and sessions that vary twice as much as \
        runs would not explain it; otherwise it is suspect.\(absence)
        """
    }
  }

  private var freedom: String {
    guard let df = degreesOfFreedom else { return "" }
    return ", df \(SpreadsheetRounding.text(df, decimals: df == df.rounded() ? 0 : 1))"
  }
}
