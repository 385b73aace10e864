public import Units

/// A named interval of a run, such as a lap, a phase or an annotation.
public struct Marker: Sendable, Equatable {
  /// The start of the named interval of the run, in nanoseconds, on the clock of the run's frames.
  public let start: Nanoseconds

  /// The end of the named interval of the run, in nanoseconds; equal to the start for an instant.
  public let end: Nanoseconds

  /// The name of the interval of the run, such as the name of a lap.
  public let name: String

  /// Whether the named interval of the run is an activity: if a run has activities, frames outside of them do not
  /// count.
  ///
  /// If a run has one, the time outside all of them is idle: neither smooth nor janky.
  public let isActivity: Bool

  /// Creates a marked interval of a run; `end` is not before `start`.
  public init(start: Nanoseconds, end: Nanoseconds, name: String, isActivity: Bool = false) {
    self.start = start
    self.end = end
    self.name = name
    self.isActivity = isActivity
  }
}
