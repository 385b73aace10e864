public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark compare`: the answer, a picture and one table; the rest is folded.
public enum ComparisonReport {
  /// Builds the report of comparisons with one reference.
  ///
  /// There is at least one comparison; the worst comes first, and all were judged together.
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
    let notes = ComparisonNotes(of: comparisons)
    let isMatrix = comparisons.count > 1
    let isEmpty = comparisons.allSatisfy(\.hasNoCommonMetric)
    let first: [Block] =
      isEmpty
      ? []
      : isMatrix
        ? [.table(ComparisonMatrix(comparisons: comparisons).table)]
        : pictures(of: tables[0]).map(Block.chart) + [.table(tables[0].changes)]
    return Document(
      schema: "hitchmark.comparison/3", title: ComparisonTitle(of: comparisons).text,
      blocks: devices(of: comparisons) + spreads(of: comparisons) + first + [sides(of: comparisons)]
        + leftOut(of: comparisons) + notes.first
        + segments(of: comparisons) + WhyReport.summary(of: explanations)
        + WhyReport.section(of: explanations)
        + [.fold(Fold(contents: "p-values, noise, what such runs can prove, and all notes"))]
        + notes.rest + (isMatrix || isEmpty ? values(of: tables) : [])
        + (isMatrix ? curves(of: tables) : []) + certainties(of: tables) + quality(of: comparisons),
      isReport: true)
  }

  private static func values(of tables: [ComparisonTables]) -> [Block] {
    let charted = tables.filter { $0.comparison.segment == nil }.prefix(mostCharts)
    return [.heading(.section, "Values", anchor: "values")]
      + charted.compactMap { changes(of: $0).map(Block.chart) } + tables.map { .table($0.changes) }
  }

  private static func certainties(of tables: [ComparisonTables]) -> [Block] {
    let first = tables.firstIndex(where: \.isJudged)
    let certainties = tables.indices.compactMap { index in
      tables[index].certainty(index == first ? [ComparisonTables.legend] : [])
    }
    guard !certainties.isEmpty else { return [] }
    return [.heading(.section, "How sure these verdicts are", anchor: "certainty")]
      + certainties.map { .table($0) }
  }

  // MARK: - The first screen

  /// How the metrics of the matrix changed on most devices; the title has the first.
  private static func devices(of comparisons: [Comparison]) -> [Block] {
    let samples = ComparisonMatrix(comparisons: comparisons).samples
    guard !samples.isEmpty else { return [] }
    return [
      .list(
        samples.map { sample in
          [.strong("\(sample.metric.brief):"), .text(" \(sample.words) (\(sample.evidence))")]
        })
    ]
  }

  /// What was compared, how much of it, when and where.
  static func sides(of comparisons: [Comparison]) -> Block {
    let whole = comparisons.filter { $0.segment == nil }
    let sides = whole.flatMap { [$0.reference, $0.candidate] }
    let runs = sides.flatMap(\.runs).map(\.description)
    let days = Set(runs.compactMap { $0.date.map { String($0.prefix(10)) } }).sorted()
    let devices = Set(runs.map { $0.device.name ?? $0.device.gpu ?? $0.device.cpu })
    let designs = Set(whole.map(\.design.words))
    let facts = [
      counts(of: whole), designs.count == 1 ? designs.first : "several designs",
      streams(of: whole),
      days.isEmpty ? nil : days.count == 1 ? days[0] : "\(days[0]) to \(days[days.count - 1])",
      devices.count == 1 ? devices.first ?? nil : nil,
    ].compactMap(\.self)
    return .facts(
      facts.enumerated().map { .text($0 == 0 ? $1 : " · \($1)") } + paths(of: comparisons))
  }

  /// `3 + 3 runs`; for many comparisons, the runs of all.
  private static func counts(of comparisons: [Comparison]) -> String {
    if comparisons.count == 1, let only = comparisons.first {
      return "\(only.reference.runs.count) + \(only.candidate.runs.count) runs"
    }
    let candidates = comparisons.reduce(0) { $0 + $1.candidate.runs.count }
    let references = Dictionary(comparisons.map { ($0.title, $0.reference.runs.count) }) {
      first, _ in first
    }
    return "\(references.values.reduce(0, +)) + \(candidates) runs"
  }

  /// The names of the sides as given, if the headings abbreviate them.
  private static func paths(of comparisons: [Comparison]) -> [Inline] {
    guard Set(comparisons.map(\.candidate.name)).count == 1 else { return [] }
    let (names, first) = (comparisons[0].headings, comparisons[0])
    let pairs = [(names.reference, first.reference.name), (names.candidate, first.candidate.name)]
    return pairs.filter { $0.0 != $0.1.shortCommit }.map { .text(" · \($0.0): \($0.1)") }
  }

  /// Whose frames were compared; `nil` if no trace names its streams, or if they are the stages.
  private static func streams(of comparisons: [Comparison]) -> String? {
    let runs = comparisons.flatMap { $0.reference.runs + $0.candidate.runs }
    let kinds = Set(
      runs.filter { !$0.frameCounts.isEmpty }.compactMap {
        $0.origin.stream.map(Recording.Origin.kind)
      }
    ).subtracting(comparisons.map(\.stage)).sorted()
    return kinds.isEmpty ? nil : "frames of \(kinds.listed)"
  }

  /// The charts of so many comparisons at most.
  private static let mostCharts = 12

  /// The pictures above the table of one comparison: two captures frame by frame, many runs by what changed.
  private static func pictures(of table: ComparisonTables) -> [Chart] {
    let comparison = table.comparison
    let curves = curves(of: comparison, place: "", number: table.number)
    guard curves != nil else { return [changes(of: table, .wide)].compactMap(\.self) }
    let changes = changes(of: table, .half)
    guard comparison.reference.runs.count + comparison.candidate.runs.count == 2 else {
      return [changes, curves].compactMap(\.self)
    }
    return [overTime(comparison), curves, changes ?? distribution(of: comparison)]
      .compactMap(\.self)
  }

  /// The frames of both captures on one scale.
  private static func overTime(_ comparison: Comparison) -> Chart {
    FrameTimeChart(
      of: sides(of: comparison).flatMap(\.charted), title: "Frame times over time",
      anchor: "chart-over-time", detail: .overlaid
    ).chart
  }

  private static func distribution(of comparison: Comparison) -> Chart {
    let sides = sides(of: comparison)
    return DistributionChart(
      of: sides.flatMap(\.pools), refreshRate: sides.flatMap(\.charted).refreshRate,
      subject: "by side", width: .half
    ).chart
  }

  /// The sides of a comparison with the color that each has in all charts.
  private static func sides(
    of comparison: Comparison
  ) -> [(charted: [ChartedRun], pools: [FrameTimePool])] {
    let names = comparison.headings
    let sides = [
      (comparison.reference, names.reference, Chart.Ink.series(0)),
      (comparison.candidate, names.candidate, .series(1)),
    ]
    return sides.map { side, name, ink in
      let pools = side.runs.compactMap { run in
        run.profile.map {
          FrameTimePool(
            name: side.runs.count == 1 ? name : "\(name), \(run.name)", sorted: $0.sorted, ink: ink,
            legend: name)
        }
      }
      return (side.runs.compactMap { ChartedRun($0, named: name) }, pools)
    }
  }

  private static func changes(of table: ComparisonTables, _ width: Chart.Width = .half) -> Chart? {
    let place = table.comparison.title.isEmpty ? "" : ", \(table.comparison.title)"
    return ChangeChart(
      of: table.metrics, title: "Change with interval\(place)",
      anchor: Anchor("chart changes \(table.number)"), width: width
    ).chart
  }

  private static func curves(of tables: [ComparisonTables]) -> [Block] {
    tables.filter { $0.comparison.segment == nil }.prefix(mostCharts).compactMap { table in
      let place = table.comparison.title.isEmpty ? "" : ", \(table.comparison.title)"
      return curves(of: table.comparison, place: place, number: table.number).map(Block.chart)
    }
  }

  /// The percentile curves of all runs; `nil` without frames.
  private static func curves(of comparison: Comparison, place: String, number: Int) -> Chart? {
    let sides = sides(of: comparison)
    guard sides.allSatisfy({ !$0.pools.isEmpty }) else { return nil }
    return PercentileChart(
      of: sides.flatMap(\.pools), refreshRate: sides.flatMap(\.charted).refreshRate,
      title: "Percentiles of frame times\(place)", anchor: Anchor("chart percentiles \(number)"),
      width: .half
    ).chart
  }

  // MARK: - Segments

  /// The devices that measured only one side.
  private static func leftOut(of comparisons: [Comparison]) -> [Block] {
    // All comparisons of a stage have the same.
    let lines = comparisons.flatMap { comparison -> [String] in
      let (names, unpaired) = (comparison.headings, comparison.unpairedDevices)
      return [(names.reference, unpaired.reference), (names.candidate, unpaired.candidate)]
        .filter { !$0.1.isEmpty }.map { side, devices in
          let stage = comparison.stage.isEmpty ? "" : "\(comparison.stage): "
          return
            "\(stage)only \(side) was measured on \(devices.listed), so these runs are left out"
        }
    }.distinct
    return lines.isEmpty ? [] : [.list(lines.map { [.text($0)] })]
  }

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
          return [.strong(only), .text(" \(segments.listed)")]
        }
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

  /// Only problems that cast doubt on the change.
  ///
  /// Values from a store were checked at ingest.
  private static func quality(of comparisons: [Comparison]) -> [Block] {
    let runs = flawedRuns(of: comparisons)
    return runs.isEmpty ? [] : DataQualityList.section(on: runs, from: .warning)
  }

  /// The runs whose data casts doubt on the change, with their names.
  static func flawedRuns(of comparisons: [Comparison]) -> [(name: String?, run: RunSummary)] {
    var found: [(name: String?, run: RunSummary)] = []
    // Several candidates have one reference.
    var sides: Set<[String]> = []
    for comparison in comparisons where comparison.segment == nil {
      let names = comparison.headings
      for (heading, side) in [
        (names.reference, comparison.reference), (names.candidate, comparison.candidate),
      ] {
        let place = [comparison.stage, comparison.device ?? "", side.name]
        guard sides.insert(place).inserted else { continue }
        for run in side.runs where (run.worstFlaw ?? .note) > .note {
          found.append((side.runs.count == 1 ? heading : "\(heading), run \(run.name)", run))
        }
      }
    }
    return found
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
