internal import Recordings
internal import Units

/// Another tool whose numbers Hitchmark computes for the option `--as`, by the rules of that tool and with its names
/// and digits.
///
///     ForeignTool.all.first { $0.id == "presentmon" }?.figures.map(\.title)
///
/// A tool is one element of `ForeignTool.all`; no other code names the tool.
public struct ForeignTool: Sendable, Identifiable {
  /// The name of the tool in the option `--as`, such as `frameview`.
  public let id: String
  /// The name of the tool that the option `--as` selects, as its makers write it.
  public let name: String
  /// The kinds of frames that the tool selected with `--as` counts, such as displayed frames.
  public let frames: FrameSelection
  /// The numbers that the tool selected with `--as` prints, in the tool's order, with its names and digits.
  ///
  /// Made when they are needed: most calls only list the tools by their names.
  public var figures: [Metric] { makeFigures() }
  private let makeFigures: @Sendable () -> [Metric]
  /// How the tool selected with `--as` merges the iterations of a benchmark; `nil` if the tool does not merge them.
  public let pooling: IterationPooling?

  init(
    id: String, name: String, frames: FrameSelection,
    figures: @autoclosure @escaping @Sendable () -> [Metric], pooling: IterationPooling? = nil
  ) {
    self.id = id
    self.name = name
    self.frames = frames
    makeFigures = figures
    self.pooling = pooling
  }

  /// A figure with the name that the tool gives it.
  ///
  /// `digits` is the number of digits after the decimal point; for fractions, in the percentage.
  static func figure(_ name: String, _ metric: Metric, digits: Int) -> Metric {
    metric.printed(as: name, digits: digits)
  }

  /// A figure that the tool prints with a C++ stream, so with six significant digits.
  static func streamed(_ name: String, _ metric: Metric) -> Metric {
    metric.printed(as: name, digits: metric.digits, streamDigits: 6)
  }

  /// Every tool whose numbers Hitchmark can compute by that tool's rules for the option `--as`, in the order in which
  /// outputs list the tools.
  public static let all: [ForeignTool] = [
    frameView, presentMon, capFrameX, mangoHud, mangoHud07, mangoHud06, mangoplot, ocat, gameBench,
    perfDog,
    macrobenchmark, gfxInfo, flutter, flashlight, chrome,
  ]
}

extension Metric {
  /// The metrics that follow rules of other tools, such as FrameView, and are not in Hitchmark's catalog.
  ///
  /// Tables show these metrics only if the user requests them.
  public static let foreign: [Metric] = {
    var ids = Set(all.map(\.id))
    return rules.filter { ids.insert($0.id).inserted }
  }()

  private static let rules = ForeignTool.all.flatMap { tool in
    tool.figures.map {
      $0.printed(
        as: "\($0.title) (\(tool.name))", digits: $0.digits, streamDigits: $0.streamDigits)
    }
  }

  /// Whether the metric follows the rule of another tool, such as FrameView, and is not in Hitchmark's catalog.
  ///
  /// Stores do not contain the values of such metrics.
  public var isForeign: Bool { Metric.foreign.contains { $0.id == id } }

  /// A metric that follows a rule of another tool.
  ///
  /// The metric gets its title from `figure(_:_:digits:)`.
  static func rule(
    _ id: ID, _ unit: Unit, _ polarity: Polarity = .higherIsBetter,
    digits: Int? = nil, parameters: [ParameterKey] = [.frames], help: String,
    caveat: String? = nil, formula: String, source: String, compute: @escaping Compute
  ) -> Metric {
    Metric(
      id: id, title: id, unit: unit, polarity: polarity, digits: digits,
      parameters: parameters, help: help, caveat: caveat, formula: formula, source: source,
      compute: compute)
  }
}

/// Rules for figures that several tools share; each tool has its own id for the figure.
enum SharedRules {
  /// The average frame rate: the number of frames divided by the duration.
  static func framesOverTime(
    _ id: Metric.ID, digits: Int? = nil,
    help: String =
      "The average frame rate: the number of frames divided by the duration of the run.",
    source: String
  ) -> Metric {
    Metric.rule(
      id, .framesPerSecond, digits: digits, help: help, formula: "number of frames / duration",
      source: source
    ) { figures throws(Withheld) in try figures.averageFrameRate() }
  }

