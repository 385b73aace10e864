internal import Analysis
internal import Documents
internal import Units

/// The distribution of frame times: a histogram and the cumulative share.
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
    let budget = FrameTimes.budget(refreshRate, longest: cut, along: .x)
    return Chart(
      anchor: "chart-distribution", title: "Distribution of frame times", description: description,
      x: Chart.Axis("Frame time", unit: .milliseconds, domain: 0...cut),
      panels: [
        Chart.Panel(
          y: Chart.Axis("Share of frames", unit: .fraction, scale: .fromZero), height: .half,
          marks: pools.importantFirst.map(histogram) + budget),
        Chart.Panel(
          y: Chart.Axis("Cumulative share of frames", unit: .fraction, domain: 0...1),
          height: .half, marks: pools.importantFirst.map(cumulative) + budget.map(\.withoutLabels)),
      ],
      values: values, remarks: beyond, width: chartWidth)
  }

  // MARK: - Marks

  /// The edges of the bars in milliseconds.
  private var edges: [Double] {
    (0...Int((cut / width).rounded())).map { Double($0) * width }
  }

  private func shares(of pool: FrameTimePool) -> [Double] {
    let upTo = edges.map(pool.share(upTo:))
    return zip(upTo, upTo.dropFirst()).map { $1 - $0 }
  }

  private func histogram(_ pool: FrameTimePool) -> Chart.Mark {
    let shares = shares(of: pool)
    if pools.count == 1 {
      let bars = zip(edges, shares).map { Chart.Bar(from: $0, to: $0 + width, height: $1) }
      return Chart.Mark(.bars(bars), ink: pool.ink)
    }
    let points = zip(edges, shares).map { Chart.Point($0, $1) } + [.init(cut, 0)]
    return Chart.Mark(.steps([points]), ink: pool.ink, name: pool.legend)
  }

  private func cumulative(_ pool: FrameTimePool) -> Chart.Mark {
    let count = 200
    let points = (0...count).map { index -> Chart.Point in
      let time = cut * Double(index) / Double(count)
      return Chart.Point(time, pool.share(upTo: time))
    }
    return Chart.Mark(
      .line([points]), ink: pool.ink, name: pools.count == 1 ? nil : pool.legend)
  }

  // MARK: - Text and values

  private var description: String {
    pools.importantFirst.filter { $0.ink != .quiet }.map { pool in
      let ends = [0.5, 0.99].map { FrameTimes.text(pool.quantile($0)) }
      return """
        \(pool.name): half of \(pool.sorted.count) frames last up to \(ends[0]), 99% up to \(ends[1]).
        """
    }.joined(separator: " ")
  }

  private var beyond: [String] {
    let counts = pools.compactMap { pool -> String? in
      let limit = Nanoseconds((cut * 1e6).rounded())
      let count = pool.sorted.longest { $0 > limit }.count
      return count == 0 ? nil : "\(count) of \(pool.sorted.count) (\(pool.name))"
    }
    guard !counts.isEmpty else { return [] }
    return [
      "Frames longer than \(FrameTimes.text(cut)) are not drawn: \(counts.joined(separator: ", "))."
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
      })
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
