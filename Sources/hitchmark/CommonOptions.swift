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
    "color", .cases("WHEN"), default: ColorChoice.auto,
    help: "When to colour text: auto is on terminals, unless NO_COLOR is set.")

  static let store = Option(
    "store", .path, default: "hitchmark.db", environment: "HITCHMARK_STORE",
    help: "The SQLite file that holds the runs.")

  static let output = Option(
    "output", short: "o", .path,
    help: "Write to this file, whose ending decides the format, or into this folder.")

  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: OutputFormat.all, name: \.id)),
    help: "What to write; the output's ending decides, else it is text.")

  static let window = Option(
    "window", .integer(in: 1...100_000),
    help: "How many of the newest measured commits are new; 20 when not given.")

  static let noiseFloors = Option(
    repeating: "noise-floor", .keyValue.named("METRIC=VALUE"),
    help: """
      The smallest change of a metric that counts, such as frametime.p95=2% or 0%, in place of the suite's; \
      again for more.
      """)

  /// The noise floors of the command line.
  static func floors(_ values: ParsedValues) -> NoiseFloorOptions {
    NoiseFloorOptions(values[noiseFloors].map { ($0.key, $0.value) })
  }

  static let segments = Flag(
    "segments", help: "A table by segment too: laps, phases and activities that markers name.")

  static let strict = Flag(
    "strict", help: "Exit with 2 where the data has anything worse than a note against it.")

  /// Ends a strict command whose data is not flawless, after it has printed everything.
  static func hold(_ runs: [RunSummary], to values: ParsedValues) throws(Failure) {
    guard values[strict] else { return }
    let flawed = runs.count { $0.worstFlaw.map { $0 > .note } ?? false }
    if flawed > 0 { throw .flawed(runs: flawed, of: runs.count) }
  }

  static let suite = Option("suite", .text.named("SUITE"), help: "Only runs of this suite.")
  static let stage = Option("stage", .text.named("STAGE"), help: "Only runs of this stage.")

  static let device = Option("device", .text.named("NAME"), help: "Only runs on this device.")
  static let order = Option(
    "order", .path,
    help: "A file with the commits in their order, an id a line, oldest first, in place of git.")

  /// The runs that `suite` and `stage` leave.
  static func filter(_ values: ParsedValues) -> RunFilter {
    RunFilter(suite: values[suite], stage: values[stage])
  }
}

/// The options that set the parameters of metrics.
enum ParameterOptions {
  static let refreshRate = Option(
    "refresh-rate", .text.named("HERTZ"), help: "Refresh rate of the display.")
  static let inputLag = Option(
    "input-lag", .text.named("MILLISECONDS"),
    help: "What the model of the response time adds to the frame time; 55 by default.")
  static let instantaneousLimit = Option(
    "instantaneous-limit", .text.named("MILLISECONDS"),
    help: "The longest response that is felt as instantaneous; 100 by default.")
  static let tolerance = Option(
    "stability-tolerance", .text.named("FRACTION"),
    help: "How far a point may lie from the average and count as stable; 0.2 by default.")
  static let points = Option(
    "points", .text.named("WINDOW"),
    help: "What a frame-rate point is: a length (1s by default), frame, or fpscounter.")
  static let frames = Option(
    "frames", .choice("KIND", of: FrameSelection.allCases.map(\.rawValue), name: { $0 }),
    help: "Which frames count; displayed by default.")

  static let section = ParameterSection(
    "Parameters of metrics",
    [refreshRate, inputLag, instantaneousLimit, tolerance, points, frames])

  /// What was asked for on the command line.
  static func settings(_ values: ParsedValues) throws(Failure) -> ParameterSettings {
    var settings = ParameterSettings()
    let texts: [(ParameterKey, Option<String?>)] = [
      (.refreshRate, refreshRate), (.inputLag, inputLag), (.instantaneousLimit, instantaneousLimit),
      (.stabilityTolerance, tolerance), (.points, points), (.frames, frames),
    ]
    for (key, option) in texts {
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
