internal import Analysis
internal import Documents
internal import Units

/// The longest frames of all runs over time: one row per run, darker where frames were longer.
struct HeatMapChart {
  private let runs: [ChartedRun]
  private let title: String
  private let anchor: Anchor
  /// The frame times in milliseconds above which shades begin, ascending.
  private let limits: [Double]

  /// The number of intervals that the longest run is divided into.
  private static let columns = 60
  /// With more runs than this, the rows would fill several screens.
  static let most = 60

  /// Prepares the chart; `nil` for fewer than two or too many runs.
  ///
  /// Shades begin at multiples of the refresh, or of the typical frame of the fastest run.
  init?(
    of runs: [ChartedRun], title: String = "Longest frames of all runs over time",
    anchor: Anchor = "chart-heat-map"
  ) {
    guard (2...Self.most).contains(runs.count),
      let typical = runs.map({ $0.profile.sorted.quantile(0.5) / 1e6 }).min(), typical > 0
    else { return nil }
    (self.runs, self.title, self.anchor) = (runs, title, anchor)
    let refresh = runs.refreshRate.map { 1000 / $0 } ?? typical
    limits = [1.5, 2, 3, 5].map { $0 * refresh }
  }

  var chart: Chart {
    let maps = runs.map(levels)
    return Chart(
      anchor: anchor, title: title, description: description,
      x: Chart.Axis("Time", scale: .time, domain: 0...max(runs.span, 1e-3)),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", scale: .categories(runs.map(\.name))), height: .strip,
          marks: limits.indices.map { level in
            Chart.Mark(
              .boxes(maps.enumerated().flatMap { boxes(of: $1, level: level, row: $0) }),
              ink: .shade(level), name: "over \(FrameTimeAxis.text(limits[level]))")
          })
      ], values: values, width: .half)
  }

  /// The shade of each interval of a run; `nil` if all frames are short.
  private func levels(of run: ChartedRun) -> [Int?] {
    var longest = Array(repeating: 0.0, count: Self.columns)
    let span = max(runs.span, 1e-3)
    run.forEachFrame { end, frameTime, _ in
      let column = min(Int(end / span * Double(Self.columns)), Self.columns - 1)
      longest[column] = max(longest[column], frameTime)
    }
    return longest.map { time in limits.lastIndex { time > $0 } }
  }

  /// The rectangles of a shade in a row; equal neighbors are one rectangle.
  private func boxes(of map: [Int?], level: Int, row: Int) -> [Chart.Box] {
    let step = runs.span / Double(Self.columns)
    var boxes: [Chart.Box] = []
    var start: Int?
    for column in 0...map.count {
      let isInside = column < map.count && map[column] == level
      if isInside, start == nil { start = column }
      guard !isInside, let first = start else { continue }
      boxes.append(
        Chart.Box(
          x: Double(first) * step...Double(column) * step,
          y: Double(row) - 0.42...Double(row) + 0.42))
      start = nil
    }
    return boxes
  }

  private var description: String {
    let slowest = runs.max { $0.longest < $1.longest }
    let rows = "\(runs.count) runs, one row per run."
    return slowest.map {
      "\(rows) The longest frame is in \($0.name): \(FrameTimeAxis.text($0.longest))."
    } ?? rows
  }

  private var values: Table {
    Table(
      anchor: Anchor("\(anchor.name) values"), caption: "Longest frame of each run", corner: "Run",
      columns: [Table.Column("Longest", unit: .milliseconds)],
      rows: runs.map {
        Table.Row($0.name, cells: [.quantity(Quantity($0.longest, .milliseconds))])
      })
  }
}
