public import Units

/// A named stretch of a run: a scroll lap, a phase, an annotation.
public struct Marker: Sendable, Equatable {
  /// When it begins, on the clock of the presents.
  public let start: Nanoseconds

  /// When it ends, not before `start`; equal to it for an instant.
  public let end: Nanoseconds

  /// Its name.
  public let name: String

  /// Whether frames count only within such markers.
  ///
  /// Once a run has one, time outside all of them is idle: neither smooth nor janky.
  public let isActivity: Bool

  /// Creates a marker.
  ///
  /// - Parameters:
  ///   - start: on the clock of the presents.
  ///   - end: not before `start`.
  ///   - name: shown in tables by segment.
  ///   - isActivity: whether frames count only within such markers.
  public init(start: Nanoseconds, end: Nanoseconds, name: String, isActivity: Bool = false) {
    self.start = start
    self.end = end
    self.name = name
    self.isActivity = isActivity
  }
}
