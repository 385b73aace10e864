internal import Recordings

extension RunDecoder {
  /// The parts of the work on the frames of a run; `nil` if it has none; O(n).
  ///
  /// - Parameter frames: the number of frames of the run, which the index of every entry's frame must be below.
  func parts(of run: RunID, frames: Int = .max) throws(StoreError) -> FrameParts? {
    let found = try connection.rows(
      "SELECT count, frames, parts, durations FROM frame_part_entries WHERE run = ?",
      [.integer(run.number)]
    ) { (row) throws(StoreError) in PackedParts(row) }
    guard var packed = found.first else { return nil }
    try readNames(of: run, into: &packed)
    return try decoding("list of the parts (functions, waits) of frames", of: run) {
      () throws(PackingProblem) in
      let parts = try packed.unpacked()
      if let last = parts.entries.last, last.frame >= frames { throw .outOfRange }
      return parts
    }
  }

  private func readNames(of run: RunID, into packed: inout PackedParts) throws(StoreError) {
    var typical: [Int64] = []
    try connection.forEachRow(
      "SELECT ordinal, name, kind, container, typical_ns FROM frame_part WHERE run = ? ORDER BY ordinal",
      [.integer(run.number)]
    ) { (row) throws(StoreError) in
      let kind = row.text("kind")
      let part = try decoding("list of the parts (functions, waits) of frames", of: run) {
        () throws(PackingProblem) in
        guard row.integer("ordinal") == packed.parts.count else { throw .absent }
        guard let kind = FrameParts.Kind(rawValue: kind) else { throw .unknownName(kind) }
        return FrameParts.Part(row.text("name"), kind)
      }
      packed.parts.append(part)
      packed.containers.append(row.optionalText("container"))
      if let median = row.optionalInteger("typical_ns") { typical.append(median) }
    }
    packed.typical = typical.isEmpty ? nil : typical
  }
}
