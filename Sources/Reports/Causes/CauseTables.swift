internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The table of `hitchmark why A B`: the hitch time per second of each cause, before and after.
struct CauseChangeTable {
  private let explanation: Explanation
  private let number: Int

  init(_ explanation: Explanation, number: Int) {
    self.explanation = explanation
    self.number = number
  }

  var table: Table {
    let comparison = explanation.comparison
    let names = comparison.headings
    return Table(
      anchor: Anchor("causes \(number)"),
      caption: comparison.title.isEmpty
        ? "Hitch time by cause (ms/s)" : "Hitch time by cause (ms/s), \(comparison.title)",
      corner: "Cause",
      columns: [
        Table.Column(names.reference, id: "reference"),
        Table.Column(names.candidate, id: "candidate"),
        Table.Column("Change", id: "change"), Table.Column("95% interval", id: "interval"),
        Table.Column("p", id: "p"), Table.Column("Late frames", id: "frames"),
      ],
      rows: [row("all causes", nil, explanation.total, notes: explanation.total.warnings)]
        + explanation.rows.map { row($0.cause.name, $0.cause, $0.change) },
      remarks: remarks)
  }

  private func row(
    _ name: String, _ cause: Cause?, _ change: MetricComparison, notes: [String] = []
  ) -> Table.Row {
    Table.Row(
      name, id: change.metric.id, notes: notes,
      cells: [
        level(change.referenceMean), level(change.candidateMean), self.change(change),
        interval(change), pValue(change), frames(cause),
      ])
  }

  private func level(_ value: Double?) -> Cell {
    value.map { .quantity(Quantity($0, .millisecondsPerSecond), .decimals(1)) } ?? .empty
  }

  /// The difference of the means, so that the changes of all causes sum to that of the first row.
  private func change(_ comparison: MetricComparison) -> Cell {
    guard let change = comparison.change else { return .empty }
    let printing = Printing(decimals: 1, showsPlus: true)
    return .quantity(
      Quantity(change, .millisecondsPerSecond), printing, emphasis: comparison.emphasis)
  }

  private func interval(_ comparison: MetricComparison) -> Cell {
    guard let interval = comparison.judgment?.interval,
      interval.lowerBound < interval.upperBound
    else { return .empty }
    let ends = [interval.lowerBound, interval.upperBound].map {
      Printing(decimals: 1, showsPlus: true).text(Quantity($0, .count))
    }
    return .text("\(ends[0]) to \(ends[1])")
  }

  private func pValue(_ comparison: MetricComparison) -> Cell {
    guard let pValue = comparison.adjustedPValue else { return .empty }
    return .text(pValue < 0.001 ? "< 0.001" : Quantity(pValue, .count).text(decimals: 3))
  }

  /// How many of the candidate's late frames have the cause.
  private func frames(_ cause: Cause?) -> Cell {
    let side = explanation.comparison.candidate
    guard let cause else { return .text("\(side.lateFrames(with: .unexplained).all)") }
    guard cause.kind != .rest else { return .empty }
    return .text("\(side.lateFrames(with: cause).count)")
  }

  private var remarks: [String] {
    renamed + containers(of: explanation.rows.map(\.cause), explanation.comparison.container) + [
      """
      p is adjusted for all rows (Benjamini and Hochberg). Late frames: how many late frames of \
      \(explanation.comparison.headings.candidate) have this cause; a frame may have several.
      """
    ] + ComparisonModes.sentences(on: explanation.comparison)
  }
}

extension CauseChangeTable {
  /// One sentence per function that probably has another name on the other side.
  private var renamed: [String] {
    let names = explanation.comparison.headings
    return explanation.renamed.map { before, after in
      """
      \(before.name) of \(names.reference) and \(after.name) of \(names.candidate) may be one function under \
      two names: each exists on one side only, and their times agree.
      """
    }
  }
}

/// A sentence on what contains the largest causes, if anything does.
private func containers(of causes: [Cause], _ container: (Cause) -> String?) -> [String] {
  let pairs = causes.prefix(3).compactMap { cause in container(cause).map { (cause.name, $0) } }
  guard let first = pairs.first else { return [] }
  let others = pairs.dropFirst().map { ", \($0) within \($1)" }
  return ["The function or section \(first.0) runs mostly within \(first.1)\(others.joined())."]
}

/// The table of `hitchmark why RUN`: the hitch time per second of each cause.
struct CauseTable {
  /// The mean hitch time of a cause over the runs of a side.
  struct Row {
    let cause: Cause
    /// In ms/s.
    let rate: Double
    /// The mean durations in a usual frame and in a late frame, in milliseconds; `nil` for what is not explained.
    let durations: (usual: Double, late: Double)?
  }

  private let side: ComparedSide
  private let title: String
  private let number: Int

  init(of side: ComparedSide, title: String, number: Int) {
    self.side = side
    self.title = title
    self.number = number
  }

