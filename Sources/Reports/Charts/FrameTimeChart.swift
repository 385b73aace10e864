internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// Every frame of a run over time, with its budget, late frames and counters.
struct FrameTimeChart {
  private let runs: [ChartedRun]
  private let title: String
  private let anchor: Anchor
  private let detail: Detail

  enum Detail {
    /// Frames, and counters below them.
    case whole
    /// Frames only.
    case frames
    /// The frames of all runs in one panel.
    case overlaid
  }

  /// More columns than the picture has pixels; many more where a page can enlarge a part.
  private var columns: Int {
    switch detail {
    case .whole: 3000
    case .frames: 720
    case .overlaid: 1600
    }
  }

  /// Prepares a chart with one panel per run, or one for all, for at least one run.
  init(of runs: [ChartedRun], title: String, anchor: Anchor, detail: Detail) {
    self.runs = runs
    self.title = title
    self.anchor = anchor
    self.detail = detail
  }

  var chart: Chart {
    Chart(
      anchor: anchor, title: title, description: description,
      x: Chart.Axis("Time", scale: .time, domain: 0...max(runs.span, 1e-3)),
      panels: detail == .overlaid ? [overlay] : runs.flatMap(panels), values: values,
      isForTerminals: detail == .whole,
      width: detail == .frames ? .compact : .full)
  }

  // MARK: - Panels

  /// All runs on one scale, each in its color.
  private var overlay: Chart.Panel {
    let lines = runs.enumerated().map { index, run in
      Chart.Mark(line(of: run).shape, ink: .series(index), name: run.name)
    }
    let longest = runs.map(\.longest).max() ?? 0
    return Chart.Panel(
      y: Chart.Axis(
        "Frame time", unit: .milliseconds,
        scale: FrameTimeAxis.scale(for: runs.map(\.profile.sorted)),
        inSight: ends),
      marks: lines + FrameTimeAxis.budget(runs.refreshRate, longest: longest, along: .y))
  }

  private func panels(of run: ChartedRun) -> [Chart.Panel] {
    let heading = runs.count == 1 ? "Frame time" : "\(run.name): frame time"
    let axis = Chart.Axis(
      heading, unit: .milliseconds, scale: FrameTimeAxis.scale(for: runs.map(\.profile.sorted)),
      inSight: ends)
    let budget = FrameTimeAxis.budget(
      run.parameters.refreshRate.hertz, longest: run.longest, along: .y)
    let frames = Chart.Panel(
      y: axis, height: runs.count == 1 ? .full : .half,
      marks: screen(of: run) + [line(of: run)] + budget + markers(of: run) + longest(of: run))
    return [frames] + events(of: run) + (detail == .whole ? lanes(of: run) : [])
  }

  /// The highest values in all panels, so that runs can be compared.
  private var ends: [Double] {
    runs.flatMap { [$0.longest, $0.longestOnScreen, ($0.profile.sorted.first ?? 0).milliseconds] }
  }

  /// The frames by the times at which they reached the screen, as a second line below the first.
  private func screen(of run: ChartedRun) -> [Chart.Mark] {
    guard run.profile.screen != nil else { return [] }
    var steps = FrameSteps(over: runs.span, columns: columns)
    run.forEachFrameOnScreen { steps.add(upTo: $0, $1, begins: $2) }
    return [Chart.Mark(steps.shape, ink: .series(1), name: "On screen")]
  }

  private func line(of run: ChartedRun) -> Chart.Mark {
    var steps = FrameSteps(over: runs.span, columns: columns)
    run.forEachFrame { steps.add(upTo: $0, $1, begins: $2) }
    let name = run.profile.screen == nil ? "Frame time" : "Presented"
    return Chart.Mark(steps.shape, ink: .series(0), name: name)
  }

  /// Labels the longest frame, unless all frames are about equal.
  private func longest(of run: ChartedRun) -> [Chart.Mark] {
    guard run.longest > run.profile.sorted.quantile(0.5) / 1e6 * 1.5 else { return [] }
    let point = Chart.Point(
      run.profile.longestEnd.seconds, run.longest, note: FrameTimeAxis.text(run.longest))
    return [Chart.Mark(.words([point]), ink: .strong)]
  }

