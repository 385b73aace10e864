internal import Recordings
internal import Units

/// The parts of the work on frames, with the entries as bytes: three packed columns.
struct PackedParts: Sendable {
  /// The parts that the entries refer to by index.
  var parts: [FrameParts.Part] = []
  /// For each part, the name of the part that usually contains it; `nil` if none does.
  var containers: [String?] = []
  /// For each part, its median duration in the frames in time; `nil` if all frames have entries.
  var typical: [Nanoseconds]?
  /// The number of entries.
  let count: Int
  /// The frame of each entry, as differences.
  let frames: [UInt8]
  /// The index of the part of each entry.
  let indexes: [UInt8]
  /// The duration of each entry.
  let durations: [UInt8]

  /// Packs the parts of a timeline; O(n).
  init(_ parts: FrameParts) {
    let entries = parts.entries
    self.parts = parts.parts
    containers = parts.containers
    typical = parts.typical
    count = entries.count
    frames = PackedColumn.pack(count, as: .differences) { Int64(entries[$0].frame) }
    indexes = PackedColumn.pack(count, as: .values) { Int64(entries[$0].part) }
    durations = PackedColumn.pack(count, as: .values) { entries[$0].duration }
  }

  /// The entries in a row of `frame_part_entries`, without the parts that they refer to.
  init(_ row: Statement) {
    count = Int(row.integer("count"))
    frames = row.bytes("frames")
    indexes = row.bytes("parts")
    durations = row.bytes("durations")
  }

  /// Whether columns of this size can have this many entries.
  var isPlausible: Bool {
    PackedColumn.isPlausible(
      count: count, bytes: frames.count + indexes.count + durations.count)
  }

  /// Unpacks the parts; O(n).
  func unpacked() throws(PackingProblem) -> FrameParts {
    let entries = try entries()
    guard
      let parts = FrameParts(
        parts: parts, containers: containers, entries: entries, typical: typical)
    else {
      throw .outOfRange
    }
    return parts
  }

  private func entries() throws(PackingProblem) -> NumberColumn<FrameParts.Entry> {
    guard isPlausible else { throw .outOfRange }
    let frames = try PackedColumn.unpack(count, as: .differences, from: frames)
    let indexes = try PackedColumn.unpack(count, as: .values, from: indexes)
    let durations = try PackedColumn.unpack(count, as: .values, from: durations)
    var entries: NumberColumn<FrameParts.Entry> = []
    entries.reserveCapacity(count)
    for entry in 0..<count {
      guard let frame = Int32(exactly: frames[entry]), let part = UInt16(exactly: indexes[entry])
      else { throw .outOfRange }
      entries.append(FrameParts.Entry(frame: frame, part: part, duration: durations[entry]))
    }
    return entries
  }
}
