internal import Analysis
internal import Arguments
internal import Documents
internal import Recordings
internal import RunStore
internal import TraceReaders
internal import Units
internal import Workbench

/// Options that several commands share.
enum CommonOptions {
  static let color = Option(
    "color", .cases("WHEN"), default: ColorChoice.auto, setting: "colors",
    help: "when to print in color",
    details: "“auto” does so on terminals, unless NO_COLOR is set.")

  static let noConfig = Flag(
    "no-config",
    help: "ignore hitchmark.json")

  static let store = Option(
    "store", .path, default: DefaultStore.path, environment: DefaultStore.variable,
    setting: "store",
    help: "the store: an SQLite file, or the address of a ClickHouse cluster"
  ).shared

  static let output = Option(
    "output", short: "o", .path,
    help: "write to this file or folder",
    details: "Without --format, the ending of the file selects the format."
  ).shared

  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: Renderer.all, name: \.id)),
    help: "write in these formats",
    details: "Default: by the ending of --output, or else text."
  ).shared

  static let watch = Flag(
    "watch",
    help: "repeat whenever files change, until Ctrl-C")

  static let details = Flag(
    "details",
    help: "also print what the first screen leaves out",
    details: "Pages and files of other formats have it anyway."
  ).shared

  static let standalone = Flag(
    "standalone",
    help: "write a whole LaTeX document with charts",
    details: "Default: a fragment for \\input."
  ).shared

  static let window = Option(
    "window", .integer(in: 1...100_000),
    help: "take so many of the newest commits as new",
    details: "Default: 20.")

  static let noiseFloors = Option(
    repeating: "noise-floor", .keyValue.named("METRIC=VALUE"),
    help: "ignore smaller changes of the metric, as in frametime.p95=2%",
    details: "It replaces the floor that the suite sets. With 0%, every proved change counts."
  ).shared

  static func floors(_ values: ParsedValues) -> NoiseFloorOptions {
    NoiseFloorOptions(values[noiseFloors].map { ($0.key, $0.value) })
  }

  static let segments = Flag(
    "segments",
    help: "also show each lap or other marked part of a run")

  static let judgedSegments = Flag(
    "segments",
    help: "also judge each lap or other marked part",
    details: "This reads the frames of all runs, which takes longer.")

  static let strict = Flag(
    "strict",
    help: "exit with 2 if a data-quality check warns, or finds data loss"
  ).shared

  /// Ends a strict command whose data has quality warnings, after it has printed everything.
  static func hold(_ runs: [RunSummary], to values: ParsedValues) throws {
    guard values[strict] else { return }
    let flawed = runs.count { $0.worstFlaw.map { $0 > .note } ?? false }
    if flawed > 0 { throw Failure.flawed(runs: flawed, of: runs.count) }
  }

  static let suite = Option(
    "suite", .text.named("SUITE"), setting: "suite",
    help: "use only runs of this suite"
  ).shared
  static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "use only runs of this stage"
  ).shared

  static let device = Option(
    "device", .text.named("NAME"),
    help: "use only runs of this device"
  ).shared
  static let order = Option(
    "order", .path,
    help: "take the order of commits from this file, not from Git",
    details: "It has one commit id per line, oldest first."
  ).shared

  /// The filter for the runs that the options `--suite` and `--stage` select.
  static func filter(_ values: ParsedValues) -> RunFilter {
    RunFilter(suite: values[suite], stage: values[stage])
  }
}

/// The options of the commands that add runs: `ingest` and `import`.
enum AddingOptions {
  static let device = Option(
    "device", .text.named("NAME"),
    help: "the device that was measured")
  static let labels = Option(
    repeating: "label", .keyValue,
    help: "label the runs")
  static let dryRun = Flag(
    "dry-run",
    help: "read everything and store nothing")
}

/// What the options of the commands that read series ask for: `trend` and `calibrate`.
enum SeriesOptions {
  static func filter(_ values: ParsedValues) -> RunFilter {
    var filter = CommonOptions.filter(values)
    filter.device = values[CommonOptions.device]
    return filter
  }

