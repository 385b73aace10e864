internal import Units

/// A tool whose figures can be computed here by its own rules, under its own names and with its own digits.
///
/// A tool is one element of `ForeignTool.all`, and nothing else has to know of it.
public struct ForeignTool: Sendable, Identifiable {
  /// The name in options, such as `frameview`.
  public let id: String
  /// What its makers call it.
  public let name: String
  /// Which frames it counts.
  public let frames: FrameSelection
  /// Its figures in its order, under its names and with its digits.
  public let figures: [Metric]
  /// How it takes the iterations of a benchmark together; `nil` where it does not.
  public var pooling: IterationPooling?

  /// A figure as the tool prints it.
  ///
  /// - Parameters:
  ///   - name: the tool's own.
  ///   - metric: what computes it.
  ///   - digits: after the point, of the percentage where the unit is a fraction.
  /// - Returns: the metric under that name.
  static func figure(_ name: String, _ metric: Metric, digits: Int) -> Metric {
    metric.printed(as: name, digits: digits)
  }

  /// A figure as a tool prints it that leaves its digits to a stream of C++, of which six count.
  static func streamed(_ name: String, _ metric: Metric) -> Metric {
    metric.printed(as: name, digits: metric.digits, streamDigits: 6)
  }

  /// Every tool, in the order of outputs.
  public static let all: [ForeignTool] = [
    frameView, presentMon, capFrameX, mangoHud, mangoHud07, mangoHud06, mangoplot, ocat, gameBench,
    perfDog,
    macrobenchmark, gfxInfo, flutter, flashlight, chrome,
  ]
}

extension Metric {
  /// The rules of other tools, which tables have only where they are asked for.
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

  /// Whether it is a rule of another tool, which stores do not keep.
  public var isForeign: Bool { Metric.foreign.contains { $0.id == id } }

  /// A metric of the catalogue or of another tool.
  ///
  /// - Parameter id: its id.
  /// - Returns: `nil` when there is no such metric, or runs bring it.
  public static func known(_ id: ID) -> Metric? {
    (all + foreign).first { $0.id == id }
  }

  /// A rule of another tool, which gets its name where the tool lists it.
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
