internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// Many comparisons as one table: a row per stage or side, a column per metric, a change and its verdict in each cell.
struct ComparisonMatrix {
  /// The comparisons in the order of the rows, at least one.
  let comparisons: [Comparison]

  /// The largest number of rows on the first screen.
  private static let mostRows = 20
  /// The largest number of columns on the first screen: as many as fit into 80 characters.
  private static let mostColumns = 4

  var table: Table {
    let metrics = columns
    let (stem, names) = Self.headings(of: metrics)
    let sides = Set(comparisons.map(\.candidate.name)).count > 1
    return Table(
      anchor: "matrix", caption: stem,
      corner: sides ? "Against \(comparisons[0].headings.reference)" : "",
      columns: zip(metrics, names).map { Table.Column($1, id: $0.id) }
        + [Table.Column("Runs", id: "n")],
      rows: comparisons.prefix(Self.mostRows).map { row(of: $0, metrics) },
      remarks: [signs, more(metrics.count)].compactMap(\.self))
  }

  /// The metrics whose changes tell most: those that changed in most comparisons.
  private var columns: [Metric] {
    var counts: [Metric.ID: Int] = [:]
    var metrics: [Metric] = []
    for metric in comparisons.flatMap(\.metrics) where metric.plainChange != nil {
      if counts[metric.metric.id] == nil { metrics.append(metric.metric) }
      counts[metric.metric.id, default: 0] += metric.weight
    }
    let reading = metrics.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    .map(\.element)
    let telling = reading.enumerated().sorted {
      let weights = (counts[$0.element.id] ?? 0, counts[$1.element.id] ?? 0)
      return weights.0 == weights.1 ? $0.offset < $1.offset : weights.0 > weights.1
    }.prefix(Self.mostColumns).map(\.element.id)
    return reading.filter { telling.contains($0.id) }
  }

  /// What the titles of the metrics have in common, and the rest of each: `CPU time of a frame` and `p50`.
  private static func headings(of metrics: [Metric]) -> (stem: String, names: [String]) {
    let names = metrics.map(\.brief)
    let parts = names.map { $0.split(separator: "(", maxSplits: 1).map(String.init) }
    guard names.count > 1, parts.allSatisfy({ $0.count == 2 && $0[0] == parts[0][0] }) else {
      return ("", names)
    }
    return (parts[0][0].trimmed, parts.map { String($0[1].dropLast()) })
  }

  private func row(of comparison: Comparison, _ metrics: [Metric]) -> Table.Row {
    let counts = [comparison.reference, comparison.candidate].map { "\($0.runs.count)" }
    return Table.Row(
      title(of: comparison), id: title(of: comparison),
      cells: metrics.map { metric in
        comparison.metrics.first { $0.metric.id == metric.id }?.signedCell ?? .empty
      } + [.text(counts.joined(separator: " + "))])
  }

  /// The stage and, if several sides are compared with one, the side.
  private func title(of comparison: Comparison) -> String {
    guard Set(comparisons.map(\.candidate.name)).count > 1 else {
      return comparison.title.isEmpty ? "whole runs" : comparison.title
    }
    let names = [comparison.headings.candidate, comparison.title].filter { !$0.isEmpty }
    return names.joined(separator: ", ")
  }

  /// The meaning of the signs in the cells.
  private var signs: String {
    let metrics = Set(columns.map(\.id))
    let used = comparisons.prefix(Self.mostRows).flatMap(\.metrics).filter {
      metrics.contains($0.metric.id)
    }
    let known = VerdictSign.allCases.filter { sign in used.contains { $0.sign == sign } }
    return known.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: " · ")
  }

  private func more(_ columns: Int) -> String? {
    let rows = comparisons.count - Self.mostRows
    let others =
      Set(comparisons.flatMap(\.metrics).filter { $0.plainChange != nil }.map(\.metric.id)).count
      - columns
    let parts = [
      rows > 0 ? counted(rows, "more row") : nil, others > 0 ? counted(others, "more metric") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "\(parts.joined(separator: " and ")): see the details."
  }
}

/// A verdict as a sign, for tables without room for words.
enum VerdictSign: String, CaseIterable {
  case better = "✓"
  case worse = "✗"
  case changed = "≠"
  case suspect = "?"
  case unchanged = "="
  case unclear = "~"

  var meaning: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .changed: "changed"
    case .suspect: "maybe, not proved"
    case .unchanged: "unchanged within its noise floor"
    case .unclear: "no clear difference"
    }
  }
}

extension MetricComparison {
  /// The verdict as a sign; `nil` without one.
  fileprivate var sign: VerdictSign? {
    switch verdict {
    case .improved: .better
    case .regressed: .worse
    case .changed: .changed
    case .suspect: .suspect
    case .unchanged: .unchanged
    case .inconclusive: .unclear
    case nil: nil
    }
  }

  /// The change and the sign of its verdict.
  fileprivate var signedCell: Cell {
    let change = changeCell.printed
    return .verdict(sign.map { "\(change) \($0.rawValue)" } ?? change, emphasis: emphasis)
  }

  /// How much the metric tells: more for what is proved.
  fileprivate var weight: Int {
    switch verdict {
    case .improved, .regressed: 100
    case .changed, .suspect: 10
    case .unchanged, .inconclusive: 1
    case nil: 0
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