  private func markers(of run: ChartedRun) -> [Chart.Mark] {
    let kinds: [(isActivity: Bool, ink: Chart.Ink, name: String)] = [
      (true, .quiet, "Activity"), (false, .series(1), "Marker"),
    ]
    return kinds.compactMap { kind in
      let bands = run.profile.markers.filter { $0.isActivity == kind.isActivity }.map {
        Chart.Band(from: $0.start.seconds, to: $0.end.seconds, label: $0.name)
      }
      guard !bands.isEmpty else { return nil }
      return Chart.Mark(.bands(bands, along: .x), ink: kind.ink, name: kind.name)
    }
  }

  private func events(of run: ChartedRun) -> [Chart.Panel] {
    let kinds: [(name: String, positions: [Int]?, ink: Chart.Ink)] = [
      ("Hitches", run.profile.hitches, .warning), ("Janks", run.profile.janks, .worse),
    ]
    let rows = kinds.compactMap { kind in
      kind.positions.map { (kind.name, run.ends(of: $0), kind.ink) }
    }
    guard rows.contains(where: { !$0.1.isEmpty }) else { return [] }
    let marks = rows.enumerated().map { index, row in
      Chart.Mark(
        .dots(row.1.map { .init($0, Double(index)) }, Chart.Symbol(.tick)), ink: row.2)
    }
    let axis = Chart.Axis("", scale: .categories(rows.map(\.0)))
    return [Chart.Panel(y: axis, height: .strip, marks: marks)]
  }

  private func lanes(of run: ChartedRun) -> [Chart.Panel] {
    CounterLanes.panels(of: run.profile.lanes)
  }

  // MARK: - Text and values

  private var description: String {
    runs.map { run in
      let name = runs.count == 1 ? "" : "\(run.name): "
      let end = TimeRows.text(run.profile.longestEnd.seconds)
      let late = [
        run.profile.hitches.map { counted($0.count, "hitch", "hitches") },
        run.profile.janks.map { counted($0.count, "jank") },
      ].compactMap(\.self)
      return """
        \(name)\(counted(run.profile.frames.count, "frame")) in \
        \(TimeRows.text(run.profile.span.seconds)), the longest of \(FrameTimeAxis.text(run.longest)) at \
        \(end)\(late.isEmpty ? "" : "; \(late.listed)").
        """
    }.joined(separator: " ")
  }

  private var values: Table {
    let rows = TimeRows(over: runs.span, most: detail == .whole ? 40 : 12)
    let tallies = runs.map { FrameTally(of: $0, rows: rows) }
    let columns = runs.flatMap { run in
      let name = runs.count == 1 ? "" : "\(run.name) "
      return [Table.Column("\(name)Frames"), .init("\(name)Longest", unit: .milliseconds)]
    }
    return Table(
      anchor: Anchor("\(anchor.name) values"),
      caption: "Number of frames and longest frame in each time interval",
      corner: "Time", columns: columns,
      rows: (0..<rows.count).map { row in
        Table.Row(rows.header(row), cells: tallies.flatMap { $0.cells(row) })
      })
  }
}

/// Frames as steps from their start to their end, so that a long one is a plateau and a pause is a gap.
private struct FrameSteps {
  private var line: Envelope
  private var spans: [Chart.Spans] = []
  private var start = 0.0
  private var lengths: [Double] = []
  private var last: (end: Double, length: Double)?
  private var count = 0

  /// With more frames than this, a page has only what the picture shows: each frame takes about five bytes.
  private static let mostExact = 20_000

  init(over span: Double, columns: Int) {
    line = Envelope(over: 0...max(span, 1e-3), columns: columns, isStepped: true)
  }

  /// Adds the next frame, from its end in seconds and its length in milliseconds.
  mutating func add(upTo end: Double, _ length: Double, begins: Bool) {
    let begin = last.map { begins ? end - length / 1000 : $0.end } ?? end - length / 1000
    if begins || last == nil {
      finish()
      start = begin
    }
    line.add(max(begin, 0), length)
    count += 1
    if count <= Self.mostExact { lengths.append(length) }
    last = (end, length)
  }

