#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Units

/// Maps values to positions along an axis, as shares of its length.
struct AxisScale {
  /// The visible range.
  let domain: ClosedRange<Double>

  let isLogarithmic: Bool
  /// The lower end of the domain; its logarithm on a logarithmic axis.
  private let start: Double
  private let length: Double

  /// Determines the range of an axis.
  ///
  /// - Parameters:
  ///   - axis: the requested axis.
  ///   - extent: the range of the marks.
  ///   - steps: the approximate number of steps; `nil` to end at the marks.
  init(_ axis: Chart.Axis, extent: Extent, steps: Int? = nil) {
    isLogarithmic = axis.scale == .logarithmic
    let needed =
      axis.domain.map(Self.widened)
      ?? Self.needed(by: axis.scale, extent.including(axis.inSight))
    domain =
      if let steps, axis.domain == nil {
        AxisTicks(axis, over: needed).rounded(atMost: steps)
      } else { needed }
    start = isLogarithmic ? log10(domain.lowerBound) : domain.lowerBound
    length = (isLogarithmic ? log10(domain.upperBound) : domain.upperBound) - start
  }

  /// The position of a value, 0 to 1.
  ///
  /// Values outside are at the edge; `nil` for values that a logarithmic axis cannot show.
  func share(of value: Double) -> Double? {
    if isLogarithmic, value <= 0 { return nil }
    let place = isLogarithmic ? log10(value) : value
    return min(max((place - start) / length, 0), 1)
  }

  private static func needed(by scale: Chart.Axis.Scale, _ extent: Extent) -> ClosedRange<Double> {
    let isEmpty = extent.low > extent.high
    switch scale {
    case .categories(let names): return -0.5...Double(max(names.count, 1)) - 0.5
    case .logarithmic:
      guard extent.leastPositive <= extent.high else { return 1...10 }
      let (low, high) = (max(extent.leastPositive, 1e-300), extent.high)
      return high / low < 1.1 ? max(low / 1.5, 1e-300)...high * 1.5 : low...high
    case .fromZero:
      return isEmpty ? 0...1 : widened(min(extent.low, 0)...max(extent.high, 0))
    case .linear, .time:
      return isEmpty ? 0...1 : widened(extent.low...extent.high)
    }
  }

  /// The range, at least wide enough that its ends differ in a few digits.
  private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let size = max(range.lowerBound.magnitude, range.upperBound.magnitude)
    if size < 1e-290 { return 0...1 }
    let least = size * 1e-7
    guard range.upperBound - range.lowerBound < least else { return range }
    return range.lowerBound - size * 0.05...range.upperBound + size * 0.05
  }
}
