internal import Recordings
internal import Statistics
internal import Units

/// The frame times of a run over its time, as medians of short windows.
struct RunCourse: Sendable {
  /// A window with at least one frame.
  struct Window: Sendable {
    /// The start, since the first frame.
    let start: Nanoseconds
    /// The end, since the first frame.
    let end: Nanoseconds
    /// The number of frames that ended in the window.
    let frames: Int
    /// The median of their frame times, in nanoseconds.
    let median: Double
  }

  /// A part of the run that is off its usual level, and matters for the average frame rate.
  struct Part: Sendable {
    /// The start, since the first frame.
    let start: Nanoseconds
    /// The end, since the first frame.
    let end: Nanoseconds
    /// The median frame time of the part, divided by the usual one.
    let ratio: Double
    let isLast: Bool
  }

  let windows: [Window]
  /// The usual frame time in nanoseconds, and the parts off it; `nil` if there is no usual one.
  let deviations: LevelDeviations?

  /// Shorter windows would contain too few frames.
  private static let window = 250 * Nanoseconds.perMillisecond
  /// More windows would take long to partition.
  private static let mostWindows = 400
  private static let leastFrames = 4
  /// The smallest distance of a part from the usual frame time, as a ratio.
  static let leastRatio = 1.1
  /// The smallest change of the average frame rate without a part, as a fraction.
  static let leastChange = 0.01

  /// `nil` for runs with pauses, or with too few windows; O(frames).
  init?(_ frames: SelectedFrames) {
    guard frames.segments.count == 1, frames.count >= LevelDeviations.leastCount else { return nil }
    let mean = frames.duration / Nanoseconds(frames.count)
    let length = max(
      Self.window, frames.duration / Nanoseconds(Self.mostWindows),
      Nanoseconds(Self.leastFrames) * mean)
    guard frames.duration / length >= LevelDeviations.leastCount else { return nil }
    windows = Self.windows(of: frames.frameTimes, length: length)
    deviations = LevelDeviations(of: windows.map(\.median), leastRatio: Self.leastRatio)
  }

  /// The full windows, by the ends of frames; one without a frame belongs to the next.
  private static func windows(of frameTimes: FrameTimes, length: Nanoseconds) -> [Window] {
    var windows: [Window] = []
    var (start, end, limit) = (Nanoseconds(0), Nanoseconds(0), length)
    var own: [Nanoseconds] = []
    for frameTime in frameTimes {
      let next = end + frameTime
      if next > limit {
        if !own.isEmpty {
          let median = Double(own.selectElement(at: own.count / 2))
          windows.append(Window(start: start, end: end, frames: own.count, median: median))
          start = end
          own.removeAll(keepingCapacity: true)
        }
        limit = ((next - 1) / length + 1) * length
      }
      own.append(frameTime)
      end = next
    }
    return windows
  }

  /// The parts whose omission changes the average frame rate by at least `leastChange`, in order.
  var parts: [Part] {
    (deviations?.parts ?? []).compactMap { part in
      let (first, last) = (windows[part.points.lowerBound], windows[part.points.upperBound - 1])
      let found = Part(
        start: first.start, end: last.end, ratio: part.ratio,
        isLast: part.points.upperBound == windows.count)
      let rates = averageFrameRates(without: found.start..<found.end)
      return abs(rates.without / rates.all - 1) >= Self.leastChange ? found : nil
    }
  }

  /// The average frame rate of all windows, and of those that start outside a range.
  func averageFrameRates(without range: Range<Nanoseconds>) -> (all: Double, without: Double) {
    func rate(_ windows: [Window]) -> Double {
      let time = windows.reduce(Nanoseconds(0)) { $0 + ($1.end - $1.start) }
      return Double(windows.reduce(0) { $0 + $1.frames }) / time.seconds
    }
    return (rate(windows), rate(windows.filter { !range.contains($0.start) }))
  }

  /// The ratio of the last eighth's median frame time to the first's, if the eighths steadily rise or
  /// fall; `nil` otherwise.
  var drift: Double? {
    let length = windows.count / 8
    guard length >= 3 else { return nil }
    let medians = (0..<8).compactMap { part in
      Moments.median(of: windows[part * length..<(part + 1) * length].map(\.median))
    }
    let steps = zip(medians, medians.dropFirst())
    guard steps.allSatisfy(<) || steps.allSatisfy(>) else { return nil }
    return medians[7] / medians[0]
  }
}
