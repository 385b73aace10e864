internal import Units

/// The round numbers of an axis.
struct AxisTicks {
  private let axis: Chart.Axis
  private let domain: ClosedRange<Double>

  init(_ axis: Chart.Axis, over domain: ClosedRange<Double>) {
    self.axis = axis
    self.domain = domain
  }

  /// The printed unit of the axis: that of tables, with a prefix that suits the largest value.
  private var prefix: (divisor: Double, unit: Unit)? {
    axis.unit?.prefixed(for: max(domain.lowerBound.magnitude, domain.upperBound.magnitude))
  }

  /// The factor from values to printed numbers, which are what is rounded: 100 for fractions.
  var factor: Double { axis.unit == .fraction ? 100 : 1 / (prefix?.divisor ?? 1) }

  private var sign: String { axis.unit == .fraction ? "%" : "" }

  private var scaled: ClosedRange<Double> {
    domain.lowerBound * factor...domain.upperBound * factor
  }

  /// The shortest round step that divides the domain into at most `count` steps.
  private func step(_ count: Int) -> DecimalStep {
    DecimalStep(notBelow: (scaled.upperBound - scaled.lowerBound) / Double(max(count, 1)))
  }

  /// The domain extended to round numbers, divided into at most `count` steps; the domain itself if
  /// there is nothing to round.
  func rounded(atMost count: Int) -> ClosedRange<Double> {
    switch axis.scale {
    case .categories, .time: return domain
    case .logarithmic: return LogTicks.rounded(domain)
    case .linear, .fromZero:
      var step = step(count)
      while step.count(within: step.rounded(scaled)) > max(count, 1) { step = step.next }
      let range = step.rounded(scaled)
      return range.lowerBound / factor...range.upperBound / factor
    }
  }

  /// The ticks within the domain: the requested ones, otherwise round steps.
  func ticks(atMost count: Int) -> [Chart.Axis.Tick] {
    if let ticks = axis.ticks { return ticks.filter { domain.contains($0.value) } }
    switch axis.scale {
    case .categories(let names): return names.enumerated().map { .init(Double($0), $1) }
    case .logarithmic:
      return LogTicks.ticks(within: scaled, atMost: count).map {
        .init($0.value / factor, $0.label + sign)
      }
    case .time: return TimeTicks(domain, atMost: count).ticks
    case .linear, .fromZero: return linear(count)
    }
  }

  private func linear(_ count: Int) -> [Chart.Axis.Tick] {
    let step = step(count)
    let largest = max(scaled.lowerBound.magnitude, scaled.upperBound.magnitude)
    return step.multiples(within: scaled).map {
      .init($0 / factor, step.text($0, largest: largest) + sign)
    }
  }

  /// The symbol of the printed unit; `nil` without a unit.
  var symbol: String? { prefix?.unit.symbol }

  /// The text next to the axis: title and unit.
  var heading: String {
    let unit = axis.scale == .time ? TimeTicks.unit(of: domain) : symbol ?? ""
    guard !unit.isEmpty, axis.unit != .fraction else { return axis.title }
    return axis.title.isEmpty ? unit : "\(axis.title) (\(unit))"
  }
}

/// The round numbers of a logarithmic axis: powers of ten, and 2 and 5 times these.
enum LogTicks {
  static func rounded(_ domain: ClosedRange<Double>) -> ClosedRange<Double> {
    let all = multiples(around: domain)
    let low = all.last { $0 <= domain.lowerBound * (1 + 1e-9) } ?? domain.lowerBound
    let high = all.first { $0 >= domain.upperBound * (1 - 1e-9) } ?? domain.upperBound
    return low...high
  }

  static func ticks(
    within domain: ClosedRange<Double>, atMost count: Int
  ) -> [Chart.Axis.Tick] {
    let all = multiples(around: domain).filter {
      $0 >= domain.lowerBound * (1 - 1e-9) && $0 <= domain.upperBound * (1 + 1e-9)
    }
    let decades = all.filter { digit(of: $0) == 1 }
    let chosen = all.count <= count + 1 ? all : thinned(decades, atMost: count)
    return chosen.map {
      .init($0, DecimalStep(notBelow: $0).text($0, largest: $0))
    }
  }

  private static func thinned(_ decades: [Double], atMost count: Int) -> [Double] {
    let stride = max(1, (decades.count + count) / (count + 1))
    return decades.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
  }

  private static func multiples(around domain: ClosedRange<Double>) -> [Double] {
    let first = Int(decimalLogarithm(domain.lowerBound).rounded(.down)) - 1
    let last = Int(decimalLogarithm(domain.upperBound).rounded(.up)) + 1
    return (max(first, -300)...min(max(last, first), 305)).flatMap { exponent in
      [1, 2, 5].map { Double("\($0)e\(exponent)") ?? 1 }
    }
  }

  private static func digit(of value: Double) -> Int {
    let power = decimalLogarithm(value)
    return abs(power - power.rounded()) < 1e-6 ? 1 : 0
  }
}

/// The round times of an axis in seconds.
struct TimeTicks {
  let ticks: [Chart.Axis.Tick]