  private mutating func finish() {
    if let last { line.add(last.end, last.length) }
    line.breakLine()
    if !lengths.isEmpty { spans.append(Chart.Spans(from: start, lengths: lengths)) }
    lengths = []
  }

  var shape: Chart.Shape {
    var whole = self
    whole.finish()
    return .steps(whole.line.lines, of: count > Self.mostExact ? [] : whole.spans)
  }
}

/// The frames of a run, counted per interval of time.
private struct FrameTally {
  private let frames: [Int]
  private let longest: [Double]

  init(of run: ChartedRun, rows: TimeRows) {
    var frames = Array(repeating: 0, count: rows.count)
    var longest = Array(repeating: 0.0, count: rows.count)
    run.forEachFrame { end, frameTime, _ in
      let row = rows.row(of: end)
      frames[row] += 1
      longest[row] = max(longest[row], frameTime)
    }
    (self.frames, self.longest) = (frames, longest)
  }

  func cells(_ row: Int) -> [Cell] {
    let count = Cell.quantity(Quantity(Double(frames[row]), .count), .decimals(0))
    guard frames[row] > 0 else { return [count, .empty] }
    return [count, .quantity(Quantity(longest[row], .milliseconds))]
  }
}

/// Counters over time, each in its own panel.
enum CounterLanes {
  /// The panels of a run's counters.
  ///
  /// Threads have another chart.
  static func panels(of lanes: [RunProfile.Lane]) -> [Chart.Panel] {
    roles.compactMap { role, title in
      lanes.first { $0.role == role }.map { panel(of: $0, title: title) }
    }
  }

  /// The counters from top to bottom.
  private static let roles: [(Counter.Role, String)] = [
    (.cpu, "CPU usage"), (.gpu, "GPU usage"), (.memory, "Memory"), (.power, "Power"),
    (.temperature, "Temperature"), (.battery, "Battery"),
  ]

  private static func panel(of lane: RunProfile.Lane, title: String) -> Chart.Panel {
    let isBytes = lane.unit == .bytes
    let lines = lane.stretches.map { samples in
      samples.map { Chart.Point($0.time.seconds, isBytes ? $0.value / 1e6 : $0.value) }
    }
    let isWhole = lines.allSatisfy { $0.allSatisfy { (0...1).contains($0.y) } }
    let axis = Chart.Axis(
      title, unit: isBytes ? .megabytes : lane.unit,
      domain: lane.unit == .fraction && isWhole ? 0...1 : nil)
    return Chart.Panel(y: axis, height: .lane, marks: [.init(.line(lines), ink: .quiet)])
  }
}

/// Divides a duration into table rows of a round length, few enough to read.
struct TimeRows {
  /// The length of each row, in seconds.
  let step: Double
  let count: Int

  private static let steps: [Double] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600,
  ]

  /// Divides a duration.
  ///
  /// - Parameters:
  ///   - seconds: the duration.
  ///   - most: the largest number of rows.
  ///   - least: the smallest length of a row, in seconds.
  init(over seconds: Double, most: Int, least: Double = 0.01) {
    let needed = max(seconds / Double(most), least)
    let hours = (needed / 3600).rounded(.up) * 3600
    step = Self.steps.first { $0 >= needed } ?? hours
    count = max(1, Int((seconds / step - 1e-9).rounded(.up)))
  }

  /// The row of something that ends at a time, in seconds.
  func row(of end: Double) -> Int {
    min(max(Int((end / step - 1e-9).rounded(.down)), 0), count - 1)
  }

  /// The header of a row, such as `0–5 s`.
  func header(_ row: Int) -> String {
    let decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0
    let ends = [Double(row) * step, Double(row + 1) * step].map {
      SpreadsheetRounding.text($0, decimals: decimals)
    }
    return "\(ends[0])–\(ends[1]) s"
  }

  /// A time in seconds, for sentences.
  static func text(_ seconds: Double) -> String {
    Printing(decimals: 1, showsUnit: true).text(Quantity(seconds, .seconds))
  }
}
