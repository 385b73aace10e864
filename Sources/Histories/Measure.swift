internal import Decoding
internal import Recordings
internal import Units

/// How a number in a history is stored: its name, unit and conversion, and whether lower or higher values are better.
///
/// The name of a measure implies its unit and direction, so values with the same name are comparable across histories.
struct Measure: Sendable, Equatable {
  /// The name of the measure, which becomes the metric: `time`, `throughput`, `value (points)`.
  var name: String
  let unit: Unit
  /// The factor that converts a number of the history to the unit, together with `divisor`; one of the two is 1.
  let factor: Double
  let divisor: Double
  /// Whether lower values of the measure are better; `nil` if the direction is unknown.
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

  /// Converts a number of the history to the unit of the measure.
  func value(_ number: Double) -> Double { number * factor / divisor }

  func scalar(_ number: Double) -> Scalar {
    Scalar(name: name, value: value(number), unit: unit, lowerIsBetter: lowerIsBetter)
  }

  /// A copy of this measure with another name.
  ///
  /// Commas in the name become semicolons, because commas separate names on command lines.
  func named(_ name: String) -> Measure {
    var measure = self
    measure.name = harmless(name, limit: 100).replacing(",", with: ";")
    return measure
  }

  /// A copy of this measure with another direction: whether lower is better.
  ///
  /// If the new direction differs, the name becomes `cost`, `score` or `value`, with the unit in brackets.
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
  /// Derives a measure from the name of a table's column, which may end in a unit.
  ///
  /// The values of the column are not converted, and the measure has the full name of the column.
  ///
  /// - Parameter column: such as `load_ms`, `load (ms)` or `load [ms]`, or any other name.
  init(column: String) {
    let end = column.last.map { ")]".contains($0) } ?? false
    let parts = column.split { "_([".contains($0) }
    let last = parts.last.map { String(end ? $0.dropLast() : $0) } ?? ""
    let known = Self.plainUnits.contains(last) ? Measure(unit: last) : .plain
    let unit = known.unit == .count ? Unit.count : Unit(id: last, symbol: last)
    self.init(
      harmless(column, limit: 100).replacing(",", with: ";"), unit, lower: known.lowerIsBetter)
  }

  /// The units that are recognized at the end of column names.
  private static let plainUnits: Set<String> = [
    "ns", "us", "µs", "ms", "s", "sec", "seconds", "bytes", "B", "kB", "KB", "KiB", "MB", "MiB",
    "GB",
    "GiB", "fps", "FPS", "percent", "%", "ops/s",
  ]

  /// The measure of durations, in seconds; lower values are better.
  static let seconds = Measure("time", .seconds, lower: true)
  /// The measure of memory and file sizes, in bytes; lower values are better.
  static let bytes = Measure("size", .bytes, lower: true)
  /// The measure of numbers without a known unit.
  static let plain = Measure("value", .count, lower: nil)

  /// Derives a measure from the text of a unit in a history.
  ///
  /// - Parameter text: such as `ns/iter`, `ops/s` or `operations / second (ops/s)`. Upper and lower case differ only
  ///   where the unit would be ambiguous otherwise. An unknown unit stays the unit of the measure.
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

  /// Creates the measure of values in an unknown unit.
  ///
  /// For a rate, whose unit ends in `/s`, higher values are better.
  private init(other symbol: String) {
    let unit = Unit(id: symbol.replacing(",", with: ";"))
    let isRate = ["/s", "/sec", "/second"].contains { symbol.lowercased().hasSuffix($0) }
    self.init(
      Self.name(isRate ? "throughput" : "value", unit), unit, lower: isRate ? false : nil)
  }

  /// The symbol of a unit in brackets at the end of a text, as in `nanoseconds (ns)`; the whole text if there is none.
  private static func symbol(in text: String) -> String {
    let trimmed = text.trimmingBlanks
    guard trimmed.hasSuffix(")"), let open = trimmed.lastIndex(of: "("), open > trimmed.startIndex
    else { return trimmed }
    return String(trimmed[trimmed.index(after: open)...].dropLast()).trimmingBlanks
  }

  /// Removes the counted thing from a unit: `ns/iter` becomes `ns`.
  private static func withoutPiece(_ symbol: String) -> String {
    let pieces = ["/iter", "/iteration", "/it", "/op", "/operation", "/call", "/request", "/test"]
    let word = symbol.lowercased()
    return pieces.first { word.hasSuffix($0) }.map { String(symbol.dropLast($0.count)) } ?? symbol
  }

  /// The factor and the divisor that convert each unit of time to seconds, by the name of the unit.
  ///
  /// The factor and the divisor are exact, so a conversion rounds only once.
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

  /// The number of bytes in each unit of size, by the symbol of the unit.
  ///
  /// Upper and lower case differ in these symbols, because `Mb` is not a size in bytes.
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
  /// The string without spaces around it.
  fileprivate var trimmingBlanks: String {
    let start = firstIndex { $0 != " " } ?? endIndex
    let end = lastIndex { $0 != " " }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }
}
