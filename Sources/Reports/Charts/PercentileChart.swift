internal import Analysis
internal import Documents
internal import Units

/// The percentiles of frame times, on a scale that expands towards the longest frames: each further
/// nine of 99.9% takes as much space as the first.
struct PercentileChart {
  private let pools: [FrameTimePool]
  private let refreshRate: Double?
  private let title: String
  private let anchor: Anchor
  private let width: Chart.Width

  /// The number of steps per further nine.
  private static let steps = 24
  /// The factor of a step on the share of longer frames: 10 to the power of −1/24.
  private static let ratio = 0.9085175756516871

  /// Prepares the chart of at least one pool, each with a frame.
  ///
  /// `refreshRate` is in hertz, if all pools have the same.
  init(
    of pools: [FrameTimePool], refreshRate: Double?, title: String = "Percentiles of frame times",
    anchor: Anchor = "chart-percentiles", width: Chart.Width = .wide
  ) {
    self.title = title
    self.anchor = anchor
    self.width = width
    self.pools = pools
    self.refreshRate = refreshRate
  }

  var chart: Chart {
    let scale = FrameTimeAxis.scale(for: pools.map(\.sorted))
    let longest = pools.map { $0.quantile(1) }.max() ?? 0
    return Chart(
      anchor: anchor, title: title, description: description,
      x: Chart.Axis("Percentile of the frame times", ticks: ticks),
      panels: [
        Chart.Panel(
          y: Chart.Axis("Frame time", unit: .milliseconds, scale: scale),
          marks: pools.importantFirst.map(line)
            + FrameTimeAxis.budget(refreshRate, longest: longest, along: .y))
      ],
      values: values, width: width)
  }

  /// The ticks, positioned by their number of nines; 50% has 0.3.
  private var ticks: [Chart.Axis.Tick] {
    let nines = (3..<8).map { count in
      Chart.Axis.Tick(Double(count), "99.\(String(repeating: "9", count: count - 2))%")
    }
    return [.init(0.301_03, "50%"), .init(1, "90%"), .init(2, "99%")] + nines
  }

  private func line(_ pool: FrameTimePool) -> Chart.Mark {
    var points: [Chart.Point] = []
    var longer = 1.0
    var step = 0
    // The last step is that of the longest frame.
    while longer * Double(pool.sorted.count) >= 1 || step == 0 {
      points.append(Chart.Point(Double(step) / Double(Self.steps), pool.quantile(1 - longer)))
      longer *= Self.ratio
      step += 1
    }
    points.append(Chart.Point(Double(step) / Double(Self.steps), pool.quantile(1)))
    return Chart.Mark(
      .line([points]), ink: pool.ink, name: pools.count == 1 ? nil : pool.legend)
  }

  // MARK: - Text and values

  private static let shares = [0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]

  private var description: String {
    pools.importantFirst.filter { $0.ink != .quiet }.map { pool in
      let ends = [0.99, 0.999, 1].map { FrameTimeAxis.text(pool.quantile($0)) }
      return """
        \(pool.name): 99% are shorter than \(ends[0]), 99.9% than \(ends[1]); the longest lasts \
        \(ends[2]).
        """
    }.joined(separator: " ")
  }

  private var values: Table {
    Table(
      anchor: Anchor("\(anchor.name) values"), caption: "Percentiles of frame times",
      corner: "Percentile",
      columns: pools.map { Table.Column($0.name, unit: .milliseconds) },
      rows: Self.shares.map { share in
        Table.Row(
          "\(ParameterWording.plain(share * 100))%",
          cells: pools.map { .quantity(Quantity($0.quantile(share), .milliseconds)) })
      })
  }
}
