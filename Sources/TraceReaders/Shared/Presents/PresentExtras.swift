internal import Decoding
internal import Recordings
internal import Units

/// Columns of a present table that do not describe presents.
struct PresentExtras: Sendable {
  /// Columns of sensors, sampled with every frame.
  var sensors: [Sensor] = []

  /// Columns with facts, which are the same in every row or only in the first row.
  var facts: [(column: Int, fact: HardwareFact)] = []

  /// Columns in which the tool counts lost events.
  var losses: [(column: Int, name: String)] = []

  /// Metadata known before the first row.
  var description = RunDescription()

  /// The minimum number of fields in a row, if rows may be shorter than the header.
  var minimumFieldCount: Int?

  /// No extra columns.
  static let none = PresentExtras()

  /// A column of samples.
  struct Sensor: Sendable {
    let name: String
    let role: Counter.Role
    let unit: Unit
    let scale: SampleCollector.Scale
    /// The position of the column in the header.
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
