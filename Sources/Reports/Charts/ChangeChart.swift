internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The changes of a comparison with their intervals, one row per metric; better is to the right.
///
/// The axis is logarithmic away from 0, because +284% and +1.2% are on the same axis.
struct ChangeChart {
  private let rows: [Row]
  private let anchor: Anchor
  private let title: String
  private let width: Chart.Width

  /// A change as a fraction: of the reference, or of 100 points of percent.
  fileprivate struct Row {
    let metric: MetricComparison
    let evidence: ComparisonEvidence
    let judgment: ChangeJudgment
    /// 1 if an increase is better, otherwise −1.
    let sign: Double
  }

  /// Prepares the chart of the judged metrics whose change is a percentage, in their order.
  init(of metrics: [MetricComparison], title: String, anchor: Anchor, width: Chart.Width) {
    self.title = title
    self.width = width
    self.anchor = anchor
    rows = metrics.compactMap { metric in
      guard let evidence = metric.evidence.value, let judgment = metric.judgment,
        metric.metric.polarity != .neither, evidence.isRelative || metric.metric.unit == .fraction
      else { return nil }
      let isUpwards = metric.metric.polarity == .higherIsBetter
      return Row(
        metric: metric, evidence: evidence, judgment: judgment, sign: isUpwards ? 1 : -1)
    }
  }

  /// `nil` if there is no such metric.
  var chart: Chart? {
    guard !rows.isEmpty else { return nil }
    return Chart(
      anchor: anchor, title: title, description: description,
      x: Chart.Axis(
        "← worse · better →   (logarithmic away from 0)", domain: domain, ticks: ticks),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", scale: .categories(rows.map(\.metric.metric.brief))),
          marks: changes + [zero, floors],
          ends: rows.map { Chart.RowEnd($0.end, ink: Look($0.metric.verdict).ink) })
      ], values: nil, width: width)
  }

  // MARK: - The axis

  /// Changes below this are drawn almost linearly.
  private static let linear = 0.01
  /// Larger changes are drawn at the edge.
  private static let most = 100.0

  fileprivate static func place(_ change: Double) -> Double {
    let size = decimalLogarithm(1 + min(change.magnitude, most) / linear)
    return change < 0 ? -size : size
  }

  /// From the largest change for the worse to the largest for the better, with some space.
  private var domain: ClosedRange<Double> {
    let ends = rows.flatMap { row in
      let (low, high) = row.interval
      return [low, high, Self.place(row.metric.noiseFloor), -Self.place(row.metric.noiseFloor)]
    }
    let least = Self.place(0.03)
    return min(-least, (ends.min() ?? 0) - 0.1)...max(least, (ends.max() ?? 0) + 0.1)
  }

  private var ticks: [Chart.Axis.Tick] {
    let sizes = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100]
    let texts = sizes.map { "\(ParameterWording.plain($0 * 100))%" }
    let right = zip(sizes, texts).map { Chart.Axis.Tick(Self.place($0), $1) }
    return right.reversed().map { .init(-$0.value, $0.label) } + [.init(0, "0")] + right
  }

  // MARK: - Marks

  /// How a verdict looks, also without color.
  private struct Look: Equatable {
    let symbol: Chart.Symbol
    let ink: Chart.Ink
    let name: String

    static let all = [Look(.improved), Look(.regressed), Look(.suspect), Look(.inconclusive)]

    init(_ verdict: ComparisonVerdict?) {
      (symbol, ink, name) =
        switch verdict {
        case .improved: (Chart.Symbol(.circle), .better, "Better")
        case .regressed: (Chart.Symbol(.square), .worse, "Worse")
        case .suspect: (Chart.Symbol(.square, isHollow: true), .strong, "Maybe, not proved")
        case .changed, .unchanged, .inconclusive, nil:
          (Chart.Symbol(.circle, isHollow: true), .quiet, "No clear difference")
        }
    }
  }

  private var changes: [Chart.Mark] {
    Look.all.flatMap { look -> [Chart.Mark] in
      let own = rows.enumerated().filter { Look($0.element.metric.verdict) == look }
      guard !own.isEmpty else { return [] }
      let points = own.map { index, row in
        Chart.Point(row.sign * Self.place(row.evidence.effect), Double(index), note: row.sentence)
      }
      let intervals = own.map { index, row in
        Chart.Interval(Double(index), row.interval.low, row.interval.high)
      }
      return [
        Chart.Mark(.dots(points, look.symbol), ink: look.ink, name: look.name),
        Chart.Mark(.intervals(intervals, along: .x), ink: look.ink),
      ]
    }
  }

  private var zero: Chart.Mark { Chart.Mark(.rules([.init(0)], along: .x), ink: .strong) }

  private var floors: Chart.Mark {
    let boxes = rows.enumerated().map { index, row in
      let floor = Self.place(row.metric.noiseFloor)
      return Chart.Box(x: -floor...floor, y: Double(index) - 0.5...Double(index) + 0.5)
    }
    return Chart.Mark(
      .boxes(boxes), ink: .quiet, name: "Noise floor: smaller changes do not matter")
  }

  private var description: String { rows.map { "\($0.sentence)." }.joined(separator: " ") }
}

extension ChangeChart.Row {
  fileprivate var interval: (low: Double, high: Double) {
    let ends = [judgment.interval.lowerBound, judgment.interval.upperBound].map {
      sign * ChangeChart.place($0)
    }
    return (ends.min() ?? 0, ends.max() ?? 0)
  }

  private var change: String {
    metric.metric.changeText(evidence.effect, isRelative: evidence.isRelative)
  }

  fileprivate var end: String {
    switch metric.verdict {
    case .improved: "\(change) ✓"
    case .regressed: "\(change) ✗"
    case .suspect: "\(change) ?"
    case .unchanged: "unchanged"
    case .changed, .inconclusive, nil: "\(change) ~"
    }
  }

  fileprivate var sentence: String {
    let range = metric.metric.changeText(judgment.interval, isRelative: evidence.isRelative)
    return "\(metric.metric.words): \(change), \(range), \(metric.word)"
  }
}
