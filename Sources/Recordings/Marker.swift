public import Units

/// A named interval of a run: a lap, a phase, an annotation.
public struct Marker: Sendable, Equatable {
  /// The start, on the clock of the presents.
  public let start: Nanoseconds

  /// The end; equal to the start for an instant.
  public let end: Nanoseconds

  /// Its name.
  public let name: String

  /// Whether only frames within such markers count.
  ///
  /// If a run has one, the time outside all of them is idle: neither smooth nor janky.
  public let isActivity: Bool

  /// Creates a marker; `end` is not before `start`.
  public init(start: Nanoseconds, end: Nanoseconds, name: String, isActivity: Bool = false) {
    self.start = start
    self.end = end
    self.name = name
    self.isActivity = isActivity
  }
}
