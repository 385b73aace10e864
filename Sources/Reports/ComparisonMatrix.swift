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
    let stages = Set(comparisons.map(\.stage))
    return devices.count > 1 && stages.count > 1 ? byDevice : byMetric
  }

  /// The devices, if each is compared on its own.
  private var devices: [String] { comparisons.compactMap(\.device).distinct }

  /// How the metrics of the columns changed on several devices; empty without several.
  var samples: [DeviceSample] {
    let ids = telling
    return DeviceSample.samples(of: comparisons).filter { ids.contains($0.metric.id) }
  }

  /// The most telling metric of each stage, with a column per device.
  private var byDevice: Table {
    let lead = columns.first { $0.id == telling.first } ?? columns[0]
    let stages = comparisons.filter { $0.segment == nil }.map(\.stage).distinct
    return Table(
      anchor: "matrix", caption: lead.brief, corner: "",
      columns: devices.enumerated().map { index, device in
        Table.Column(device, isOptional: index >= Self.mostColumns)
      },
      rows: stages.prefix(Self.mostRows).map { stage in
        Table.Row(
          stage, id: stage,
          cells: devices.map { device in
            let own = comparisons.first {
              $0.stage == stage && $0.device == device && $0.segment == nil
            }
            return own?.metrics.first { $0.metric.id == lead.id }?.signedCell ?? .empty
          })
      },
      remarks: [
        signs,
        stages.count > Self.mostRows
          ? "More rows and metrics: see the details." : "Other metrics: see the details.",
      ])
  }

  private var byMetric: Table {
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

  /// The metrics whose changes tell most, in reading order.
  private var columns: [Metric] {
    let ids = telling
    return reading.filter { ids.contains($0.id) }
  }

  private var reading: [Metric] {
    let metrics = comparisons.flatMap(\.metrics).filter { $0.plainChange != nil }.map(\.metric)
    return metrics.distinct(by: \.id).enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
  }

  /// The metrics that changed in most comparisons, the most telling first.
  private var telling: [Metric.ID] {
    var counts: [Metric.ID: Int] = [:]
    for metric in comparisons.flatMap(\.metrics) where metric.plainChange != nil {
      counts[metric.metric.id, default: 0] += metric.weight
    }
    return reading.enumerated().sorted {
      let weights = (counts[$0.element.id] ?? 0, counts[$1.element.id] ?? 0)
      return weights.0 == weights.1 ? $0.offset < $1.offset : weights.0 > weights.1
    }.prefix(Self.mostColumns).map(\.element.id)
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

extension DeviceSample {
  /// `slower on 7 of 9 devices, −4.0% to −12%`.
  var words: String {
    let leading = leading
    guard let least = leading.first, let most = leading.last else {
      return "equal on all \(changes.count) devices"
    }
    let words: String =
      switch metric.polarity {
      case .neither: least > 0 ? "higher" : "lower"
      case .higherIsBetter, .lowerIsBetter:
        metric.polarity.improves(least)
          ? (metric.isSpeed ? "faster" : "better") : (metric.isSpeed ? "slower" : "worse")
      }
    let ends = [least, most].map { metric.changeText($0, isRelative: isRelative) }
    let range = ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
    return "\(words) on \(leading.count) of \(changes.count) devices, \(range)"
  }

  /// What the devices alone prove.
  var evidence: String {
    let p = pValue < 0.001 ? "p < 0.001" : "p = \(Quantity(pValue, .count).text(decimals: 3))"
    return "sign test over devices: \(p)"
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
