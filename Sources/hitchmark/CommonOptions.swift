internal import Analysis
internal import Arguments
internal import Documents
internal import Recordings
internal import RunStore
internal import Units
internal import Workbench

/// Options that several commands share.
enum CommonOptions {
  static let color = Option(
    "color", .cases("WHEN"), default: ColorChoice.auto, setting: "colors",
    help:
      "When to print text in color; “auto” prints color on terminals, unless the environment variable NO_COLOR is set."
  )

  static let noConfig = Flag("no-config", help: "Ignore all configuration files (hitchmark.json).")

  static let store = Option(
    "store", .path, default: "hitchmark.db", environment: "HITCHMARK_STORE", setting: "store",
    help:
      "The store, which contains the runs: an SQLite file, or the address of a ClickHouse cluster.")

  static let output = Option(
    "output", short: "o", .path,
    help:
      "Write the output to this file or into this folder. Without --format, the ending of the file name selects the output format."
  )

  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: OutputFormat.all, name: \.id)),
    help:
      "Write the output in each of the given formats. Default: the format that the ending of the --output file names, otherwise text."
  )

  static let watch = Flag(
    "watch",
    help:
      "Keep running until Ctrl-C, and repeat the command whenever the files that it reads change."
  )

  static let details = Flag(
    "details",
    help:
      "Also print what the first screen leaves out; pages and files of other formats contain it anyway."
  )

  static let standalone = Flag(
    "standalone",
    help:
      "Write a complete LaTeX document with charts. By default, LaTeX output is a fragment for the LaTeX command \\input."
  )

  static let window = Option(
    "window", .integer(in: 1...100_000),
    help:
      "The number of newest measured commits in which a change counts as new. Default: 20 commits.")

  static let noiseFloors = Option(
    repeating: "noise-floor", .keyValue.named("METRIC=VALUE"),
    help: """
      Ignore changes of METRIC that are smaller than VALUE (the noise floor of METRIC), such as \
      frametime.p95=2%; VALUE can be 0%. VALUE replaces the noise floor that the suite sets for \
      METRIC.
      """)

  /// The noise floors of metrics on the command line.
  static func floors(_ values: ParsedValues) -> NoiseFloorOptions {
    NoiseFloorOptions(values[noiseFloors].map { ($0.key, $0.value) })
  }

  static let segments = Flag(
    "segments",
    help:
      "Also print a table with the metrics of each segment of a run, such as a lap; markers in the trace define the segments."
  )

  static let judgedSegments = Flag(
    "segments",
    help:
      "Also judge the metrics of each segment of a run, such as a lap that a marker defines. To judge segments, Hitchmark reads the frames of all runs, which takes longer."
  )

  static let strict = Flag(
    "strict",
    help: "Exit with code 2 if a data-quality check warns about a run, or finds data loss in a run."
  )

  /// Ends a strict command whose data has quality warnings, after it has printed everything.
  static func hold(_ runs: [RunSummary], to values: ParsedValues) throws(Failure) {
    guard values[strict] else { return }
    let flawed = runs.count { $0.worstFlaw.map { $0 > .note } ?? false }
    if flawed > 0 { throw .flawed(runs: flawed, of: runs.count) }
  }

  static let suite = Option(
    "suite", .text.named("SUITE"), setting: "suite", help: "Use only runs of this suite.")
  static let stage = Option(
    "stage", .text.named("STAGE"),
    help: "Use only runs of this stage (a version of the measured program).")

  static let device = Option(
    "device", .text.named("NAME"), help: "Use only runs that were measured on this device.")
  static let order = Option(
    "order", .path,
    help:
      "Take the order of commits not from Git but from this file, which has one commit id per line, oldest first."
  )

  /// The filter for the runs that the options `--suite` and `--stage` select.
  static func filter(_ values: ParsedValues) -> RunFilter {
    RunFilter(suite: values[suite], stage: values[stage])
  }
}

