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
  public let figures: [Metric]
  /// How the tool selected with `--as` merges the iterations of a benchmark; `nil` if the tool does not merge them.
  public var pooling: IterationPooling?

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
