internal import Decoding
internal import Recordings

/// Collects the sensor columns that a trace repeats on every frame.
///
/// Sensors are read a few times a second and logged with every frame, so most rows say what the row
/// above says. Where the bytes from the first to the last sensor are the same, nothing is read but them.
struct SensorRow {
  private let slots: [Int]
  private var collectors: [SampleCollector]
  private var lastBytes: [UInt8] = []
  /// The last of the rows that is known to hold these bytes; `nil` for none.
  private var lastOrdinal: Int?
  private var repetitions = 0

  /// Creates collectors for columns.
  ///
  /// - Parameters:
  ///   - slots: of the columns among those that `CSVRows` was created with.
  ///   - scales: of the columns, to their base units.
  init(slots: [Int], scales: [SampleCollector.Scale]) {
    self.slots = slots
    collectors = scales.map { SampleCollector(scale: $0) }
  }

  /// Takes the samples of the current row, which is a frame.
  ///
  /// - Parameter rows: standing at the row, its `stretch` that of the slots; what cannot be read there is
  ///   noted.
  @inline(__always)
  mutating func append(from rows: inout CSVRows) {
    guard !slots.isEmpty else { return }
    let isKnown = rows.repeatsStretch && lastOrdinal == rows.ordinal - 1
    if isKnown || isRepeated(rows.stretch) {
      repetitions += 1
      lastOrdinal = rows.ordinal
    } else {
      append(new: rows.stretch, from: &rows)
    }
  }

  /// The collectors, in the order of the slots.
  mutating func finish() -> [SampleCollector] {
    catchUp()
    return collectors
  }

  @inline(__always)
  private func isRepeated(_ stretch: Field) -> Bool {
    stretch.count == lastBytes.count
      && lastBytes.withUnsafeBufferPointer { last in
        last.baseAddress.map { Memory.equal($0, stretch.start, count: stretch.count) } ?? false
      }
  }

  @inline(never)
  private mutating func append(new stretch: Field, from rows: inout CSVRows) {
    catchUp()
    lastBytes.removeAll(keepingCapacity: true)
    lastBytes += UnsafeBufferPointer(start: stretch.start, count: stretch.count)
    lastOrdinal = rows.ordinal
    for (index, slot) in slots.enumerated() {
      let field = rows[slot]
      guard collectors[index].append(field) != nil else { continue }
      rows.note(.unreadableSample, field)
      // So that the next one is noted, too.
      lastBytes.removeAll(keepingCapacity: true)
      lastOrdinal = nil
    }
  }

  private mutating func catchUp() {
    for index in collectors.indices { collectors[index].repeatLast(repetitions) }
    repetitions = 0
  }
}