  /// The mean frame time: the duration divided by the number of frames.
  static func meanFrameTime(_ id: Metric.ID, source: String) -> Metric {
    Metric.rule(
      id, .milliseconds, .lowerIsBetter,
      help: "The mean frame time: the duration of the run divided by the number of frames.",
      formula: "duration / number of frames", source: source
    ) { figures throws(Withheld) in 1000 / (try figures.averageFrameRate()) }
  }

  /// The frame rate of a quantile of the frame times: probability 1 gives the longest frame, 0 the shortest frame.
  static func frameRate(
    _ id: Metric.ID, at probability: Double, digits: Int? = nil, source: String
  ) -> Metric {
    let frame = [0: "shortest", 1: "longest"][probability]
    return Metric.rule(
      id, .framesPerSecond, digits: digits,
      help: frame.map {
        "The frame rate of the \($0) frame of the run: 1 divided by its frame time."
      }
        ?? "The quantile \(probability) of the frame times, converted to a frame rate.",
      formula: frame.map { "1 / \($0) frame time of the run" }
        ?? "1 / quantile(ft, \(probability)); ft = frame time",
      source: source
    ) { figures throws(Withheld) in
      1e9 / (try figures.sortedFrameTimes().quantile(probability))
    }
  }
}

extension RunFigures {
  /// The value of a scalar that another tool stored in the trace and that is not in the catalog; `nil` if the trace
  /// does not contain the scalar.
  func told(_ scalar: String) -> Double? {
    recording.description.scalars.first { $0.name == scalar }?.value
  }
}

extension SampleColumn {
  /// The values of all samples in order; `nil` for a missing sample.
  var values: [Double?] {
    stretches.flatMap { Array(repeating: $0.value, count: $0.count) }
  }
}

extension SortedFrameTimes {
  /// The frame rate of the frame with a rank, in frames per second.
  ///
  /// Rank 0 is the slowest frame; a rank beyond the fastest frame gives the fastest frame.
  func frameRate(ofSlowest rank: Int) -> Double {
    1e9 / Double(self[Swift.max(0, count - 1 - rank)])
  }

  /// The average frame rate of the slowest frames, in frames per second: the number of these frames divided by their
  /// total time.
  ///
  /// If `frames` is below 1, the result is the frame rate of the slowest frame.
  func frameRate(ofTheSlowest frames: Int) -> Double {
    let slowest = suffix(Swift.max(1, frames))
    return 1e9 * Double(slowest.count) / Double(slowest.duration)
  }

  /// The type 8 quantile of the frame rates of single frames, in frames per second.
  ///
  /// A probability near 0 gives the frame rate of one of the slowest frames.
  ///
  /// Source: Hyndman and Fan, "Sample quantiles in statistical packages" (1996), definition 8.
  func medianUnbiasedFrameRate(at probability: Double) -> Double {
    Self.medianUnbiased(count: count, at: probability) { frameRate(ofSlowest: $0) }
  }

  /// The quantile of the frame times by Hyndman and Fan's definition 8, in nanoseconds.
  func medianUnbiasedFrameTime(at probability: Double) -> Double {
    Self.medianUnbiased(count: count, at: probability) { Double(self[$0]) }
  }

  private static func medianUnbiased(
    count: Int, at probability: Double, _ value: (Int) -> Double
  ) -> Double {
    let position = (Double(count) + 1 / 3) * probability + 1 / 3
    let lower = Int(position.rounded(.down))
    if lower < 1 { return value(0) }
    if lower >= count { return value(count - 1) }
    let weight = position - Double(lower)
    return value(lower - 1) + weight * (value(lower) - value(lower - 1))
  }
}

extension RunFigures {
  func meanOfFrameRates() throws(Withheld) -> Double {
    let frames = try frames()
    return frames.frameTimes.reduce(0) { $0 + 1e9 / Double($1) } / Double(frames.count)
  }

  /// The values of a signal of the run's frames in ascending order, in milliseconds.
  func sortedMilliseconds(of signal: FrameSignal) throws(Withheld) -> [Double] {
    try values(of: signal).sorted().map(\.milliseconds)
  }
}
