package import RunStore

/// The data that `hitchmark export` can write as rows: frames, samples of counters, or metric values.
package enum ExportSubject: String, CaseIterable, Sendable {
  case frames
  case samples
  case metrics

  /// The columns.
  ///
  /// Runs are identified by suite, stage and name, which remain valid outside the store.
  fileprivate var query: String {
    let run = "run.suite, run.stage, run.name AS run"
    return switch self {
    case .frames:
      """
      SELECT \(run), idx, time_ns, frame_time_ns, kind, cpu_ns, gpu_ns, display_ns, latency_ns, \
      animation_error_ns, work_ns, overrun_ns, ui_ns, render_ns, blame \
      FROM run JOIN frame ON frame.run = run.id
      """
    case .samples:
      """
      SELECT \(run), counter, role, unit, idx, time_ns, value \
      FROM run JOIN counter_sample ON counter_sample.run = run.id
      """
    case .metrics:
      """
      SELECT \(run), metric, run_metric.revision, value, reason \
      FROM run JOIN run_metric ON run_metric.run = run.id
      """
    }
  }

  fileprivate var order: String {
    switch self {
    case .frames: "idx"
    case .samples: "counter, idx"
    case .metrics: "metric"
    }
  }

  /// Writes the data of all stored runs that pass a filter as rows, such as one row per frame.
  package func write(
    _ filter: RunFilter, of store: RunStore, to writer: RowWriter
  ) throws(Failure) {
    var rows = writer
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    guard !records.isEmpty else { throw .noRuns(filter, in: store) }
    var columns: [String] = []
    // Run by run in the order of reports, so that only one run is decoded at a time.
    for record in records {
      columns = try Attempt.storing { () throws(StoreError) in
        try store.query("\(query) WHERE run.id = \(record.id.number) ORDER BY \(order)") {
          columns, row in rows.add(row.map(Field.init), of: columns)
        }
      }
    }
    try rows.finish(columns: columns)
  }
}