  static func metrics(
    _ values: ParsedValues, named metrics: Option<[String]?>, all: Flag
  ) -> TrendMetrics {
    if values[all], !values.isGiven(metrics) { return .all }
    return values[metrics].map { .named($0) } ?? .ofTables
  }
}

/// The options that cut a part out of each run.
enum CutOptions {
  static let from = Option(
    "from", .text.named("TIME"),
    help: "leave out frames before this time since the start, such as 12s or 1:30"
  ).shared
  static let to = Option(
    "to", .text.named("TIME"),
    help: "leave out frames after this time since the start"
  ).shared

  /// The part of each run that counts; `nil` if the options do not limit it.
  static func cut(_ values: ParsedValues) throws -> TimeCut? {
    let times = [from, to].map { option in (option, values[option]) }
    var parsed: [Nanoseconds?] = []
    for (option, text) in times {
      let time = text.flatMap(TimeCut.time)
      if let text, time == nil {
        throw Failure.cut(option: option.declaration.written, found: text)
      }
      parsed.append(time)
    }
    guard parsed.contains(where: { $0 != nil }) else { return nil }
    guard let cut = TimeCut(from: parsed[0], to: parsed[1]) else { throw Failure.emptyCut }
    return cut
  }
}

/// The options that set the parameters of metrics.
enum ParameterOptions {
  static let refreshRate = Option(
    "refresh-rate", .text.named("HERTZ"),
    help: "the display's refresh rate, from which hitches follow",
    details: "Default: what the trace declares, or what its display times show.")
  static let inputLag = Option(
    "input-lag", .text.named("MILLISECONDS"),
    help: "the input lag that response times assume, besides the frame time",
    details: "Default: 55 ms.")
  static let instantaneousLimit = Option(
    "instantaneous-limit", .text.named("MILLISECONDS"),
    help: "the longest response time that feels instantaneous",
    details: "Default: 100 ms.")
  static let tolerance = Option(
    "stability-tolerance", .text.named("FRACTION"),
    help: "how far a stable frame rate may be from the average, as a share of it",
    details: "Default: 0.2.")
  static let points = Option(
    "points", .text.named("WINDOW"),
    help: "compute one frame rate per window of this length, such as 500ms",
    details: """
      “frame” takes each frame as a window, “fpscounter” the windows of the iOS library \
      FPSCounter. Default: 1s.
      """)
  static let frames = Option(
    "frames", .choice("KIND", of: FrameSelection.allCases.map(\.rawValue), name: { $0 }),
    help: "count displayed frames, also dropped ones, or also generated and repeated ones",
    details: "Default: displayed.")

  static let refreshRange = Option(
    "refresh-range", .text.named("LOWEST-HIGHEST"),
    help: "the lowest and highest rate of a variable-rate display, such as 48-144")
  static let hitchTau = Option(
    "hitch-tau", .text.named("MILLISECONDS"),
    help: "the lateness beyond --hitch-delta with weight 1 in hitch.weighted",
    details: "Default: 100 ms.")
  static let hitchPower = Option(
    "hitch-power", .text.named("NUMBER"),
    help: "the exponent of the lateness in hitch.weighted",
    details: "Default: 2.")
  static let hitchDelta = Option(
    "hitch-delta", .text.named("MILLISECONDS"),
    help: "the lateness of each frame that hitch.weighted ignores",
    details: "Default: 4 ms.")

  static let section = ParameterSection(
    "Parameters of metrics", byKey.map(\.option), isShared: true)

  private static let byKey: [(key: ParameterKey, option: Option<String?>)] = [
    (.refreshRate, refreshRate), (.inputLag, inputLag), (.instantaneousLimit, instantaneousLimit),
    (.stabilityTolerance, tolerance), (.points, points), (.frames, frames),
    (.refreshRange, refreshRange), (.hitchTau, hitchTau), (.hitchPower, hitchPower),
    (.hitchDelta, hitchDelta),
  ]

  static func settings(_ values: ParsedValues) throws -> ParameterSettings {
    var settings = ParameterSettings()
    for (key, option) in byKey {
      guard let text = values[option] else { continue }
      do throws(ParameterError) {
        try settings.set(key, to: text)
      } catch {
        throw error.complaint(at: option.declaration.written)
      }
    }
    return settings
  }
}

