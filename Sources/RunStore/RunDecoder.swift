internal import Recordings
internal import Units

/// Reads the packed columns of runs.
struct RunDecoder {
  let connection: Connection

  /// A packed column as it lies in the store.
  fileprivate struct Column {
    let codec: Int
    let count: Int
    let data: NumberColumn<UInt8>
  }

  /// The frames of a run, or why it has none; O(n).
  func timeline(of run: RunID) throws(StoreError) -> Known<FrameTimeline> {
    if let reason = try withheldReason(of: run) { return .withheld(because: reason) }
    return .known(try placedFrames(of: run))
  }

  /// The frames of a run that has a timeline; O(n).
  func placedFrames(of run: RunID) throws(StoreError) -> FrameTimeline {
    var columns = try columns(of: run)
    let presents = try presents(of: run, in: columns.removeValue(forKey: FrameColumnName.present))
    let kinds = try entries(
      of: run, FrameColumnName.kind, in: &columns, presents, PackedTimeline.kinds)
    let blames = try entries(
      of: run, FrameColumnName.blame, in: &columns, presents, PackedTimeline.blames)
    let signals = try signals(of: run, in: columns, count: presents.count - 1, presents)
    return FrameTimeline(
      presents: presents, kinds: kinds, signals: signals, unplaced: try unplaced(of: run),
      blames: blames)
  }

  /// The measurements of the frames of a run that has no timeline, which the caller must have checked; O(n).
  func unplacedSignals(of run: RunID) throws(StoreError) -> [FrameSignal: OptionalColumn] {
    let columns = try columns(of: run)
    let count = columns.values.first?.count ?? 0
    // Nothing but the columns themselves bounds their count.
    let bytes = columns.values.reduce(0) { $0 + $1.data.count }
    try decoding("frames", of: run) { () throws(PackingProblem) in
      guard PackedColumn.isPlausible(count: count, bytes: bytes) else { throw .outOfRange }
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

  /// The counters of a run with so many frames, in the order of its trace; O(n).
  func counters(of run: RunID, frames: Int) throws(StoreError) -> [Counter] {
    try connection.rows(
      """
      SELECT role, name, unit, unit_symbol, codec, count, times,
        \(PackedBytes.samples.selected)
      FROM counter WHERE run = ? ORDER BY ordinal
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in
      let part = "counter \(row.text(1))"
      let samples = try PackedBytes.samples.read(row, at: 7)
      return try decoding(part, of: run) { () throws(PackingProblem) in
        try counter(in: row, samples, frames: frames)
      }
    }
  }

  private func counter(
    in row: Statement, _ samples: NumberColumn<UInt8>, frames: Int
  ) throws(PackingProblem) -> Counter {
    let column = Column(codec: Int(row.integer(4)), count: Int(row.integer(5)), data: samples)
    try column.check(count: column.count)
    // Samples with times are as many as those; samples of frames take no bytes if they are equal.
    guard
      !row.isNull(6) || column.count <= frames
        || PackedColumn.isPlausible(count: column.count, bytes: samples.count)
    else { throw .outOfRange }
    return Counter(
      role: Counter.Role(named: row.text(0)), name: row.text(1),
      unit: Unit(id: row.text(2), symbol: row.text(3)),
      samples: try PackedSamples.unpack(
        column.count, times: row.isNull(6) ? nil : row.packedBytes(6), samples: column.data))
  }

  /// Why a run has no timeline; `nil` if it has one.
  func withheldReason(of run: RunID) throws(StoreError) -> String? {
    let reasons = try connection.rows(
      "SELECT withheld FROM run WHERE id = ?", [.integer(run.number)]
    ) { (row) throws(StoreError) in row.optionalText(0) }
    guard let reason = reasons.first else { throw .noSuchRun(path: connection.path, run: run) }
    return reason
  }

  private func columns(of run: RunID) throws(StoreError) -> [String: Column] {
    var columns: [String: Column] = [:]
    try connection.forEachRow(
      """
      SELECT signal, codec, count, \(PackedBytes.frames.selected)
      FROM frame_column WHERE run = ?
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in
      columns[row.text(0)] = Column(
        codec: Int(row.integer(1)), count: Int(row.integer(2)),
        data: try PackedBytes.frames.read(row, at: 3))
    }
    return columns
  }

  private func presents(
    of run: RunID, in column: Column?
  ) throws(StoreError) -> NumberColumn<Nanoseconds> {
    try decoding(FrameColumnName.present, of: run) { () throws(PackingProblem) in
      guard let column else { throw .absent }
      try column.check(count: column.count)
      return try PackedTimeline.presents(column.count, from: column.data)
    }
  }

  /// A column with an entry a frame, taken out of those that are left; `nil` when there is none.
  private func entries<Entry>(
    of run: RunID, _ name: String, in columns: inout [String: Column],
    _ presents: NumberColumn<Nanoseconds>,
    _ unpack: (Int, NumberColumn<UInt8>) throws(PackingProblem) -> NumberColumn<Entry>
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
      let name = row.text(0)
      try decoding("unplaced frames", of: run) { () throws(PackingProblem) in
        guard let kind = FrameKind.allCases.first(where: { $0.name == name }) else {
          throw .unknownName(name)
        }
        unplaced[kind] = try row.count(1)
      }
    }
    return unplaced
  }

  /// Says which part of which run it was that did not decode.
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
  /// Refuses a codec of later versions, and a column of another length than the run's.
  fileprivate func check(count expected: Int) throws(PackingProblem) {
    guard PackedColumn.readableCodecs.contains(codec) else { throw .unknownCodec(codec) }
    guard count == expected else { throw .wrongCount(found: count, expected: expected) }
    guard count >= 0 else { throw .outOfRange }
  }
}
