internal import Decoding
internal import Recordings

/// The ways in which frames of a process and swap chain reached the screen, such as `Composed: Flip`, by how often.
struct PresentModes {
  private var modes: [(bytes: [UInt8], count: Int)] = []
  private var latest = 0

  private static let most = 16
  /// A mode of a smaller share of the frames is a transition, not a condition of the run.
  private static let leastShare = 0.05

  /// Counts the mode of a displayed frame.
  @inline(__always)
  mutating func note(_ field: Field) {
    if latest < modes.count, equals(field, modes[latest].bytes) {
      modes[latest].count += 1
    } else {
      switchMode(field)
    }
  }

  @inline(never)
  private mutating func switchMode(_ field: Field) {
    if field.isMissing { return }
    latest = modes.firstIndex { equals(field, $0.bytes) } ?? modes.count
    guard latest == modes.count else {
      modes[latest].count += 1
      return
    }
    guard modes.count < Self.most else { return }
    let bytes = UnsafeBufferPointer(start: field.start, count: field.count)
    modes.append((Array(bytes), 1))
  }

  @inline(__always)
  private func equals(_ field: Field, _ bytes: [UInt8]) -> Bool {
    bytes.count == field.count
      && bytes.withUnsafeBufferPointer { known in
        known.baseAddress.map { Memory.equal($0, field.start, count: field.count) } ?? true
      }
  }

  /// Stores the modes of at least 5% of the frames as a property of the device.
  func note(in description: inout RunDescription) {
    let counts = modes.map { (harmless(String(decoding: $0.bytes, as: UTF8.self)), $0.count) }
    Self.note(Dictionary(counts, uniquingKeysWith: +), in: &description)
  }

  /// Stores modes with their numbers of frames.
  static func note(_ counts: [String: Int], in description: inout RunDescription) {
    let all = counts.values.reduce(0, +)
    let names = counts.filter { Double($0.value) >= leastShare * Double(all) }.keys
    guard !names.isEmpty else { return }
    description.device.properties[RunDescription.presentation] =
      names.sorted().joined(separator: RunDescription.severalModes)
  }
}
