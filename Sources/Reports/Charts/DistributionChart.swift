internal import Analysis
internal import Documents
internal import Units

/// The distribution of frame times: a histogram and the cumulative share.
///
/// The shares are on a logarithmic scale, and the last bar has all frames beyond the others: the few long frames are
/// what most readers look for, and on a linear scale nobody sees them.
struct DistributionChart {
  private let pools: [FrameTimePool]
  private let refreshRate: Double?
  private let subject: String
  private let chartWidth: Chart.Width
  /// The end of the chart, in milliseconds.
  private let cut: Double
  /// The width of a bar, in milliseconds.
  private let width: Double

  /// Prepares the chart.
  ///
  /// - Parameters:
  ///   - pools: at least one, each with a frame.
  ///   - refreshRate: in hertz, if all pools have the same.
  ///   - subject: what the pools are, such as `stages`.
  init(
    of pools: [FrameTimePool], refreshRate: Double?, subject: String, width: Chart.Width = .wide
  ) {
    chartWidth = width
    self.pools = pools
    self.refreshRate = refreshRate
    self.subject = subject
    let longest = pools.map { $0.quantile(1) }.max() ?? 1
    let most = pools.map { $0.quantile(0.99) }.max() ?? 1
    // A few very long frames would leave no space for the others.
    let end = longest <= most * 1.5 ? longest : most * 1.2
    let width = Self.widths.first { end / $0 <= 40 } ?? end / 40
    self.width = width
    cut = max(1, (end / width).rounded(.up)) * width
  }

  private static let widths: [Double] = [
    0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000,
  ]

  var chart: Chart {
    let budget = FrameTimeAxis.budget(refreshRate, longest: cut, along: .x)
    return Chart(
      anchor: "chart-distribution", title: "Distribution of frame times", description: description,
      x: Chart.Axis("Frame time", unit: .milliseconds, domain: 0...end),
      panels: [
        Chart.Panel(
          y: Chart.Axis(
            "Share of frames (logarithmic)", unit: .fraction, scale: .logarithmic, domain: shares),
          height: .half, marks: pools.importantFirst.map(histogram) + rest + budget),
        Chart.Panel(
          y: Chart.Axis("Cumulative share of frames", unit: .fraction, domain: 0...1),
          height: .half, marks: pools.importantFirst.map(cumulative) + budget.map(\.withoutLabels)),
      ],
      values: values, remarks: beyond, width: chartWidth)
  }

  // MARK: - Marks

  /// The edges of the bars in milliseconds, without the last bar.
  private var edges: [Double] {
    (0...Int((cut / width).rounded())).map { Double($0) * width }
  }

  /// Whether frames are longer than all bars but the last.
  private var hasRest: Bool { pools.contains { $0.quantile(1) > cut } }

  /// The sides of the last bar; a gap is before it, because its frames may be much longer.
  private var restSides: (start: Double, end: Double) {
    let size = max(width, cut / 16)
    return (cut + size, cut + size * 2)
  }

  private var end: Double { hasRest ? restSides.end : cut }

  /// Half of the share of one frame, so that one frame has a bar, up to all frames.
  private var shares: ClosedRange<Double> {
    0.5 / Double(max(pools.map(\.sorted.count).max() ?? 1, 1))...1
  }

  private func shares(of pool: FrameTimePool) -> [Double] {
    let upTo = edges.map(pool.share(upTo:))
    return zip(upTo, upTo.dropFirst()).map { $1 - $0 }
  }

  private func longer(in pool: FrameTimePool) -> Int {
    let limit = Nanoseconds((cut * 1e6).rounded())
    return pool.sorted.longest { $0 > limit }.count
  }

  /// The number of frames in the last bar, above it.
  private var rest: [Chart.Mark] {
    guard hasRest, let pool = pools.importantFirst.first else { return [] }
    let share = pools.map { 1 - $0.share(upTo: cut) }.max() ?? 0
    let text =
      pools.count == 1
      ? "\(counted(longer(in: pool), "frame")) > \(FrameTimeAxis.text(cut))"
      : "> \(FrameTimeAxis.text(cut))"
    let point = Chart.Point(restSides.start, share, note: text)
    return [Chart.Mark(.words([point]), ink: .strong)]
  }

  private func histogram(_ pool: FrameTimePool) -> Chart.Mark {
    let shares = shares(of: pool)
    let (rest, (start, end)) = (1 - pool.share(upTo: cut), restSides)
    if pools.count == 1 {
      let bars = zip(edges, shares).map { Chart.Bar(from: $0, to: $0 + width, height: $1) }
      let last = hasRest ? [Chart.Bar(from: start, to: end, height: rest)] : []
      return Chart.Mark(.bars(bars + last), ink: pool.ink)
    }
    // A logarithmic scale has no place for 0: the steps end at the bottom.
    let none = self.shares.lowerBound
    let points = zip(edges, shares).map { Chart.Point($0, max($1, none)) } + [.init(cut, none)]
    let last = [(start, none), (start, max(rest, none)), (end, none)].map { Chart.Point($0, $1) }
    return Chart.Mark(
      .steps([points] + (hasRest && rest > 0 ? [last] : [])), ink: pool.ink, name: pool.legend)
  }

  private func cumulative(_ pool: FrameTimePool) -> Chart.Mark {
    let count = 200
    let points = (0...count).map { index -> Chart.Point in
      let time = cut * Double(index) / Double(count)
      return Chart.Point(time, pool.share(upTo: time))
    }
    let rest = hasRest ? [Chart.Point(restSides.start, 1), Chart.Point(end, 1)] : []
    return Chart.Mark(
      .line([points + rest]), ink: pool.ink, name: pools.count == 1 ? nil : pool.legend)
  }

  // MARK: - Text and values

  private var description: String {
    pools.importantFirst.filter { $0.ink != .quiet }.map { pool in
      let ends = [0.5, 0.99].map { FrameTimeAxis.text(pool.quantile($0)) }
      return """
        \(pool.name): half of \(pool.sorted.count) frames last up to \(ends[0]), 99% up to \(ends[1]).
        """
    }.joined(separator: " ")
  }

  private var beyond: [String] {
    guard hasRest else { return [] }
    let counts = pools.filter { longer(in: $0) > 0 }.map { pool in
      "\(longer(in: pool)) of \(pool.sorted.count)" + (pools.count == 1 ? "" : " (\(pool.name))")
    }
    return [
      "The last bar has all frames longer than \(FrameTimeAxis.text(cut)): \(counts.joined(separator: ", "))."
    ]
  }

  private var values: Table {
    let columns = pools.map(shares)
    let texts = edges.map { ParameterWording.plain($0) }
    return Table(
      anchor: "chart-distribution-values", caption: "Share of frames by frame time, \(subject)",
      corner: "Frame time (ms)", columns: pools.map { Table.Column($0.name) },
      rows: (0..<edges.count - 1).map { row in
        Table.Row(
          "\(texts[row])–\(texts[row + 1])",
          cells: columns.map { .quantity(Quantity($0[row], .fraction)) })
      } + (hasRest ? [restRow] : []))
  }

  private var restRow: Table.Row {
    Table.Row(
      "over \(ParameterWording.plain(cut))",
      cells: pools.map { .quantity(Quantity(1 - $0.share(upTo: cut), .fraction)) })
  }
}

extension Chart.Mark {
  /// This mark without labels, if another panel already has them.
  fileprivate var withoutLabels: Chart.Mark {
    guard case .rules(let rules, let direction) = shape else { return self }
    return Chart.Mark(
      .rules(rules.map { .init($0.value) }, along: direction), ink: ink, name: name)
  }
}
