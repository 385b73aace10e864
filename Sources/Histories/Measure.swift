internal import Decoding
internal import Recordings
internal import Units

/// What the numbers of a history count: the unit they are kept in, and what they are called.
///
/// The name tells unit and direction, so that values of one name can be compared wherever they come from.
struct Measure: Sendable, Equatable {
  /// What it is called: `time`, `throughput`, `value (points)`.
  var name: String
  /// The unit that values are kept in.
  let unit: Unit
  /// What numbers of the history are multiplied by, then divided by; one of them is 1.
  let factor: Double
  let divisor: Double
  /// Whether less is better; `nil` when neither is known to be.
  var lowerIsBetter: Bool?

  private init(
    _ name: String, _ unit: Unit, by factor: Double = 1, over divisor: Double = 1, lower: Bool?
  ) {
    self.name = name
    self.unit = unit
    self.factor = factor
    self.divisor = divisor
    lowerIsBetter = lower
  }

  /// A number of the history in the unit of the measure.
  func value(_ number: Double) -> Double { number * factor / divisor }

  /// A number of the history as a scalar.
  func scalar(_ number: Double) -> Scalar {
    Scalar(name: name, value: value(number), unit: unit, lowerIsBetter: lowerIsBetter)
  }

  /// The same under a name of its own, without commas, which stand between names on a command line.
  func named(_ name: String) -> Measure {
    var measure = self
    measure.name = harmless(name, limit: 100).replacing(",", with: ";")
    return measure
  }

  /// The same with another direction, which the name then tells: what costs, or what scores.
  func directed(lowerIsBetter: Bool?) -> Measure {
    guard lowerIsBetter != self.lowerIsBetter else { return self }
    var measure = self
    measure.lowerIsBetter = lowerIsBetter
    let word =
      switch lowerIsBetter {
      case true?: "cost"
      case false?: "score"
      case nil: "value"
      }
    measure.name = Self.name(word, unit)
    return measure
  }

  private static func name(_ word: String, _ unit: Unit) -> String {
    unit == .count ? word : "\(word) (\(unit.id))"
  }
}

// MARK: - From words

extension Measure {
  /// Reads what the name of a column says of its unit; values stay as they are, and so does the name.
  ///
  /// - Parameter column: such as `load_ms`, `load (ms)` or `load [ms]`, or any other.
  init(column: String) {
    let end = column.last.map { ")]".contains($0) } ?? false
    let parts = column.split { "_([".contains($0) }
    let last = parts.last.map { String(end ? $0.dropLast() : $0) } ?? ""
    let known = Self.plainUnits.contains(last) ? Measure(unit: last) : .plain
    let unit = known.unit == .count ? Unit.count : Unit(id: last, symbol: last)
    self.init(
      harmless(column, limit: 100).replacing(",", with: ";"), unit, lower: known.lowerIsBetter)
  }

  /// Units that column names end in.
  private static let plainUnits: Set<String> = [
    "ns", "us", "µs", "ms", "s", "sec", "seconds", "bytes", "B", "kB", "KB", "KiB", "MB", "MiB",
    "GB",
    "GiB", "fps", "FPS", "percent", "%", "ops/s",
  ]

  /// Processor time, wall time and the like.
  static let seconds = Measure("time", .seconds, lower: true)
  /// Memory and sizes of files.
  static let bytes = Measure("size", .bytes, lower: true)
  /// A number of nobody knows what.
  static let plain = Measure("value", .count, lower: nil)

