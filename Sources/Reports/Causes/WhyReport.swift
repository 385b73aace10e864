public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark why`: what caused the late frames, and how much the time of each cause changed.
public enum WhyReport {
  /// Builds the report that explains why frames are later on one side of a comparison, such as a commit, than on the
  /// other side.
  ///
  /// There is at least one explanation; the worst comes first.
  public static func document(of explanations: [Explanation]) -> Document {
    Document(
      schema: "hitchmark.why/2", title: title(of: explanations[0]),
      blocks: [ComparisonReport.sides(of: explanations.map(\.comparison))]
        + explanations.enumerated().flatMap { blocks(of: $1, number: $0 + 1) }
        + quality(OddRunNotes.lines(on: explanations.map(\.comparison))),
      isReport: true)
  }

  /// Builds the report that explains the late frames in one set of runs, such as those of a commit, for each version of
  /// the program.
  ///
  /// There is at least one stage. The title is about the first stage.
  public static func document(of side: [(title: String, runs: ComparedSide)]) -> Document {
    let blocks = side.enumerated().flatMap { number, stage -> [Block] in
      let table = CauseTable(of: stage.runs, title: stage.title, number: number + 1)
      let total = CauseTable.causes(of: stage.runs).reduce(0) { $0 + $1.rate }
      guard total > 0 else { return reasons(of: stage.runs) }
      return reasons(of: stage.runs)
        + [
          CauseChart(
            of: [(stage.runs.name.shortCommit, stage.runs)], title: stage.title, number: number + 1
          )
          .chart,
          SlowFrameChart(
            of: [(stage.runs.name.shortCommit, stage.runs)], title: stage.title, number: number + 1
          ).chart,
        ].compactMap { $0.map(Block.chart) }
        + [
          .table(table.table),
          SlowFrameTable(of: stage.runs, named: nil, number: number + 1).block,
        ].compactMap(\.self)
    }
    return Document(
      schema: "hitchmark.why/2",
      title: title(of: (side.first { !CauseTable.causes(of: $0.runs).isEmpty } ?? side[0]).runs),
      blocks: blocks
        + quality(
          side.flatMap { stage in
            let runs = stage.runs.runs
            return OddRunNotes.lines(on: runs, metrics: Explanation.metrics) { runs[$0].name }
          }),
      isReport: true)
  }

  /// The notes on odd runs as a section; empty without notes.
  private static func quality(_ notes: [[Inline]]) -> [Block] {
    notes.isEmpty ? [] : DataQualityList.section(on: [], notes: notes)
  }

  /// The tables and charts of explanations, as a section of another report; empty without explanations.
  static func section(of explanations: [Explanation]) -> [Block] {
    guard !explanations.isEmpty else { return [] }
    return [.heading(.section, "Why frames are late", anchor: "why")]
      + explanations.enumerated().flatMap { blocks(of: $1, number: $0 + 1, level: .subsection) }
  }

  /// The largest causes of proved changes of the hitch time ratio, as lines of another report; empty if none is proved.
  static func summary(of explanations: [Explanation]) -> [Block] {
    explanations.filter(\.total.isProved).flatMap(largestCauses)
  }

  /// The three causes that changed most in the direction of the hitch time ratio, as a line of another report; empty
  /// without such causes.
  static func largestCauses(of explanation: Explanation) -> [Block] {
    let causes = explanation.largestCauses(3)
    guard !causes.isEmpty, let total = explanation.total.change else { return [] }
    let place = explanation.comparison.title
    let words = causes.map { "\($0.cause.name) \($0.change.hitchTimeChange)" }
    let change = explanation.total.hitchTimeChange
    return [
      .list([
        [
          .strong(place.isEmpty ? "Why:" : "Why, \(place):"),
          .text(" hitch time \(change) ms/s, \(total > 0 ? "caused by" : "because of less") "),
          .text(words.joined(separator: ", ") + "."),
        ]
      ])
    ]
  }

  // MARK: - Two sides

  private static func blocks(
    of explanation: Explanation, number: Int, level: HeadingLevel = .section
  ) -> [Block] {
    let comparison = explanation.comparison
    let heading: [Block] =
      comparison.title.isEmpty
      ? [] : [.heading(level, comparison.title, anchor: Anchor("why \(number)"))]
    if let missing = explanation.missing {
      let words = "The causes of late frames of \(missing.side) are not known: \(missing.reason)."
      return heading + [.notice(.warning, [.text(words)])]
    }
    let names = comparison.headings
    let sides = [
      (names.reference, comparison.reference), (names.candidate, comparison.candidate),
    ]
    let charts = [
      CauseChart(of: sides, title: comparison.title, number: number).chart,
      SlowFrameChart(of: sides, title: comparison.title, number: number).chart,
    ].compactMap { $0.map(Block.chart) }
    let tables = [
      .table(CauseChangeTable(explanation, number: number).table),
      SlowFrameTable(
        of: comparison.candidate, named: comparison.headings.candidate, number: number
      ).block,
    ].compactMap(\.self)
    return heading + charts + tables + sides.map(\.1).flatMap(reasons)
  }

  /// The change of the hitch time ratio, and its largest causes.
  private static func title(of explanation: Explanation) -> String {
    let total = explanation.total
    guard explanation.missing == nil, let before = total.referenceMean,
      let after = total.candidateMean
    else { return "The traces do not show the causes of late frames" }
    let rates = [before, after].map { Quantity($0, .count).text(decimals: 1) }
    let causes = explanation.largestCauses(2).filter(\.change.isProved).map { row in
      "\(row.cause.name) \(row.change.hitchTimeChange)"
    }
    let all = "Hitch time \(rates[0]) → \(rates[1]) ms/s"
    return causes.isEmpty ? all : "\(all): \(causes.joined(separator: ", "))"
  }

  // MARK: - One side

  private static func title(of side: ComparedSide) -> String {
    let rows = CauseTable.causes(of: side)
    let total = rows.reduce(0) { $0 + $1.rate }
    guard !rows.isEmpty else { return "The traces do not show the causes of late frames" }
    guard total > 0 else { return "No frame was late" }
    func share(_ row: CauseTable.Row) -> String {
      Quantity(row.rate / total, .fraction).text(decimals: 0)
    }
    let unexplained = rows[rows.count - 1]
    let words = rows.dropLast().first.map { "\(share($0)) from \($0.cause.name)" }
    guard unexplained.rate > total / 2 || words == nil else {
      return "\(lateFrames(of: side)): \(words ?? "")"
    }
    return "\(lateFrames(of: side)): \(share(unexplained)) without a known cause"
      + (words.map { ", " + $0 } ?? "")
  }

  /// How many frames were late, and by how much: `1 of 279 frames was late, by 4.2 ms`.
  private static func lateFrames(of side: ComparedSide) -> String {
    let known = side.runs.compactMap { $0.causes?.value }
    let late = known.reduce(0) { $0 + $1.lateFrameCount }
    let all = known.reduce(0) { $0 + $1.frameCount }
    let time = known.reduce(0) { sum, causes in sum + causes.hitchTime }
    let lateness = Quantity(time, .milliseconds).text(decimals: 1) + " ms"
    return "\(late) of \(counted(all, "frame")) \(late == 1 ? "was" : "were") late, by \(lateness)"
      + (late == 1 ? "" : " together")
  }

  /// Why some runs of a side have no causes.
  private static func reasons(of side: ComparedSide) -> [Block] {
    let reasons = side.runs.compactMap { run in
      run.causes?.reason.map { "\(run.name): \($0)" }
    }
    guard !reasons.isEmpty else { return [] }
    let more = reasons.count > 3 ? "; \(reasons.count - 3) more runs" : ""
    let words = "Without causes: " + reasons.prefix(3).joined(separator: "; ") + more + "."
    return [.notice(.warning, [.text(words)])]
  }
}

extension Explanation {
  /// The causes that changed most in the direction of the total, at most `count`; without what is not explained and
  /// without changes below a twentieth of the total.
  func largestCauses(_ count: Int) -> [(cause: Cause, change: MetricComparison)] {
    guard let total = total.change, total != 0 else { return [] }
    let shares = rows.filter { ![.unexplained, .rest].contains($0.cause.kind) }
      .filter { ($0.change.change ?? 0) / total >= 0.05 }
    return Array(
      shares.sorted { ($0.change.change ?? 0).magnitude > ($1.change.change ?? 0).magnitude }
        .prefix(count))
  }
}

extension MetricComparison {
  /// The difference of the means of both sides with its sign, in ms/s: `+4.7`.
  var hitchTimeChange: String {
    Printing(decimals: 1, showsPlus: true).text(Quantity(change ?? 0, .count))
  }
}
