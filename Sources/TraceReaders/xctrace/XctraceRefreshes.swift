internal import Decoding
internal import Units

/// The refreshes of the displays of an export, which tell at what rate they ran.
struct XctraceRefreshes {
  /// The last refresh of a display, and how often each rate was between two refreshes.
  private struct Display {
    var last: Nanoseconds
    var rates: [Double: Int] = [:]
    var stepCount = 0
  }

  private var displays: [String: Display] = [:]

  /// Fewer steps than this prove nothing.
  private static let leastSteps = 8
  private static let mostDisplays = 64

  /// Whether there is not one refresh.
  var isEmpty: Bool { displays.isEmpty }

  /// Takes a refresh.
  ///
  /// - Parameters:
  ///   - time: when, on the trace's clock; those of a display in order.
  ///   - display: its name.
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

  /// The rate that the display with most refreshes kept to; `nil` if it kept to none.
  var hertz: Double? {
    let busiest = displays.max {
      ($0.value.stepCount, $1.key) < ($1.value.stepCount, $0.key)
    }
    guard let busiest, busiest.value.stepCount >= Self.leastSteps else { return nil }
    return NominalRefreshRate.prevailing(among: busiest.value.rates)
  }
}