  /// The causes with the largest hitch time, then what is not explained.
  static func causes(of side: ComparedSide) -> [Row] {
    let known = side.runs.compactMap { $0.causes?.value }
    let causes = Set(known.flatMap(\.shares.keys)).subtracting([.unexplained])
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }
    let rows = causes.map { cause in
      Row(
        cause: cause, rate: mean(known.map { $0[cause] }),
        durations: (side.usualDuration(of: cause), side.durationInLateFrames(of: cause)))
    }
    let rest = Row(cause: .unexplained, rate: mean(known.map { $0[.unexplained] }), durations: nil)
    return rows.sorted { ($1.rate, $0.cause) < ($0.rate, $1.cause) }
      + (known.isEmpty ? [] : [rest])
  }

  /// With more rows than this, the small ones are counted below the table.
  private static let mostRows = 20

  var table: Table {
    let rows = Self.causes(of: side)
    let total = rows.reduce(0) { $0 + $1.rate }
    let shown = rows.filter { $0.cause == .unexplained || $0.rate >= 0.005 * total }
      .prefix(Self.mostRows)
    let all = shown.contains { $0.cause == .unexplained } ? Array(shown) : shown + rows.suffix(1)
    let left = rows.count - all.count
    return Table(
      anchor: Anchor("causes \(number)"),
      caption: title.isEmpty ? "Hitch time by cause" : "Hitch time by cause, \(title)",
      corner: "Cause",
      columns: [
        Table.Column("Hitch time", id: "rate", unit: .millisecondsPerSecond),
        Table.Column("Share", id: "share"), Table.Column("Late frames", id: "frames"),
        Table.Column("In a usual frame", id: "usual", unit: .milliseconds),
        Table.Column("In a late frame", id: "late", unit: .milliseconds),
      ],
      rows: all.map { row($0, of: total) },
      remarks: containers(of: shown.map(\.cause), side.container)
        + (left > 0 ? ["Not shown: \(counted(left, "smaller cause"))."] : []))
  }

  private func row(_ row: Row, of total: Double) -> Table.Row {
    let frames = side.lateFrames(with: row.cause)
    return Table.Row(
      row.cause.name, id: row.cause.id,
      cells: [
        .quantity(Quantity(row.rate, .millisecondsPerSecond), .decimals(2)),
        total > 0 ? .quantity(Quantity(row.rate / total, .fraction), .decimals(1)) : .empty,
        .text("\(frames.count) of \(frames.all)"),
        duration(row.durations?.usual), duration(row.durations?.late),
      ])
  }

  private func duration(_ duration: Double?) -> Cell {
    duration.map { .quantity(Quantity($0, .milliseconds), .decimals(2)) } ?? .empty
  }
}

/// The frames that were late by the most, with their causes.
struct SlowFrameTable {
  private static let most = 5
  private let caption: String
  private let frames: [(run: String, frame: LateFrame)]
  private let number: Int

  /// - Parameter name: the name of the side in a report on two sides; `nil` if there is only one.
  init(of side: ComparedSide, named name: String?, number: Int) {
    frames = side.slowestFrames(Self.most)
    caption = "Slowest frames" + (name.map { " of \($0)" } ?? "")
    self.number = number
  }

  /// `nil` without late frames.
  var block: Block? {
    guard !frames.isEmpty else { return nil }
    let isInTrace = frames.contains { $0.frame.inTrace != nil }
    return .table(
      Table(
        anchor: Anchor("slowest frames \(number)"), caption: caption, corner: "Run",
        columns: [Table.Column("At", id: "time")]
          + (isInTrace ? [Table.Column("In the trace", id: "trace")] : []) + [
            Table.Column("Late by", id: "excess"), Table.Column("Causes", .leading, id: "causes"),
          ],
        rows: frames.enumerated().map { index, item in
          Table.Row(
            item.run, id: "\(index + 1)",
            cells: [
              .quantity(
                Quantity(item.frame.time.seconds, .seconds), Printing(decimals: 3, showsUnit: true))
            ] + (isInTrace ? [.text(item.frame.range)] : []) + [
              .quantity(
                Quantity(item.frame.excess, .milliseconds), Printing(decimals: 1, showsUnit: true)),
              .text(item.frame.words),
            ])
        }))
  }
}

extension LateFrame {
  /// When the frame lasted, in the time of the tool that recorded the trace: `0.483–0.499 s`.
  var range: String {
    guard let inTrace else { return "" }
    let ends = [inTrace.lowerBound, inTrace.upperBound].map {
      Quantity($0.seconds, .seconds).text(decimals: 3)
    }
    return "\(ends[0])–\(ends[1]) s"
  }

  /// The three largest causes with their milliseconds.
  var words: String {
    guard !causes.isEmpty else { return Cause.unexplained.name }
    return causes.prefix(3).map { cause, share in
      "\(cause.name) \(Quantity(share, .count).text(decimals: 1)) ms"
    }.joined(separator: ", ")
  }
}
