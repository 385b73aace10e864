internal import Decoding
internal import Recordings
internal import Units

/// Collects the rows of an export's tables, by process and display.
struct XctraceExport {
  private var streams: [String: XctraceStream] = [:]
  private var shared = XctraceStream.Shared()
  private var refreshes = XctraceRefreshes()
  private var description = RunDescription()
  private var hasMainDisplay = false
  private var hasDisplays = false
  private var issues = IssueLog()

  /// The maximum number of processes and displays in an export.
  private static let mostStreams = 1 << 10

  /// Reads the tables that `xctrace export` wrote; O(bytes).
  ///
  /// - Returns: one run per process or display; the run with the most rows comes first.
  /// - Throws: if the text is not XML, it has no known table, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var rows = XctraceTableReader()
    var export = XctraceExport()
    var (name, schema): (String, XctraceSchema?) = ("", nil)
    while try rows.next(in: &source) {
      if rows.row.schema != name {
        name = rows.row.schema
        schema = XctraceSchema.named(name)
      }
      guard let schema else { continue }
      if !schema.take(rows.row, &export) { export.issues.note(.unusableRow, line: nil) }
    }
    export.issues.add(rows.issues)
    try export.check(rows.schemas, path: source.name)
    return export.runs(source: source.name, dialect: dialect)
  }

  /// Finds or adds the rows of a process or display, and lets a function change them.
  ///
  /// - Parameters:
  ///   - name: the name of the process or display; `nil` if the table has no name.
  ///   - change: receives the rows of the process or display, and the remaining capacities.
  mutating func change(
    _ name: String?, _ change: (inout XctraceStream, inout XctraceStream.Shared) -> Void
  ) {
    let key = name ?? ""
    guard streams[key] != nil || streams.count < Self.mostStreams else {
      return issues.note(.tooMany, line: nil, found: "processes")
    }
    let count = streams.count
    change(&streams[key, default: XctraceStream(position: count)], &shared)
  }

  /// Adds a refresh of a display, for the measured refresh rate.
  mutating func addRefresh(at time: Nanoseconds, of display: String?) {
    refreshes.add(at: time, of: display ?? "")
  }

  /// Stores the refresh rate and the resolution of a display of the device.
  ///
  /// The values of the main display are stored; without a main display, those of the first display.
  mutating func noteDisplay(refreshRate: Double, resolution: String?, isMain: Bool) {
    guard !hasDisplays || isMain && !hasMainDisplay else { return }
    hasDisplays = true
    hasMainDisplay = isMain
    description.device.refreshRate = refreshRate
    description.device.properties["resolution"] = resolution
  }

  // MARK: - Runs

  private func check(_ schemas: [String], path: String) throws(TraceError) {
    guard streams.isEmpty, !hasDisplays, refreshes.isEmpty else { return }
    let known = schemas.filter { XctraceSchema.named($0) != nil }
    if let issue = issues.inOrder.first(where: { $0.kind == .unusableRow }) {
      throw .noData(path: path, format: TraceFormat.xctrace.id, line: nil, firstIssue: issue)
    }
    if let table = known.first { throw .refused(path: path, .emptyTable(table)) }
    throw .refused(
      path: path,
      .otherTables(
        format: TraceFormat.xctrace.id, found: schemas, wanted: XctraceSchema.all.map(\.name)))
  }

  private func runs(source: String, dialect: String) -> [TraceRun] {
    let origin = Recording.Origin(
      source: source, format: TraceFormat.xctrace.id, dialect: dialect)
    var description = description
    // The measured refresh rate overrides the maximum rate of the display.
    description.device.refreshRate = refreshes.hertz ?? description.device.refreshRate
    guard !streams.isEmpty else {
      let reason =
        refreshes.isEmpty
        ? "the xctrace export contains a table of displays, but no frames"
        : """
        the export has refreshes of the display and no frames; also export displayed-surfaces-interval or \
        display-surface-swap
        """
      let recording = Recording(
        origin: origin, timeline: .withheld(because: reason),
        description: description, issues: issues.inOrder)
      return [TraceRun(recording)]
    }
    let hasSurfaces = !shared.surfaces.isEmpty
    let order = streams.filter { !hasSurfaces || !$0.value.hasOnlySwaps }.sorted { left, right in
      (right.value.rowCount, left.key) < (left.value.rowCount, right.key)
    }
    let presents = hasSurfaces ? shared.surfaces : shared.swaps
    let surfaces = presents.parted(into: streams.count)
    return order.map { name, stream in
      var origin = origin
      origin.stream = name.isEmpty ? nil : name
      return stream.run(of: surfaces, origin, description, issues)
    }
  }
}

/// Measures the refresh rates of the displays in an export by their refreshes.
struct XctraceRefreshes {
  /// The last refresh of a display, and the number of steps between refreshes per refresh rate.
  private struct Display {
    var last: Nanoseconds
    var rates: [Double: Int] = [:]
    var stepCount = 0
  }

  private var displays: [String: Display] = [:]

  /// The minimum number of steps between refreshes that a refresh rate is computed from.
  private static let leastSteps = 8
  private static let mostDisplays = 64

  var isEmpty: Bool { displays.isEmpty }

  /// Adds a refresh of a display.
  ///
  /// - Parameter time: on the trace's clock, in order for each display.
  mutating func add(at time: Nanoseconds, of display: String) {
    guard var known = displays[display] else {
      if displays.count < Self.mostDisplays { displays[display] = Display(last: time) }
      return
    }
    if time > known.last, let rate = NominalRefreshRate.hertz(every: time - known.last) {
      known.rates[rate, default: 0] += 1
      known.stepCount += 1
    }
    known.last = time
    displays[display] = known
  }

  /// The prevailing refresh rate, in hertz, of the display with the most refreshes; `nil` if this display has no
  /// prevailing rate.
  var hertz: Double? {
    let busiest = displays.max {
      ($0.value.stepCount, $1.key) < ($1.value.stepCount, $0.key)
    }
    guard let busiest, busiest.value.stepCount >= Self.leastSteps else { return nil }
    return NominalRefreshRate.prevailing(among: busiest.value.rates)
  }
}
