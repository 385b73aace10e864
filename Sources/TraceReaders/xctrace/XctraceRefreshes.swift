internal import Decoding
internal import Units

/// Measures the refresh rates of the displays in an export by their refreshes.
struct XctraceRefreshes {
  /// The last refresh of a display, and the number of steps between refreshes per refresh rate.
  private struct Display {
    var last: Nanoseconds
    var rates: [Double: Int] = [:]
    var stepCount = 0
  }

  private var displays: [String: Display] = [:]

  /// The minimum number of steps between refreshes that a refresh rate is computed from.
  private static let leastSteps = 8
  private static let mostDisplays = 64

  /// Whether the export has no refreshes of a display.
  var isEmpty: Bool { displays.isEmpty }

  /// Adds a refresh of a display.
  ///
  /// - Parameter time: on the trace's clock, in order for each display.
  mutating func add(at time: Nanoseconds, of display: String) {
    guard var known = displays[display] else {
      if displays.count < Self.mostDisplays { displays[display] = Display(last: time) }
      return
    }
    if time > known.last, let rate = NominalRefreshRate.hertz(every: time - known.last) {
      known.rates[rate, default: 0] += 1
      known.stepCount += 1
    }
    known.last = time
    displays[display] = known
  }

  /// The prevailing refresh rate, in hertz, of the display with the most refreshes; `nil` if this display has no
  /// prevailing rate.
  var hertz: Double? {
    let busiest = displays.max {
      ($0.value.stepCount, $1.key) < ($1.value.stepCount, $0.key)
    }
    guard let busiest, busiest.value.stepCount >= Self.leastSteps else { return nil }
    return NominalRefreshRate.prevailing(among: busiest.value.rates)
  }
}
