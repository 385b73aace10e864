internal import Decoding
internal import Recordings
internal import Units

/// The columns of a present table that describe something other than presents, such as sensors and hardware.
struct PresentExtras: Sendable {
  /// Columns with a sample of a sensor in each row.
  var sensors: [Sensor] = []

  /// Columns with properties of the machine or program; every row has the same value, or only the first row has a
  /// value.
  var facts: [(column: Int, fact: HardwareFact)] = []

  /// Columns in which the recording tool counts lost events.
  var losses: [(column: Int, name: String)] = []

  /// The metadata of the run that is known before the first row of the table is read.
  var description = RunDescription()

  /// The minimum number of fields in a row; `nil` if every row must be as long as the header.
  var minimumFieldCount: Int?

  /// No extra columns, for a table that has only columns of presents.
  static let none = PresentExtras()

  /// A column with the samples of a sensor.
  struct Sensor: Sendable {
    let name: String
    let role: Counter.Role
    let unit: Unit
    let scale: SampleCollector.Scale
    /// The position of the sensor's column in the header, from 0.
    var column = 0

    init(
      _ name: String, _ role: Counter.Role, _ unit: Unit, _ scale: SampleCollector.Scale? = nil
    ) {
      self.name = name
      self.role = role
      self.unit = unit
      self.scale = scale ?? (unit == .fraction ? .divided(by: 100) : .asWritten)
    }

    /// The sensors of a list for which the header has a column, in the order of the list, with the positions of the
    /// columns.
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
