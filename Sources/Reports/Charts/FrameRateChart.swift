internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The frame-rate points of some runs, their average, and the band of stable points around it.
struct FrameRateChart {
  private let runs: [ChartedRun]
  private let title: String
  private let anchor: Anchor
  private let isCompact: Bool

  /// With more points than this, only a line is drawn.
  private static let mostDots = 400

  /// Prepares a chart with one panel per run.
  ///
  /// Runs without points are left out. `isCompact` is whether it is one of a group.
  init(of runs: [ChartedRun], title: String, anchor: Anchor, isCompact: Bool = false) {
    self.runs = runs.filter { !$0.profile.points.isEmpty }
    self.title = title
    self.anchor = anchor
    self.isCompact = isCompact
  }

  /// `nil` if no run has a point.
  var chart: Chart? {
    guard !runs.isEmpty else { return nil }
    let highest = self.highest
    return Chart(
      anchor: anchor, title: title, description: description,
      x: Chart.Axis("Time", scale: .time, domain: 0...runs.span),
      panels: runs.map { panel(of: $0, upTo: highest) }, values: values,
      width: isCompact ? .compact : .full)
  }

  // MARK: - Panels

  private func panel(of run: ChartedRun, upTo highest: Double) -> Chart.Panel {
    let heading = runs.count == 1 ? "Frame rate" : "\(run.name): frame rate"
    let average = run.profile.averageFrameRate
    let reach = reach(of: run)
    let band = Chart.Band(from: average - reach, to: average + reach)
    let tolerance = ParameterWording.plain(run.parameters.stabilityTolerance * 100)
    return Chart.Panel(
      // All panels have the same range, so that runs can be compared.
      y: Chart.Axis(heading, unit: .framesPerSecond, scale: .fromZero, inSight: [highest]),
      height: runs.count == 1 ? .full : .half,
      marks: points(of: run) + [
        .init(
          .rules([.init(average, label: Self.text(average))], along: .y), ink: .strong,
          name: "Average"),
        .init(.bands([band], along: .y), ink: .series(0), name: "Average ± \(tolerance)%"),
      ])
  }

  private var highest: Double {
    runs.map { run in
      let points = run.profile.points.lazy.map(\.rate).max() ?? 0
      return max(points, run.profile.averageFrameRate + reach(of: run))
    }.max() ?? 0
  }

  private func points(of run: ChartedRun) -> [Chart.Mark] {
    var line = Envelope(over: 0...runs.span, columns: isCompact ? 720 : 1600)
    for point in run.profile.points { line.add(Self.place(point), point.rate) }
    guard run.profile.points.count <= Self.mostDots else {
      return [Chart.Mark(.line(line.lines), ink: .series(0), name: "Frame-rate point")]
    }
    func dots(
      _ isStable: Bool, _ outline: Chart.Symbol.Outline, _ ink: Chart.Ink, _ name: String
    ) -> [Chart.Mark] {
      let points = run.profile.points.filter { self.isStable($0, run) == isStable }
        .map { Chart.Point(Self.place($0), $0.rate) }
      return points.isEmpty
        ? [] : [Chart.Mark(.dots(points, Chart.Symbol(outline)), ink: ink, name: name)]
    }
    return dots(true, .circle, .series(0), "Stable point")
      + dots(false, .cross, .worse, "Frame-rate point outside the tolerance")
      + [Chart.Mark(.line(line.lines), ink: .quiet)]
  }

  /// The middle of a point's window, in seconds.
  private static func place(_ point: RunProfile.Point) -> Double {
    (point.start.seconds + point.end.seconds) / 2
  }

  private func reach(of run: ChartedRun) -> Double {
    run.profile.averageFrameRate * run.parameters.stabilityTolerance
  }

  private func isStable(_ point: RunProfile.Point, _ run: ChartedRun) -> Bool {
    abs(point.rate - run.profile.averageFrameRate) <= reach(of: run)
  }

  // MARK: - Text and values

  private static func text(_ rate: Double) -> String {
    Printing(decimals: 1, showsUnit: true).text(Quantity(rate, .framesPerSecond))
  }

  private var description: String {
    runs.map { run in
      let name = runs.count == 1 ? "" : "\(run.name): "
      let stable = run.profile.points.count { isStable($0, run) }
      return """
        \(name)\(stable) of \(run.profile.points.count) frame-rate points lie in the band around the \
        average of \(Self.text(run.profile.averageFrameRate)).
        """
    }.joined(separator: " ")
  }

  private var values: Table {
    let lengths = runs.lazy.flatMap { $0.profile.points.lazy.map { ($0.end - $0.start).seconds } }
    let longest = lengths.max() ?? 1
    let rows = TimeRows(over: runs.span, most: isCompact ? 12 : 40, least: longest)
    let columns = runs.flatMap { run in
      let name = runs.count == 1 ? "" : "\(run.name) "
      return [
        Table.Column("\(name)Lowest", unit: .framesPerSecond),
        Table.Column("\(name)Highest", unit: .framesPerSecond),
      ]
    }
    let extremes = runs.map { Self.extremes(of: $0, rows) }
    return Table(
      anchor: Anchor("\(anchor.name) values"),
      caption: "Lowest and highest frame rate in each time interval", corner: "Time",
      columns: columns,
      rows: (0..<rows.count).map { row in
        Table.Row(rows.header(row), cells: extremes.flatMap { Self.cells($0[row]) })
      })
  }

  private static func extremes(of run: ChartedRun, _ rows: TimeRows) -> [ClosedRange<Double>?] {
    var extremes = [ClosedRange<Double>?](repeating: nil, count: rows.count)
    for point in run.profile.points {
      let row = rows.row(of: point.end.seconds)
      let range = extremes[row] ?? point.rate...point.rate
      extremes[row] = min(range.lowerBound, point.rate)...max(range.upperBound, point.rate)
    }
    return extremes
  }

  private static func cells(_ range: ClosedRange<Double>?) -> [Cell] {
    guard let range else { return [.empty, .empty] }
    return [range.lowerBound, range.upperBound].map { .quantity(Quantity($0, .framesPerSecond)) }
  }
}
