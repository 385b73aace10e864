public import Recordings

extension RunStore {
  /// Reads the frames, counters, markers, import issues and metadata of a run, with its current labels.
  ///
  /// O(frames + samples of counters). Metric values are read by `metricTable`.
  ///
  /// - Throws: `StoreError`; `damagedRun` if a part of it does not decode.
  public func recording(of run: RunID) throws(StoreError) -> Recording {
    try slice?.fetchFrames(of: [run])
    return try connection.snapshot { () throws(StoreError) in
      var filter = RunFilter()
      filter.ids = [run]
      guard let record = try runs(filter).first else { throw .noSuchRun(path: path, run: run) }
      return try recording(of: record)
    }
  }

  /// Reads the frames, counters, markers and import issues of a run whose properties the caller has read before.
  ///
  /// O(frames + samples of counters). Metric values are read by `metricTable`.
  ///
  /// - Throws: `StoreError`; `noSuchRun` if the run was removed meanwhile.
  public func recording(of record: RunRecord) throws(StoreError) -> Recording {
    try slice?.fetchFrames(of: [record.id])
    return try connection.snapshot { () throws(StoreError) in
      let decoder = RunDecoder(connection: connection)
      let reason = try decoder.withheldReason(of: record.id)
      let timeline: Known<FrameTimeline>
      if let reason {
        timeline = .withheld(because: reason)
      } else {
        var frames = try decoder.placedFrames(of: record.id)
        frames.parts = try decoder.parts(of: record.id, frames: frames.frameCount)
        timeline = .known(frames)
      }
      return Recording(
        origin: record.origin, timeline: timeline,
        counters: try decoder.counters(of: record.id, frames: timeline.value?.frameCount ?? 0),
        markers: try markers(of: record.id),
        description: record.description, issues: try issues(of: record.id, decoder),
        unplacedSignals: reason == nil ? [:] : try decoder.unplacedSignals(of: record.id))
    }
  }

  func markers(of run: RunID) throws(StoreError) -> [Marker] {
    try connection.rows(
      "SELECT start_ns, end_ns, name, is_activity FROM marker WHERE run = ? ORDER BY ordinal",
      [.integer(run.number)]
    ) { (row) throws(StoreError) in
      Marker(
        start: row.integer("start_ns"), end: row.integer("end_ns"), name: row.text("name"),
        isActivity: row.integer("is_activity") != 0)
    }
  }

  private func issues(
    of run: RunID, _ decoder: RunDecoder
  ) throws(StoreError) -> [ImportIssue] {
    try connection.rows(
      "SELECT kind, line, found, count FROM import_issue WHERE run = ? ORDER BY ordinal",
      [.integer(run.number)]
    ) { (row) throws(StoreError) in
      let name = row.text("kind")
      let kind = try decoder.decoding("issues", of: run) { () throws(PackingProblem) in
        guard let kind = ImportIssue.Kind(rawValue: name) else { throw .unknownName(name) }
        return kind
      }
      let count = try decoder.decoding("issues", of: run) { () throws(PackingProblem) in
        try row.count("count")
      }
      return ImportIssue(
        kind, line: row.optionalInteger("line").map(Int.init), found: row.optionalText("found"),
        count: count)
    }
  }
}
