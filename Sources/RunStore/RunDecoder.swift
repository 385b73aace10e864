package import Recordings
internal import Units

/// Decodes the packed columns of runs.
package struct RunDecoder {
  let connection: Connection

  package init(connection: Connection) { self.connection = connection }

  fileprivate struct Column {
    let count: Int
    let data: [UInt8]
  }

  private typealias Unpack<Entry> = (Int, [UInt8]) throws(PackingProblem) -> NumberColumn<Entry>

  /// The frames of a run without their parts, or the reason why it has no frames; O(n).
  func timeline(of run: RunID) throws(StoreError) -> Known<FrameTimeline> {
    if let reason = try withheldReason(of: run) { return .withheld(because: reason) }
    return .known(try placedFrames(of: run))
  }

  /// The frames of a run with a timeline, without their parts; O(n).
  package func placedFrames(of run: RunID) throws(StoreError) -> FrameTimeline {
    var columns = try columns(of: run)
    let presents = try times(of: run, FrameColumnName.present, in: &columns)
    let displays =
      columns[FrameColumnName.unplacedDisplay] == nil
      ? [] : try times(of: run, FrameColumnName.unplacedDisplay, in: &columns)
    let kinds = try entries(
      of: run, FrameColumnName.kind, in: &columns, presents,
      PackedTimeline.entries as Unpack<FrameKind>)
    let blames = try entries(
      of: run, FrameColumnName.blame, in: &columns, presents,
      PackedTimeline.entries as Unpack<FrameBlame>)
    let signals = try signals(of: run, in: columns, count: presents.count - 1, presents)
    return FrameTimeline(
      presents: presents, kinds: kinds, signals: signals, unplaced: try unplaced(of: run),
      unplacedDisplays: displays, blames: blames)
  }

  /// The signals of a run without a timeline, which the caller must have checked; O(n).
  func unplacedSignals(of run: RunID) throws(StoreError) -> [FrameSignal: OptionalColumn] {
    let columns = try columns(of: run)
    let count = columns.values.first?.count ?? 0
    // Only the columns themselves determine their count here.
    for (name, column) in columns {
      try decoding(name, of: run) { () throws(PackingProblem) in
        guard PackedColumn.isPlausible(count: count, bytes: column.data.count) else {
          throw .outOfRange
        }
      }
    }
    return try signals(of: run, in: columns, count: count, [])
  }

  private func signals(
    of run: RunID, in columns: [String: Column], count: Int,
    _ presents: NumberColumn<Nanoseconds>
  ) throws(StoreError) -> [FrameSignal: OptionalColumn] {
    var signals: [FrameSignal: OptionalColumn] = [:]
    for (name, column) in columns {
      try decoding(name, of: run) { () throws(PackingProblem) in
        guard let signal = FrameSignal(rawValue: name) else { throw .unknownName(name) }
        try column.check(count: count)
        signals[signal] = try PackedTimeline.column(
          of: signal, count, presents: presents, from: column.data)
      }
    }
    return signals
  }

  /// The counters of a run in the order of its trace; O(n).
  ///
  /// - Parameter frames: the number of frames of the run.
  func counters(of run: RunID, frames: Int) throws(StoreError) -> [Counter] {
    try connection.rows(
      """
      SELECT role, name, unit, unit_symbol, count, times, lengths, samples, decimals, is_percent
      FROM counter WHERE run = ? ORDER BY ordinal
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in
      try decoding("counter \(row.text("name"))", of: run) { () throws(PackingProblem) in
        try counter(in: row, frames: frames)
      }
    }
  }

  private func counter(
    in row: Statement, frames: Int
  ) throws(PackingProblem) -> Counter {
    let decimals = row.optionalInteger("decimals")
    guard decimals.map({ (0...9).contains($0) }) ?? true else { throw .outOfRange }
    let samples = PackedSamples(
      times: row.optionalBytes("times"), lengths: row.bytes("lengths"),
      values: row.bytes("samples"),
      scale: decimals.map {
        DecimalScale(decimals: Int($0), isPercent: row.integer("is_percent") != 0)
      })
    let count = Int(row.integer("count"))
    guard count >= 0,
      count <= frames || PackedColumn.isPlausible(count: count, bytes: samples.size)
    else { throw .outOfRange }
    return Counter(
      role: Counter.Role(named: row.text("role")), name: row.text("name"),
      unit: Unit(id: row.text("unit"), symbol: row.text("unit_symbol")),
      samples: try samples.samples(count))
  }

  /// The reason why a run has no timeline; `nil` if it has one.
  func withheldReason(of run: RunID) throws(StoreError) -> String? {
    let reasons = try connection.rows(
      "SELECT withheld FROM run WHERE id = ?", [.integer(run.number)]
    ) { (row) throws(StoreError) in row.optionalText("withheld") }
    guard let reason = reasons.first else { throw .noSuchRun(path: connection.path, run: run) }
    return reason
  }

  private func columns(of run: RunID) throws(StoreError) -> [String: Column] {
    var columns: [String: Column] = [:]
    try connection.forEachRow(
      """
      SELECT signal, count, data FROM frame_column WHERE run = ?
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in
      columns[row.text("signal")] = Column(
        count: Int(row.integer("count")), data: row.bytes("data"))
    }
    return columns
  }

  /// Decodes and removes a column of strictly increasing times.
  private func times(
    of run: RunID, _ name: String, in columns: inout [String: Column]
  ) throws(StoreError) -> NumberColumn<Nanoseconds> {
    let column = columns.removeValue(forKey: name)
    return try decoding(name, of: run) { () throws(PackingProblem) in
      guard let column else { throw .absent }
      try column.check(count: column.count)
      return try PackedTimeline.presents(column.count, from: column.data)
    }
  }

  /// Decodes and removes the column with a name; `nil` if there is none.
  ///
  /// It must have one entry per frame.
  private func entries<Entry>(
    of run: RunID, _ name: String, in columns: inout [String: Column],
    _ presents: NumberColumn<Nanoseconds>,
    _ unpack: Unpack<Entry>
  ) throws(StoreError) -> NumberColumn<Entry>? {
    guard let column = columns.removeValue(forKey: name) else { return nil }
    return try decoding(name, of: run) { () throws(PackingProblem) in
      try column.check(count: presents.count - 1)
      return try unpack(column.count, column.data)
    }
  }

  private func unplaced(of run: RunID) throws(StoreError) -> [FrameKind: Int] {
    var unplaced: [FrameKind: Int] = [:]
    try connection.forEachRow(
      "SELECT kind, count FROM unplaced_frames WHERE run = ?", [.integer(run.number)]
    ) { (row) throws(StoreError) in
      let name = row.text("kind")
      try decoding("unplaced frames", of: run) { () throws(PackingProblem) in
        guard let kind = FrameKind.allCases.first(where: { $0.name == name }) else {
          throw .unknownName(name)
        }
        unplaced[kind] = try row.count("count")
      }
    }
    return unplaced
  }

  /// Wraps a `PackingProblem` in a `StoreError.damagedRun` that names the run and part.
  func decoding<Part>(
    _ part: String, of run: RunID, _ body: () throws(PackingProblem) -> Part
  ) throws(StoreError) -> Part {
    do {
      return try body()
    } catch {
      throw .damagedRun(path: connection.path, run: run, part: part, problem: error)
    }
  }
}

extension RunDecoder.Column {
  /// Throws if the column does not have the expected length.
  fileprivate func check(count expected: Int) throws(PackingProblem) {
    guard count == expected else { throw .wrongCount(found: count, expected: expected) }
    guard count >= 0 else { throw .outOfRange }
  }
}

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
