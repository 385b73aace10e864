internal import Decoding
internal import Recordings

/// Collects the sensor columns that a trace repeats on every frame.
///
/// The recording tool reads sensors a few times per second and logs them with every frame, so most rows repeat the
/// sensor fields of the row above. If the bytes from the first to the last sensor column are unchanged, the fields are
/// not parsed again.
struct SensorRow {
  private let slots: [Int]
  /// The slots of the first and the last sensor column in the table.
  private let ends: (first: Int, last: Int)
  private var collectors: [SampleCollector]
  private var lastBytes: [UInt8] = []
  private var repetitions = 0

  /// Creates one collector per sensor column.
  ///
  /// - Parameters:
  ///   - slots: the columns' slots in `CSVRows`.
  ///   - columns: the positions of all columns in `CSVRows`.
  ///   - scales: conversions of the slots' columns to their base units.
  init(slots: [Int], among columns: [Int?], scales: [SampleCollector.Scale]) {
    self.slots = slots
    let ordered = slots.sorted { (columns[$0] ?? 0) < (columns[$1] ?? 0) }
    ends = (ordered.first ?? 0, ordered.last ?? 0)
    collectors = scales.map { SampleCollector(scale: $0) }
  }

  /// Adds the sensors' samples in the current row, which must be a frame.
  ///
  /// Invalid sensor fields are recorded as issues of their rows.
  @inline(__always)
  mutating func append(from rows: inout CSVRows) {
    guard !slots.isEmpty else { return }
    let bytes = rows.bytes(from: ends.first, through: ends.last)
    if isRepeated(bytes) { repetitions += 1 } else { append(new: bytes, from: &rows) }
  }

  /// The collectors of the sensor columns, in the order of the slots.
  mutating func finish() -> [SampleCollector] {
    catchUp()
    return collectors
  }

  @inline(__always)
  private func isRepeated(_ bytes: Field) -> Bool {
    bytes.count == lastBytes.count
      && lastBytes.withUnsafeBufferPointer { last in
        last.baseAddress.map { Memory.equal($0, bytes.start, count: bytes.count) } ?? false
      }
  }

  @inline(never)
  private mutating func append(new bytes: Field, from rows: inout CSVRows) {
    catchUp()
    lastBytes.removeAll(keepingCapacity: true)
    lastBytes += UnsafeBufferPointer(start: bytes.start, count: bytes.count)
    for (index, slot) in slots.enumerated() {
      let field = rows[slot]
      guard collectors[index].append(field) != nil else { continue }
      rows.note(.unreadableSample, field)
      // An invalid field of the next row is then recorded even if its bytes are equal.
      lastBytes.removeAll(keepingCapacity: true)
    }
  }

  private mutating func catchUp() {
    for index in collectors.indices { collectors[index].repeatLast(repetitions) }
    repetitions = 0
  }
}
