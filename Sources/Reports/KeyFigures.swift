internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The few figures that say how fast and how smooth some runs are, which an analysis shows first.
enum KeyFigures {
  /// The metrics, in order, as far as a run has them.
  private static let metrics: [Metric.ID] = [
    "fps.avg", OwnMeasure.sampledFrameRate, "fps.floor95", freeze, "hitch.count", "hitch.ratio",
    "fps.low1.average", "fps.stability", "frametime.p50", "frametime.p99", pacing, "response.avg",
    "cpu.avg", "gpu.avg", "memory.max",
  ]
  /// Figures that a capturing tool itself shows first; their names may be another tool's words for another figure, so the
  /// id stands beside them.
  private static let leads: [Metric.ID] = [
    "flashlight.fps", "flashlight.cpu", "gfxinfo.janky", "rtss.low1", "rtss.low0.1",
    "timestats.janky", "vrapi.stale-frames-per-second",
  ]

  /// So many numbers of a run, such as its time to start, stand for the figures if it has no frames at all.
  private static let mostNumbers = 4
  /// Shown with the place of the freeze.
  private static let freeze = "freeze.longest"
  /// Shown only beside the pacing of the screen.
  private static let pacing = "pacing.error"

  /// The table: one tile per figure for one run, otherwise one column per run; `nil` if the runs have none of these
  /// figures.
  ///
  /// Without a frame rate, as in summaries of Android, hitches and the work of frames take its place.
  static func table(of runs: [RunSummary], among all: [Metric]) -> Table? {
    let known = Set(all.map(\.id))
    let work = known.contains("fps.avg") ? [] : Metric.frameWork.map(\.id)
    let isAboutFrames = known.contains { id in
      ["fps.avg", OwnMeasure.sampledFrameRate, "hitch.ratio"].contains(id)
        || leads.contains(id) || work.contains(id)
    }
    let numbers = isAboutFrames ? [] : runs[0].description.scalars.prefix(mostNumbers).map(\.name)
    let ids: [Metric.ID] = Array(metrics[..<2]) + leads + numbers + metrics[2...] + work
    let hasScreen = runs.contains(where: \.hasScreen)
    let rows = ids.compactMap { id in all.first { $0.id == id } }
      .filter { $0.id != pacing || hasScreen }.prefix(metrics.count)
    guard !rows.isEmpty else { return nil }
    guard runs.count > 1 else { return tiles(of: runs[0], rows) }
    let both = rows.flatMap { metric in
      [metric] + all.filter { hasScreen && $0.id == metric.twinOnScreen }
    }
    return columns(of: runs, both)
  }

  private static func table(columns: [Table.Column], rows: [Table.Row]) -> Table {
    Table(
      anchor: "key-figures", caption: "Key figures", corner: "Figure", columns: columns, rows: rows)
  }

  // MARK: - One run

  /// Figures that are the details of others.
  private static let folded: Set<Metric.ID> = ["hitch.count", "frametime.p50"]

  private static func tiles(of run: RunSummary, _ metrics: ArraySlice<Metric>) -> Table {
    let values = run.hasScreen ? [presented, onScreen] : [Table.Column("Value")]
    return table(
      columns: values + [Table.Column("Detail", .leading)],
      rows: metrics.filter { !folded.contains($0.id) }.map { metric in
        let ids = run.hasScreen ? [metric.id, metric.twinOnScreen] : [metric.id]
        let cells = ids.map { id in
          id.flatMap { run[$0] }.map { Cell.value($0.value, of: metric, printing(of: metric)) }
        }
        return Table.Row(
          metric.words, id: metric.id,
          cells: cells.map { $0 ?? .empty } + [.text(detail(of: metric, run) ?? "")])
      }
    ).tiled
  }

  /// The column of figures that are computed from the presents.
  static let presented = Table.Column("Presented")
  /// The column of figures that are computed from the times at which frames reached the screen.
  static let onScreen = Table.Column("On screen")

  private static func printing(of metric: Metric) -> Printing {
    metric.unit == .fraction
      ? Printing(isBrief: true)
      : Printing(decimals: metric.digits, showsUnit: true, isScaled: metric.isScaled)
  }

  /// What a figure means, or a second figure that belongs to it; `nil` if there is nothing to add.
  private static func detail(of metric: Metric, _ run: RunSummary) -> String? {
    func text(_ id: Metric.ID) -> String? {
      run.values.first { $0.metric.id == id }.flatMap { metric, value in
        value.value.value.map { printing(of: metric).text(Quantity($0, metric.unit)) }
      }
    }
    let parameters = run.parameters
    switch metric.id {
    case "fps.avg": return text("frametime.p50").map { "median frame \($0)" }
    case "fps.floor95": return "95% of frames reach it"
    case freeze: return run.longestFreeze.map { "at \(TimeRows.text($0.start.seconds))" }
    case "hitch.ratio": return hitches(of: run)
    case "fps.low1.average": return "of the slowest 1% of frames"
    case "fps.stability":
      return
        "within ±\(ParameterWording.plain(parameters.stabilityTolerance * 100))% of the average"
    case "frametime.p99": return "99% of frames are shorter"
    case pacing: return "unevenness of frame times"
    case "response.avg":
      let lag = ParameterWording.plain(parameters.inputLag.milliseconds)
      return "estimate, --input-lag \(lag)"
    case "cpu.avg": return text("cpu.max").map { "highest \($0)" }
    case "gpu.avg": return text("gpu.max").map { "highest \($0)" }
    case "memory.max": return text("memory.avg").map { "average \($0)" }
    default: return leads.contains(metric.id) ? metric.id : nil
    }
  }

  private static func hitches(of run: RunSummary) -> String? {
    // A reported count may be any number.
    guard let count = run["hitch.count"]?.value.value.flatMap(Int.init(exactly:)),
      let hertz = run.parameters.refreshRate.hertz
    else { return nil }
    // Beside the times on the screen, these are the other ones.
    let frames = counted(count, run.hasScreen ? "present" : "frame")
    return "\(frames) over \(FrameTimeAxis.text(1500 / hertz))"
  }

  // MARK: - Several runs

  private static func columns(of runs: [RunSummary], _ metrics: [Metric]) -> Table {
    table(
      columns: runs.map { Table.Column($0.name) },
      rows: metrics.flatMap { metric in
        let row = Table.Row(
          metric.title, id: metric.id,
          cells: runs.map { run in
            run[metric.id].map { Cell.value($0.value, of: metric, metric.printing) } ?? .empty
          })
        return metric.id == freeze ? [row, starts(of: runs)].compactMap(\.self) : [row]
      })
  }

  /// Where in each run its longest freeze begins; `nil` if this is unknown for all runs.
  private static func starts(of runs: [RunSummary]) -> Table.Row? {
    guard runs.contains(where: { $0.longestFreeze != nil }) else { return nil }
    return Table.Row(
      "Start of the longest freeze (s)", id: "\(freeze).start",
      cells: runs.map { run in
        run.longestFreeze.map {
          .quantity(Quantity($0.start.seconds, .seconds), .decimals(3))
        } ?? .empty
      })
  }
}

extension RunSummary {
  /// Whether the run shows when frames reached the screen.
  var hasScreen: Bool {
    values.contains { $0.metric.isOnScreen && $0.value.value.value != nil }
  }
}
