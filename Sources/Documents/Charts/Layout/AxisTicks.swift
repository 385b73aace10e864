#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
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
    let first = Int(log10(domain.lowerBound).rounded(.down)) - 1
    let last = Int(log10(domain.upperBound).rounded(.up)) + 1
    return (max(first, -300)...min(max(last, first), 305)).flatMap { exponent in
      [1, 2, 5].map { Double("\($0)e\(exponent)") ?? 1 }
    }
  }

  private static func digit(of value: Double) -> Int {
    let power = log10(value)
    return abs(power - power.rounded()) < 1e-6 ? 1 : 0
  }
}

/// The round times of an axis in seconds.
struct TimeTicks {
  let ticks: [Chart.Axis.Tick]

  /// The format of times.
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