  /// Reads what a history says of its unit.
  ///
  /// - Parameter text: `ns/iter`, `ops/s`, `operations / second (ops/s)`, in any case where that leaves no
  ///   doubt; a unit that is not known is kept by its name.
  init(unit text: String) {
    let symbol = Self.symbol(in: harmless(text, limit: 60)).replacing(" / ", with: "/")
    let perPiece = Self.withoutPiece(symbol)
    let word = perPiece.lowercased()
    if let (factor, divisor) = Self.times[word] {
      self.init("time", .seconds, by: factor, over: divisor, lower: true)
    } else if let size = Self.sizes[perPiece] ?? Self.sizeWords[word] {
      self.init("size", .bytes, by: size, lower: true)
    } else if Self.rates.contains(word) {
      self.init("throughput", Unit(id: "ops/s"), lower: false)
    } else if ["fps", "frames/s", "frames per second"].contains(word) {
      self.init("frame rate", .framesPerSecond, lower: false)
    } else if ["%", "percent", "percentage", "percentage (%)"].contains(word) {
      self.init("share", .fraction, over: 100, lower: nil)
    } else if ["", "count", "unit", "number"].contains(word) {
      self = .plain
    } else if ["ratio", "x", "×", "times"].contains(word) {
      self.init("ratio", Unit(id: "ratio", symbol: "×"), lower: nil)
    } else {
      self.init(other: symbol)
    }
  }

  /// A unit that is not known but by its name; what happens so often a second is the better for more.
  private init(other symbol: String) {
    let unit = Unit(id: symbol.replacing(",", with: ";"))
    let isRate = ["/s", "/sec", "/second"].contains { symbol.lowercased().hasSuffix($0) }
    self.init(
      Self.name(isRate ? "throughput" : "value", unit), unit, lower: isRate ? false : nil)
  }

  /// What stands in the last brackets, if that is all behind words: `nanoseconds (ns)`.
  private static func symbol(in text: String) -> String {
    let trimmed = text.trimmingBlanks
    guard trimmed.hasSuffix(")"), let open = trimmed.lastIndex(of: "("), open > trimmed.startIndex
    else { return trimmed }
    return String(trimmed[trimmed.index(after: open)...].dropLast()).trimmingBlanks
  }

  /// Without the thing that each of was timed or weighed: `ns/iter` is a time.
  private static func withoutPiece(_ symbol: String) -> String {
    let pieces = ["/iter", "/iteration", "/it", "/op", "/operation", "/call", "/request", "/test"]
    let word = symbol.lowercased()
    return pieces.first { word.hasSuffix($0) }.map { String(symbol.dropLast($0.count)) } ?? symbol
  }

  /// What a number is multiplied by and divided by for seconds: exact powers, so that each rounds once.
  private static let times: [String: (Double, Double)] = {
    let units: [(Double, Double, [String])] = [
      (1, 1e9, ["ns", "nsec", "nanos", "nanosecond", "nanoseconds"]),
      (1, 1e6, ["us", "µs", "μs", "usec", "micros", "microsecond", "microseconds"]),
      (1, 1e3, ["ms", "msec", "millis", "millisecond", "milliseconds"]),
      (1, 1, ["s", "sec", "secs", "second", "seconds"]),
      (60, 1, ["min", "mins", "minute", "minutes"]),
    ]
    return Dictionary(
      uniqueKeysWithValues: units.flatMap { unit in unit.2.map { ($0, (unit.0, unit.1)) } })
  }()

  /// By symbol, whose case counts: `Mb` is no size.
  private static let sizes: [String: Double] = [
    "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 0x1p10, "MiB": 0x1p20, "GiB": 0x1p30,
  ]

  private static let sizeWords: [String: Double] = [
    "byte": 1, "bytes": 1, "kilobytes": 1e3, "megabytes": 1e6, "gigabytes": 1e9,
    "kibibytes": 0x1p10, "mebibytes": 0x1p20, "gibibytes": 0x1p30,
  ]

  private static let rates: Set<String> = Set(
    ["op", "ops", "operation", "operations", "iter", "iters", "iteration", "iterations", "it"]
      .flatMap { thing in ["s", "sec", "second"].map { "\(thing)/\($0)" } })
}

extension String {
  /// Without blanks around it.
  fileprivate var trimmingBlanks: String {
    let start = firstIndex { $0 != " " } ?? endIndex
    let end = lastIndex { $0 != " " }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }
}
