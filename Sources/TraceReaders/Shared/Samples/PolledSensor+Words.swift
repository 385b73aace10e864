internal import Decoding
internal import Recordings
internal import Units

extension PolledSensor {
  /// Creates a sensor from the name and the unit that a log contains.
  ///
  /// - Parameter word: the unit in the log, in upper or lower case. An unknown word becomes a unit with this word as
  ///   its name.
  init(_ name: String, unit word: String, role: Counter.Role) {
    let word = harmless(word, limit: 20)
    let known = Self.units[word.lowercased()]
    self.init(
      harmless(name, limit: 100), known?.unit ?? (word.isEmpty ? .count : Unit(id: word)),
      known?.scale ?? .asWritten, role: role)
  }

  /// Whether a word is a unit that is known by its name, in upper or lower case.
  static func isUnit(_ word: String) -> Bool { units[word.lowercased()] != nil }

  /// The base unit for each unit in a log, by lower-case name, and the conversion to the base unit.
  private static let units: [String: (unit: Unit, scale: SampleCollector.Scale)] = [
    "%": (.fraction, percent),
    "°c": (.celsius, .asWritten), "c": (.celsius, .asWritten),
    "degrees celsius": (.celsius, .asWritten),
    "w": (.watts, .asWritten), "watts": (.watts, .asWritten),
    "mhz": (.hertz, .times(1e6)),
    "fps": (.framesPerSecond, .asWritten),
    "ms": (.milliseconds, .asWritten), "msec": (.milliseconds, .asWritten),
    "kb": (.bytes, .times(1024)), "mb": (.bytes, .times(1_048_576)),
    "gb": (.bytes, .times(1_073_741_824)),
  ]
}