extension [KeyValue] {
  /// The values by key; of several values of a key, the last one counts.
  var asDictionary: [String: String] {
    Dictionary(map { ($0.key, $0.value) }) { $1 }
  }
}

/// The option `--map`, which describes files in unknown formats.
enum ColumnMaps {
  static let option = Option(
    repeating: "map", .keyValue.named("WHAT=COLUMN:UNIT"),
    help: "read a table of unknown format, such as timestamp=time:ms",
    details: """
      The column COLUMN has WHAT: timestamp or frame_time with one of the units \
      \(ColumnMap.units.joined(separator: ", ")), or fps, without a unit, for sampled frame rates.
      """
  ).shared

  /// The format of the files on the command line; `nil` to recognize it by content.
  ///
  /// - Parameter named: the format given by name; `nil` if none was.
  /// - Throws: if columns and a format were given, or the columns are invalid.
  static func format(
    _ values: ParsedValues, besides named: TraceFormat? = nil
  ) throws -> TraceFormat? {
    let pairs = values[option].map { (target: $0.key, column: $0.value) }
    guard !pairs.isEmpty else { return named }
    guard named == nil else { throw Failure.mapBesideFormat }
    return try ColumnMap(pairs).format
  }
}

/// Options for the order and range of the commits that a command reads.
enum CommitOptions {
  static let branch = Option(
    "branch", .text.named("BRANCH"),
    help: "follow this branch",
    details: "Default: the one that is checked out.")
  static let since = Option(
    "since", .text.named("COMMIT"),
    help: "leave out this commit and earlier ones",
    details: "With a range such as v1.0..v2.0, also those after it.")

  /// The file with the order of commits that the user named; `nil` if there is none.
  static func file(_ values: ParsedValues) throws -> OrderedCommits? {
    try values[CommonOptions.order].map(OrderedCommits.init(at:))
  }

  /// The requested order of commits, with the ends of a range as its first and newest commit.
  ///
  /// - Throws: if the range is invalid, a branch contradicts it, or the order file cannot be read.
  static func order(_ values: ParsedValues) throws -> CommitOrder {
    let file = try file(values)
    guard let since = values[since], since.contains("..") else {
      return CommitOrder(branch: values[branch], since: values[since], file: file)
    }
    let newest = file?.ids.last ?? "HEAD"
    if let branch = values[branch] { throw SideError.rangeBesideBranch(since, branch: branch) }
    let ends = try ComparedWords(since, nil, newest: newest)
    // The checked-out commit is named by its branch.
    let last = since.hasSuffix("..") ? nil : ends.candidate
    return CommitOrder(branch: last, since: ends.reference, file: file)
  }
}

/// The option `--as`, which computes and names figures as another tool does.
enum ForeignToolOption {
  static let option = Option(
    "as", .choice("TOOL", of: ForeignTool.all, name: \.id),
    help: "print the figures of another tool, by its rules, such as presentmon",
    details: "They have its names and digits."
  ).shared

  /// The parameters of metrics on the command line, including those of the tool that `--as` names.
  static func settings(_ values: ParsedValues) throws -> ParameterSettings {
    try ParameterOptions.settings(values).over(values[option])
  }

  /// The metrics to compute, including those of the tool that `--as` names.
  static func catalog(_ values: ParsedValues, named ids: [Metric.ID]) -> [Metric] {
    Metric.catalog(of: values[option], naming: ids)
  }

  /// The ids of the metrics to print: the metrics that the user named, or the tool's metrics; empty by default.
  static func ids(_ values: ParsedValues, named ids: [Metric.ID]) -> [Metric.ID] {
    ids.isEmpty ? values[option]?.figures.map(\.id) ?? [] : ids
  }
}

/// The trace formats that options of the command line can name.
enum TraceFormats {
  static func option(_ name: String) -> Option<TraceFormat?> {
    Option(
      name, type,
      help: "the format, as “hitchmark formats” lists it",
      details: "Default: recognized by content.")
  }

  static let type: ValueType<TraceFormat> = .choice(
    "TRACE-FORMAT", of: TraceFormat.all, name: \.id)
}
