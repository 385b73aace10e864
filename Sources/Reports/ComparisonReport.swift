public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark compare`: the values of both sides, such as two commits, the change of each metric, and how
/// certain the change is.
public enum ComparisonReport {
  /// Builds the report of comparisons: the result in a sentence, how many metrics improved or regressed, charts, and
  /// the changes with their certainty.
  ///
  /// There is at least one comparison; the worst comes first, and all were adjusted together.
  ///
  /// - Parameters:
  ///   - comparisons: the comparisons.
  ///   - explanations: why the hitch time changed; empty unless requested.
  public static func document(
    of comparisons: [Comparison], explanations: [Explanation] = []
  ) -> Document {
    let tables = comparisons.enumerated().map {
      ComparisonTables(comparison: $1, number: $0 + 1)
    }
    let certainties = tables.compactMap(\.certainty)
    return Document(
      schema: "hitchmark.comparison/1", title: ComparisonTitle(of: comparisons).text,
      blocks: [.paragraph(counts(of: comparisons)), sides(of: comparisons)]
        + differences(of: comparisons) + sameness(of: comparisons) + reasons(of: comparisons)
        + spreads(of: comparisons) + WhyReport.summary(of: explanations) + charts(of: tables)
        + [.heading(.section, "Values", anchor: "values")] + tables.map { .table($0.changes) }
        + segments(of: comparisons)
        + (certainties.isEmpty
          ? [] : [.heading(.section, "How sure these verdicts are", anchor: "certainty")])
        + certainties.map { .table($0) } + WhyReport.section(of: explanations)
        + quality(of: comparisons),
      isForComments: true)
  }

  // MARK: - The first screen

  /// The number of metrics per verdict, and the names of those that are not better.
  private static func counts(of comparisons: [Comparison]) -> [Inline] {
    let all = comparisons.flatMap { comparison in
      comparison.metrics.map { (place: comparison.title, metric: $0) }
    }
    let verdicts: [(ComparisonVerdict, Cell.Emphasis)] = [
      (.improved, .better), (.regressed, .worse), (.unchanged, .plain), (.inconclusive, .plain),
    ]
    let counted = verdicts.map { verdict, emphasis in
      (verdict, emphasis, all.filter { $0.metric.verdict == verdict })
    }.filter { !$0.2.isEmpty }
    guard !counted.isEmpty else { return [.text("No metric could be judged.")] }
    var inlines = counted.flatMap { verdict, emphasis, metrics in
      [Inline.verdict("\(metrics.count) \(verdict.word)", emphasis), .text(" ")]
    }
    let names = counted.filter { $0.0 != .improved && $0.0 != .unchanged }.map { counted in
      let names = counted.2.map { item in
        let change = counted.0 == .regressed ? " \(item.metric.changeCell.printed)" : ""
        return (item.place.isEmpty ? "" : "\(item.place) ") + item.metric.metric.words + change
      }
      return "\(counted.0.word.capitalizedFirst): \(listed(names))."
    }
    inlines.append(.text(names.joined(separator: " ")))
    return inlines
  }

  private static func listed(_ names: [String]) -> String {
    let more = names.count > 8 ? " and \(names.count - 8) more" : ""
    return names.prefix(8).joined(separator: ", ") + more
  }

  /// What was compared, how much of it, when and where.
  static func sides(of comparisons: [Comparison]) -> Block {
    let names = comparisons[0].headings
    let first = comparisons[0]
    let comparisons = comparisons.filter { $0.segment == nil }
    func side(_ heading: String, _ path: KeyPath<Comparison, ComparedSide>) -> String {
      let runs = comparisons.reduce(0) { $0 + $1[keyPath: path].runs.count }
      let name = first[keyPath: path].name.shortCommit
      return (name == heading ? "" : ": \(name)") + ", \(counted(runs, "run"))"
    }
    let runs = comparisons.flatMap { $0.reference.runs + $0.candidate.runs }.map(\.description)
    let sessions = Set(runs.compactMap(\.session))
    let days = Set(runs.compactMap { $0.date.map { String($0.prefix(10)) } }).sorted()
    let devices = Set(runs.map { $0.device.name ?? $0.device.gpu ?? $0.device.cpu })
    let facts = [
      streams(of: comparisons),
      sessions.isEmpty ? nil : counted(sessions.count, "session"),
      days.isEmpty ? nil : days.count == 1 ? days[0] : "\(days[0]) to \(days[days.count - 1])",
      devices.count == 1 ? devices.first ?? nil : nil,
    ].compactMap(\.self)
    return .facts(
      [
        .text("Baseline "), .strong(names.reference), .text(side(names.reference, \.reference)),
        .text(" · "), .strong(names.candidate), .text(side(names.candidate, \.candidate)),
      ] + facts.map { .text(" · \($0)") })
  }

  /// Whose frames were compared; `nil` if no trace names its streams.
  private static func streams(of comparisons: [Comparison]) -> String? {
    let runs = comparisons.flatMap { $0.reference.runs + $0.candidate.runs }
    let kinds = Set(
      runs.filter { !$0.frameCounts.isEmpty }.compactMap {
        $0.origin.stream.map(Recording.Origin.kind)
      }
    ).sorted()
    return kinds.isEmpty ? nil : "frames of \(listed(kinds))"
  }

  /// The charts of so many comparisons at most.
  private static let mostCharts = 12

  private static func charts(of tables: [ComparisonTables]) -> [Block] {
    tables.filter { $0.comparison.segment == nil }.prefix(mostCharts).flatMap { table -> [Block] in
      let place = table.comparison.title.isEmpty ? "" : ", \(table.comparison.title)"
      let changes = ChangeChart(
        of: table.metrics, title: "Change with 95% interval\(place)",
        anchor: Anchor("chart changes \(table.number)")
      ).chart
      return [changes, curves(of: table.comparison, place: place, number: table.number)]
        .compactMap { $0.map(Block.chart) }
    }
  }

  /// The percentile curves of all runs; `nil` without frames.
  private static func curves(of comparison: Comparison, place: String, number: Int) -> Chart? {
    let names = comparison.headings
    let sides = [
      (comparison.candidate, names.candidate, Chart.Ink.series(0)),
      (comparison.reference, names.reference, .series(1)),
    ]
    let runs = sides.flatMap { side, _, _ in side.runs.compactMap { ChartedRun($0, named: "") } }
    let pools = sides.flatMap { side, name, ink in
      side.runs.compactMap { run in
        run.profile.map {
          FrameTimePool(name: "\(name), \(run.name)", sorted: $0.sorted, ink: ink, legend: name)
        }
      }
    }
    guard sides.allSatisfy({ side in pools.contains { $0.legend == side.1 } }) else { return nil }
    return PercentileChart(
      of: pools, refreshRate: runs.refreshRate, title: "Frame times of both compared sides\(place)",
      anchor: Anchor("chart percentiles \(number)"), width: .compact
    ).chart
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
      .warning,
      [
        .text(
          "The two sides were measured under different conditions, which may explain the change.")
      ])
    return [notice, .list(lines)]
  }

  // MARK: - Segments

  /// The segments that only one side has; a sentence if no run has any although they were requested.
  private static func segments(of comparisons: [Comparison]) -> [Block] {
    let whole = comparisons.filter { $0.segment == nil }
    let runs = whole.flatMap { $0.reference.runs + $0.candidate.runs }
    guard runs.contains(where: { $0.segments != nil }) else { return [] }
    guard !runs.segmentNames.isEmpty else { return [.text(SegmentTable.nothing)] }
    let lines = whole.flatMap { comparison -> [[Inline]] in
      let (names, unpaired) = (comparison.headings, comparison.unpairedSegments)
      return [(names.reference, unpaired.reference), (names.candidate, unpaired.candidate)]
        .filter { !$0.1.isEmpty }.map { side, segments in
          let place = comparison.title.isEmpty ? "" : "\(comparison.title), "
          let only =
            segments.count == 1
            ? "\(place)only the runs of \(side) have the segment"
            : "\(place)only the runs of \(side) have the segments"
          return [.strong(only), .text(" \(listed(segments))")]
        }
    }
    return lines.isEmpty ? [] : [.list(lines)]
  }

  private static func sameness(of comparisons: [Comparison]) -> [Block] {
    guard comparisons.allSatisfy(\.hasEqualSides) else { return [] }
    let words =
      """
      Both sides have the same values in every metric. They are probably the same runs, and comparing \
      them means nothing.
      """
    return [.notice(.warning, [.text(words)])]
  }

  /// Why metrics were not judged, one line per reason.
  private static func reasons(of comparisons: [Comparison]) -> [Block] {
    let unjudged = comparisons.flatMap { comparison in
      comparison.metrics.filter {
        $0.evidence.value == nil && ($0.plainChange != nil || $0.refusal != nil)
      }.map {
        (reason: $0.withheldReason, name: $0.metric.words)
      }
    }
    let reasons = unjudged.reduce(into: [String]()) {
      if !$0.contains($1.reason) { $0.append($1.reason) }
    }
    let lines = reasons.map { reason -> [Inline] in
      let names = unjudged.filter { $0.reason == reason }.map(\.name)
      return [.strong("\(reason):"), .text(" \(listed(names))")]
    }
    return lines.isEmpty ? [] : [.list(lines)]
  }

  /// The comparisons whose averages agree while frame times spread differently.
  private static func spreads(of comparisons: [Comparison]) -> [Block] {
    comparisons.compactMap { comparison in
      comparison.spread.map { spread in
        .paragraph([
          .verdict(spread.words.capitalizedFirst, spread.emphasis),
          .text(spread.evidence(on: comparison.title)),
        ])
      }
    }
  }

  // MARK: - Data quality

  /// Only problems that cast doubt on the change, and odd runs.
  ///
  /// Values from a store were checked at ingest.
  private static func quality(of comparisons: [Comparison]) -> [Block] {
    let runs = comparisons.filter { $0.segment == nil }.flatMap { comparison in
      let names = comparison.headings
      return [(names.reference, comparison.reference), (names.candidate, comparison.candidate)]
        .flatMap { heading, side in
          side.runs.map { run in
            (name: side.runs.count == 1 ? heading : "\(heading), run \(run.name)", run: run)
          }
        }
    }
    let worst = runs.filter { $0.run.worstFlaw.map { $0 > .note } ?? false }
    let notes = OddRunNotes.lines(on: comparisons)
    guard !worst.isEmpty || !notes.isEmpty else { return [] }
    return DataQualityList.section(
      on: worst.map { ($0.name, $0.run) }, from: .warning, notes: notes)
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
