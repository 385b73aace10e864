internal import Decoding
internal import Recordings
internal import Units

/// What tables of some tools have besides the presents.
struct PresentExtras: Sendable {
  /// Columns of sensors, sampled with every frame.
  var sensors: [Sensor] = []

  /// Columns that say the same in every row, or only in the first one.
  var facts: [(column: Int, fact: HardwareFact)] = []

  /// Columns that count what the tool lost so far.
  var losses: [(column: Int, name: String)] = []

  /// What is known before the first row.
  var description = RunDescription()

  /// Fields that a row needs, where not all that the header names.
  var minimumFieldCount: Int?

  /// Nothing besides the presents.
  static let none = PresentExtras()

  /// A column of samples.
  struct Sensor: Sendable {
    let name: String
    let role: Counter.Role
    let unit: Unit
    let scale: SampleCollector.Scale
    /// Where it stands in the header in question.
    var column = 0

    init(
      _ name: String, _ role: Counter.Role, _ unit: Unit, _ scale: SampleCollector.Scale? = nil
    ) {
      self.name = name
      self.role = role
      self.unit = unit
      self.scale = scale ?? (unit == .fraction ? .divided(by: 100) : .asWritten)
    }

    /// The sensors that a header has, in the order of the list.
    static func present(in header: CSVHeader, of list: [Sensor]) -> [Sensor] {
      list.compactMap { sensor in
        var found = sensor
        guard let column = header.column(sensor.name) else { return nil }
        found.column = column
        return found
      }
    }
  }
}