  private enum Style {
    case seconds
    case minutes
    case hours
  }

  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
  ]

  init(_ domain: ClosedRange<Double>, atMost count: Int) {
    let style = Self.style(of: domain)
    let least = (domain.upperBound - domain.lowerBound) / Double(max(count, 1))
    guard style != .seconds, least > 0.5,
      let step = Self.steps.first(where: { $0 >= least * (1 - 1e-9) })
    else {
      let step = DecimalStep(notBelow: least)
      let largest = max(domain.lowerBound.magnitude, domain.upperBound.magnitude)
      ticks = step.multiples(within: domain).map {
        .init($0, style == .seconds ? step.text($0, largest: largest) : Self.text($0, style))
      }
      return
    }
    let first = Int((domain.lowerBound / step - 1e-9).rounded(.up))
    let last = Int((domain.upperBound / step + 1e-9).rounded(.down))
    ticks = (first...max(first, last)).map {
      .init(Double($0) * step, Self.text(Double($0) * step, style))
    }
  }

  /// The unit of the numbers on an axis in seconds.
  static func unit(of domain: ClosedRange<Double>) -> String {
    switch style(of: domain) {
    case .seconds: "s"
    case .minutes: "min:s"
    case .hours: "h:min:s"
    }
  }

  private static func style(of domain: ClosedRange<Double>) -> Style {
    let largest = max(domain.lowerBound.magnitude, domain.upperBound.magnitude)
    if largest < 120 || largest > 1e7 { return .seconds }
    return largest < 7200 ? .minutes : .hours
  }

  private static func text(_ seconds: Double, _ style: Style) -> String {
    let whole = Int(seconds.magnitude.rounded())
    let sign = seconds < 0 ? "−" : ""
    let (minutes, rest) = (whole / 60, twoDigits(whole % 60))
    guard style == .hours else { return "\(sign)\(minutes):\(rest)" }
    return "\(sign)\(minutes / 60):\(twoDigits(minutes % 60)):\(rest)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

/// A round step between ticks: 1, 2 or 5 times a power of ten.
struct DecimalStep: Equatable {
  private let mantissa: Int
  private let exponent: Int

  /// The shortest round step that is at least `length`, which is finite and above 0.
  init(notBelow length: Double) {
    let length = min(max(length, 1e-300), 1e300)
    let floor = Int(decimalLogarithm(length).rounded(.down))
    // The logarithm of a power of ten may have a rounding error.
    let candidates = [(5, floor - 1), (1, floor), (2, floor), (5, floor), (1, floor + 1)]
    let fitting = candidates.first { mantissa, exponent in
      Self.value(mantissa, exponent) >= length * (1 - 1e-9)
    }
    (mantissa, exponent) = fitting ?? (1, floor + 2)
  }

  private init(mantissa: Int, exponent: Int) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// The next longer round step.
  var next: DecimalStep {
    switch mantissa {
    case 1: DecimalStep(mantissa: 2, exponent: exponent)
    case 2: DecimalStep(mantissa: 5, exponent: exponent)
    default: DecimalStep(mantissa: 1, exponent: exponent + 1)
    }
  }

  /// The number of steps in a range; 0 if the steps are too short to count.
  func count(within range: ClosedRange<Double>) -> Int {
    let count = (range.upperBound - range.lowerBound) / multiple(1)
    return count < 1e6 ? Int(count.rounded()) : 0
  }

  /// A multiple, as the number nearest to the decimal.
  func multiple(_ count: Int) -> Double { Self.value(count * mantissa, exponent) }

  /// How far values may exceed the last tick, in steps: too little to be visible.
  static let slack = 0.01

  func multiples(within range: ClosedRange<Double>) -> [Double] {
    let step = multiple(1)
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard last >= first, last - first <= 1000, abs(first) < 1e15, abs(last) < 1e15 else {
      return []
    }
    return (Int(first)...Int(last)).map(multiple)
  }

  /// The range extended to whole steps.
  ///
  /// An excess under a hundredth of a step needs no further step.
  func rounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let step = multiple(1)
    let first = (range.lowerBound / step + Self.slack).rounded(.down)
    let last = (range.upperBound / step - Self.slack).rounded(.up)
    guard first < last else { return range }
    guard abs(first) < 1e15, abs(last) < 1e15 else { return range }
    return multiple(Int(first))...multiple(Int(last))
  }

  /// A multiple of the step as text with as many digits as needed, such as `0.25`, `20`, `3M` or
  /// `2e18`.
  ///
  /// `largest` is the largest magnitude on the axis; it decides whether thousands are abbreviated.
  func text(_ value: Double, largest: Double) -> String {
    let text = digits(of: value, largest: largest)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  private func digits(of value: Double, largest: Double) -> String {
    let power = largest > 0 ? Int((decimalLogarithm(largest) + 1e-9).rounded(.down)) : 0
    if power < 6, power >= -3 {
      return SpreadsheetRounding.text(value, decimals: min(max(0, -exponent), 12))
    }
    guard value != 0 else { return "0" }
    let thousands = power / 3 * 3
    let isNamed = power >= 6 && power < 15
    let unit = isNamed ? thousands : power
    let decimals = min(max(0, unit - exponent), 12)
    let number = SpreadsheetRounding.text(value / Self.value(1, unit), decimals: decimals)
    return number + (isNamed ? ["M", "G", "T"][thousands / 3 - 2] : "e\(unit)")
  }

  private static func value(_ mantissa: Int, _ exponent: Int) -> Double {
    // Powers of ten from 1 to 10²² are exact, so there is only one rounding.
    exponent < 0
      ? Double(mantissa) / powerOfTen(-exponent) : Double(mantissa) * powerOfTen(exponent)
  }

  /// Parsed, not computed: the result is the nearest number on every system.
  private static func powerOfTen(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }
}
