public import Recordings
internal import Units

/// A made-up run of 30 s for the documentation, which shows what the metrics detect and what they miss.
///
///     ExampleTimeline.all.map { RunSummary(of: $0.recording)["fps.avg"]?.value }
///
/// The example runs D and E have the same total hitch time, 483 ms: D in one freeze, E in 29 single refreshes. The
/// display has 60 Hz.
public struct ExampleTimeline: Sendable, Identifiable {
  /// The letter that names the made-up run of the documentation, such as `D`.
  public let id: String
  /// What happens in the example run, such as `a run at 30 FPS throughout`.
  public let title: String
  /// The frame times of the example run in half refreshes of the display.
  private let halfRefreshes: [Int]

  /// All example runs, in the order in which the documentation lists them.
  public static let all: [ExampleTimeline] = [
    ExampleTimeline(
      id: "A", title: "a run at 60 FPS throughout",
      halfRefreshes: Array(repeating: 2, count: 1800)),
    ExampleTimeline(
      id: "B", title: "a run at 30 FPS throughout",
      halfRefreshes: Array(repeating: 4, count: 900)),
    ExampleTimeline(
      id: "C", title: "a run at 60 FPS with one freeze of 15 s",
      halfRefreshes: steady(900, freeze: 1802)),
    ExampleTimeline(
      id: "D", title: "a run at 60 FPS with one freeze of 500 ms",
      halfRefreshes: steady(1771, freeze: 60)),
    ExampleTimeline(
      id: "E", title: "a run at 60 FPS with 29 single missed refreshes",
      halfRefreshes: (0..<1771).map { $0 % 60 == 59 ? 4 : 2 }),
    ExampleTimeline(
      id: "F",
      title:
        "a run with frames of 8.3 and 25 ms in turn, as on a display with variable refresh rate",
      halfRefreshes: (0..<1800).map { $0 % 2 == 0 ? 1 : 3 }),
  ]

  /// Frame times of one refresh each, with one freeze in the middle.
  private static func steady(_ count: Int, freeze: Int) -> [Int] {
    (0..<count).map { $0 == count / 2 ? freeze : 2 }
  }

  /// The frames of the example run as a recording, from which metrics can be computed.
  public var recording: Recording {
    var presents: NumberColumn<Nanoseconds> = [0]
    var elapsed = 0
    for duration in halfRefreshes {
      elapsed += duration
      presents.append((Nanoseconds(elapsed) * .perSecond + 60) / 120)
    }
    var recording = Recording(
      origin: Recording.Origin(source: id, format: "example", dialect: ""),
      timeline: .known(FrameTimeline(presents: presents)))
    recording.description.device.refreshRate = 60
    return recording
  }
}
