internal import Decoding
package import Recordings
package import Units

extension Marker {
  /// The marker on another clock.
  ///
  /// - Parameter origin: what the marker's clock shows when the other shows 0.
  /// - Returns: a marker of the same length.
  package func moved(by origin: Nanoseconds) -> Marker {
    Marker(start: start - origin, end: end - origin, name: name, isActivity: isActivity)
  }
}

extension Counter {
  /// The counter on another clock.
  ///
  /// - Parameter origin: what the counter's clock shows when the other shows 0.
  /// - Returns: `nil` for samples that came with frames, which have no times.
  package func moved(by origin: Nanoseconds) -> Counter? {
    guard case .times(let times) = samples.clock else { return nil }
    if origin == 0 { return self }
    let moved = SampleColumn(
      clock: .times(times.map { $0 - origin }), stretches: samples.stretches)
    return Counter(role: role, name: name, unit: unit, samples: moved)
  }
}
