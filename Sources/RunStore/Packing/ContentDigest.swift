internal import CXXHash
internal import Recordings
internal import Units

/// The digest of a recording's columns: 128 bits of XXH3 over the unpacked columns.
///
/// Names, labels and other metadata, which may be corrected later, are not included.
package struct ContentDigest: ~Copyable {
  private let state = XXH3_createState()

  private init() { XXH3_128bits_reset(state) }

  deinit { XXH3_freeState(state) }

  /// The digest in hexadecimal; O(n).
  static func text(of recording: Recording) -> String {
    let isEmpty =
      recording.timeline.value == nil && recording.unplacedSignals.isEmpty
      && recording.counters.isEmpty
    return isEmpty ? textOfNothing : text(ofColumnsIn: recording)
  }

  /// The digest of a recording without columns, as imported values have it.
  private static let textOfNothing = ContentDigest().text

  private static func text(ofColumnsIn recording: Recording) -> String {
    let digest = ContentDigest()
    if let timeline = recording.timeline.value { digest.add(timeline) }
    digest.add(recording.unplacedSignals)
    for counter in recording.counters { digest.add(counter) }
    return digest.text
  }

  package static func text(of texts: [String?]) -> String {
    let digest = ContentDigest()
    for text in texts { digest.add(text) }
    return digest.text
  }

  private func add(_ timeline: FrameTimeline) {
    add(timeline.presents)
    if let kinds = timeline.kinds { add(kinds.count) { Int64(kinds[$0].rawValue) } }
    if let blames = timeline.blames {
      add(FrameColumnName.blame)
      add(blames.count) { Int64(blames[$0].rawValue) }
    }
    add(timeline.signals)
    for (kind, count) in timeline.unplaced.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      add([Int64(kind.rawValue), Int64(count)])
    }
    if !timeline.unplacedDisplays.isEmpty {
      add(FrameColumnName.unplacedDisplay)
      add(timeline.unplacedDisplays)
    }
    if let parts = timeline.parts { add(parts) }
  }

  private func add(_ parts: FrameParts) {
    let entries = parts.entries
    add("parts")
    add(length: parts.parts.count)
    for part in parts.parts {
      add(part.name)
      add(part.kind.rawValue)
    }
    if parts.containers.contains(where: { $0 != nil }) {
      for container in parts.containers { add(container) }
    }
    add(parts.typical ?? [])
    add(entries.count) { Int64(entries[$0].frame) }
    add(entries.count) { Int64(entries[$0].part) }
    add(entries.count) { entries[$0].duration }
  }

  private func add(_ signals: [FrameSignal: OptionalColumn]) {
    for (signal, column) in signals.sorted(by: { $0.key < $1.key }) {
      add(signal.rawValue)
      add(column.count) { column[$0] ?? PackedColumn.missing }
    }
  }

  private func add(_ counter: Counter) {
    add(counter.role.name)
    add(counter.name)
    add(counter.unit.id)
    if case .times(let times) = counter.samples.clock { add(times.count) { times[$0] } }
    for stretch in counter.samples.stretches {
      add([Int64(stretch.count), Int64(bitPattern: stretch.value?.bitPattern ?? UInt64.max)])
    }
  }

  private func add(_ numbers: [Int64]) {
    add(length: numbers.count)
    numbers.withUnsafeBufferPointer { hash($0) }
  }

  private func add(_ column: NumberColumn<Int64>) {
    add(length: column.count)
    column.withUnsafeBufferPointer { hash($0) }
  }

  /// Adds a column in parts, so that it is not copied.
  @inline(__always)
  private func add(_ count: Int, _ number: (Int) -> Int64) {
    add(length: count)
    var part = [Int64](repeating: 0, count: min(count, 4096))
    for start in stride(from: 0, to: count, by: 4096) {
      let length = min(4096, count - start)
      for offset in 0..<length { part[offset] = number(start + offset) }
      part.withUnsafeBufferPointer { hash(UnsafeBufferPointer(rebasing: $0[..<length])) }
    }
  }

  /// Hashes integers as stored in memory, which is little-endian on all machines that Swift supports.
  private func hash(_ numbers: UnsafeBufferPointer<Int64>) {
    let bytes = UnsafeRawBufferPointer(numbers)
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  private func add(_ text: String?) {
    guard let text else { return add(length: -1) }
    add(Array(text.utf8))
  }

  private func add(_ bytes: [UInt8]) {
    add(length: bytes.count)
    hash(bytes)
  }

  private func hash(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
  }

  private func add(length: Int) {
    var length = Int64(length).littleEndian
    XXH3_128bits_update(state, &length, 8)
  }

  private var text: String {
    let hash = XXH3_128bits_digest(state)
    return [hash.high64, hash.low64].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
