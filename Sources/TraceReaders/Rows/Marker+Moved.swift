internal import Recordings
internal import Units

extension Marker {
  /// The marker on another clock.
  ///
  /// - Parameter origin: what the marker's clock shows when the other shows 0.
  /// - Returns: the same stretch.
  func moved(by origin: Nanoseconds) -> Marker {
    Marker(start: start - origin, end: end - origin, name: name, isActivity: isActivity)
  }
}
