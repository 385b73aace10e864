internal import Decoding
package import Recordings
package import Units

extension Marker {
  /// A copy of this marked interval of a run, with its start and end converted to another clock.
  ///
  /// - Parameter origin: the reading of the marker's clock when the other clock reads 0.
  package func moved(by origin: Nanoseconds) -> Marker {
    Marker(start: start - origin, end: end - origin, name: name, isActivity: isActivity)
  }
}

extension Counter {
  /// A copy of this counter with its sample times converted to another clock; `nil` if the counter has one sample per
  /// frame instead of sample times.
  ///
  /// - Parameter origin: the reading of the counter's clock when the other clock reads 0.
  package func moved(by origin: Nanoseconds) -> Counter? {
    guard case .times(let times) = samples.clock else { return nil }
    if origin == 0 { return self }
    let moved = SampleColumn(
      clock: .times(times.map { $0 - origin }), stretches: samples.stretches)
    return Counter(role: role, name: name, unit: unit, samples: moved)
  }
}