/// The options that cut a part out of each run.
enum CutOptions {
  static let from = Option(
    "from", .text.named("TIME"),
    help:
      "Leave out the frames before this time since the start of each run, such as 12s, 1500ms or 1:30."
  )
  static let to = Option(
    "to", .text.named("TIME"),
    help: "Leave out the frames after this time since the start of each run.")

  /// The part of each run that counts; `nil` if the options do not limit it.
  static func cut(_ values: ParsedValues) throws(Failure) -> TimeCut? {
    let times = [from, to].map { option in (option, values[option]) }
    var parsed: [Nanoseconds?] = []
    for (option, text) in times {
      let time = text.flatMap(TimeCut.time)
      if let text, time == nil {
        throw .cut(option: option.declaration.written, found: text)
      }
      parsed.append(time)
    }
    guard parsed.contains(where: { $0 != nil }) else { return nil }
    guard let cut = TimeCut(from: parsed[0], to: parsed[1]) else { throw .emptyCut }
    return cut
  }
}

/// The options that set the parameters of metrics.
enum ParameterOptions {
  static let refreshRate = Option(
    "refresh-rate", .text.named("HERTZ"),
    help:
      "The refresh rate of the display, in hertz, which determines which frames are hitches."
  )
  static let inputLag = Option(
    "input-lag", .text.named("MILLISECONDS"),
    help:
      "The input lag of the screen and the operating system; input lag plus frame time estimates the response time. Default: 55 ms."
  )
  static let instantaneousLimit = Option(
    "instantaneous-limit", .text.named("MILLISECONDS"),
    help:
      "The longest time from an input to its effect on the screen that still counts as instantaneous. Default: 100 ms."
  )
  static let tolerance = Option(
    "stability-tolerance", .text.named("FRACTION"),
    help:
      "How far a frame rate may be from the average frame rate and still count as stable, as a fraction of the average. Default: 0.2."
  )
  static let points = Option(
    "points", .text.named("WINDOW"),
    help:
      "Compute one frame rate per window of this length, such as 500ms. With --points frame, each frame is a window, and with --points fpscounter, the windows are those of the iOS library FPSCounter. Default: 1s."
  )
  static let frames = Option(
    "frames", .choice("KIND", of: FrameSelection.allCases.map(\.rawValue), name: { $0 }),
    help:
      "Which frames the metrics count: “displayed” frames, “presented” frames (displayed or dropped), or “all” frames (also generated and repeated frames). Default: displayed."
  )

  static let refreshRange = Option(
    "refresh-range", .text.named("LOWEST-HIGHEST"),
    help:
      "The lowest and highest refresh rate of a variable-rate display, in hertz, such as 48-144."
  )
  static let hitchTau = Option(
    "hitch-tau", .text.named("MILLISECONDS"),
    help:
      "The lateness beyond --hitch-delta at which a frame has the weight 1 in the metric hitch.weighted. Default: 100 ms."
  )
  static let hitchPower = Option(
    "hitch-power", .text.named("NUMBER"),
    help:
      "The exponent of a frame's lateness in the formula of the metric hitch.weighted. Default: 2.")
  static let hitchDelta = Option(
    "hitch-delta", .text.named("MILLISECONDS"),
    help:
      "How many milliseconds of each frame's lateness the metric hitch.weighted ignores. Default: 4 ms."
  )

  static let section = ParameterSection("Parameters of metrics", byKey.map(\.option))

  private static let byKey: [(key: ParameterKey, option: Option<String?>)] = [
    (.refreshRate, refreshRate), (.inputLag, inputLag), (.instantaneousLimit, instantaneousLimit),
    (.stabilityTolerance, tolerance), (.points, points), (.frames, frames),
    (.refreshRange, refreshRange), (.hitchTau, hitchTau), (.hitchPower, hitchPower),
    (.hitchDelta, hitchDelta),
  ]

  /// The parameters of metrics on the command line.
  static func settings(_ values: ParsedValues) throws(Failure) -> ParameterSettings {
    var settings = ParameterSettings()
    for (key, option) in byKey {
      guard let text = values[option] else { continue }
      do throws(ParameterError) {
        try settings.set(key, to: text)
      } catch {
        throw .parameter(error, .option(option.declaration.written))
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
