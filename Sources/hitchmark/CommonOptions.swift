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
    help: "When to print text in color; “auto” prints color on terminals, unless NO_COLOR is set.")

  static let noConfig = Flag("no-config", help: "Ignore all configuration files (hitchmark.json).")

  static let store = Option(
    "store", .path, default: "hitchmark.db", environment: "HITCHMARK_STORE", setting: "store",
    help: "The SQLite file with the runs, or the address of a ClickHouse cluster.")

  static let output = Option(
    "output", short: "o", .path,
    help:
      "Write the output to this file or into this folder. The file name's ending selects the format."
  )

  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: OutputFormat.all, name: \.id)),
    help:
      "The output format. Default: the format of the ending of the --output file, otherwise text.")

  static let watch = Flag(
    "watch",
    help:
      "Keep running, and repeat the command whenever its input files change. Ctrl-C stops the command."
  )

  static let standalone = Flag(
    "standalone",
    help:
      "Write a complete LaTeX document with charts. By default, LaTeX output is a fragment for \\input."
  )

  static let window = Option(
    "window", .integer(in: 1...100_000),
    help: "Changes in this number of newest measured commits count as new. Default: 20.")

  static let noiseFloors = Option(
    repeating: "noise-floor", .keyValue.named("METRIC=VALUE"),
    help: """
      The smallest change of a metric that matters, such as frametime.p95=2%; 0% is allowed. This value \
      replaces the noise floor that the suite sets for the metric.
      """)

  /// The noise floors of metrics on the command line.
  static func floors(_ values: ParsedValues) -> NoiseFloorOptions {
    NoiseFloorOptions(values[noiseFloors].map { ($0.key, $0.value) })
  }

  static let segments = Flag(
    "segments",
    help:
      "Also print one table per segment of a run. Markers in the trace define segments, such as laps."
  )

  static let judgedSegments = Flag(
    "segments",
    help:
      "Also judge each segment of a run, such as a lap that a marker defines. The frames of all runs are read, which takes longer."
  )

  static let strict = Flag(
    "strict",
    help: "Exit with code 2 if a check of data quality warns about a run, or finds data loss.")

  /// Ends a strict command whose data has quality warnings, after it has printed everything.
  static func hold(_ runs: [RunSummary], to values: ParsedValues) throws(Failure) {
    guard values[strict] else { return }
    let flawed = runs.count { $0.worstFlaw.map { $0 > .note } ?? false }
    if flawed > 0 { throw .flawed(runs: flawed, of: runs.count) }
  }

  static let suite = Option(
    "suite", .text.named("SUITE"), setting: "suite", help: "Use only runs of this suite.")
  static let stage = Option("stage", .text.named("STAGE"), help: "Use only runs of this stage.")

  static let device = Option("device", .text.named("NAME"), help: "Use only runs on this device.")
  static let order = Option(
    "order", .path,
    help:
      "Take the order of commits from this file and not from Git. One commit id per line, oldest first."
  )

  /// The filter for the runs that the options `--suite` and `--stage` select.
  static func filter(_ values: ParsedValues) -> RunFilter {
    RunFilter(suite: values[suite], stage: values[stage])
  }
}

/// The options that set the parameters of metrics.
enum ParameterOptions {
  static let refreshRate = Option(
    "refresh-rate", .text.named("HERTZ"),
    help:
      "The refresh rate of the display, in hertz. The refresh rate determines which frames are hitches."
  )
  static let inputLag = Option(
    "input-lag", .text.named("MILLISECONDS"),
    help: "The input lag that the response-time model adds to the frame time. Default: 55 ms.")
  static let instantaneousLimit = Option(
    "instantaneous-limit", .text.named("MILLISECONDS"),
    help: "The longest response time that feels instantaneous. Default: 100 ms.")
  static let tolerance = Option(
    "stability-tolerance", .text.named("FRACTION"),
    help:
      "How far a frame rate may be from the average and still be stable, as a fraction. Default: 0.2."
  )
  static let points = Option(
    "points", .text.named("WINDOW"),
    help:
      "Compute one frame rate per window of this length, such as 500ms; per frame with the word “frame”; or like the iOS library FPSCounter with the word “fpscounter”. Default: 1s."
  )
  static let frames = Option(
    "frames", .choice("KIND", of: FrameSelection.allCases.map(\.rawValue), name: { $0 }),
    help:
      "Which frames the metrics count: “displayed” frames; “presented” frames, which are the displayed and the dropped ones; or “all” frames, also generated and repeated ones. Default: displayed."
  )

  static let refreshRange = Option(
    "refresh-range", .text.named("LOWEST-HIGHEST"),
    help:
      "The lowest and highest refresh rate of a variable-rate display, in hertz, such as 48-144."
  )
  static let hitchTau = Option(
    "hitch-tau", .text.named("MILLISECONDS"),
    help:
      "A frame that is late by this time has the weight 1 in the metric hitch.weighted. Default: 100 ms."
  )
  static let hitchPower = Option(
    "hitch-power", .text.named("NUMBER"),
    help: "The exponent of a frame's lateness in the metric hitch.weighted. Default: 2.")
  static let hitchDelta = Option(
    "hitch-delta", .text.named("MILLISECONDS"),
    help:
      "The part of each frame's lateness that the metric hitch.weighted ignores. Default: 4 ms.")

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
