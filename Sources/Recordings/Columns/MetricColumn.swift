/// The stored values of one metric for many runs, in the order of the runs.
///
///     let column = table.column(of: "fps.avg")
///     column.values[3]                         // 59.9
///     column.origins[Int(column.sources[3])]   // revision 2, no parameters, no reason
///
/// The store fills columns, and the analysis reads them. A column takes 12 bytes per run.
public struct MetricColumn: Sendable {
  /// How a value was computed, or why it is missing.
  public struct Origin: Sendable, Hashable {
    /// The revision of the formula.
    public let revision: Int
    /// The parameters of the formula; empty if it has none.
    public let parameters: String
    /// Why there is no value; `nil` if there is one.
    public let reason: String?

    /// Creates an origin.
    public init(revision: Int, parameters: String, reason: String?) {
      self.revision = revision
      self.parameters = parameters
      self.reason = reason
    }
  }

  /// The metric's id.
  public let metric: String
  /// The value of each run in the metric's unit, finite; 0 if there is none.
  ///
  /// Empty if no run has a value or a reason.
  public let values: [Double]
  /// The origin of each value, as an index of `origins`.
  public let sources: [Int32]
  /// The different origins.
  ///
  /// The first is `nil`, for runs without a value or a reason.
  public let origins: [Origin?]

  /// Creates a column; `sources` has an entry per run, and `origins` begins with `nil`.
  public init(metric: String, values: [Double], sources: [Int32], origins: [Origin?]) {
    self.metric = metric
    self.values = values
    self.sources = sources
    self.origins = origins
  }

  /// Creates a column from one value per run; O(n).
  public init(metric: String, of stored: [StoredMetric?]) {
    var origins: [Origin?] = [nil]
    var numbers: [Origin: Int32] = [:]
    sources = stored.map { stored in
      guard let stored else { return 0 }
      let origin = Origin(
        revision: stored.revision, parameters: stored.parameters, reason: stored.value.reason)
      if let number = numbers[origin] { return number }
      numbers[origin] = Int32(origins.count)
      origins.append(origin)
      return Int32(origins.count - 1)
    }
    values = stored.map { $0?.value.value ?? 0 }
    self.metric = metric
    self.origins = origins
  }

  /// The value of a run, or `nil` if neither a value nor a reason is stored; O(1).
  public subscript(run: Int) -> StoredMetric? {
    origins[Int(sources[run])].map { origin in
      StoredMetric(
        metric: metric, revision: origin.revision, parameters: origin.parameters,
        value: origin.reason.map { .withheld(because: $0) } ?? .known(values[run]))
    }
  }
}

/// The stored metric values of many runs.
public struct MetricTable: Sendable {
  /// The number of runs.
  public let runCount: Int
  /// The columns, in the order of their metrics' ids.
  private let columns: [MetricColumn]

  /// Creates a table from columns of `runCount` runs each.
  public init(runCount: Int, columns: [MetricColumn]) {
    self.runCount = runCount
    self.columns = columns.sorted { $0.metric < $1.metric }
  }

  /// The column of a metric; one without values if no run has the metric.
  ///
  /// O(number of metrics).
  public func column(of metric: String) -> MetricColumn {
    columns.first { $0.metric == metric }
      ?? MetricColumn(
        metric: metric, values: [], sources: Array(repeating: 0, count: runCount), origins: [nil])
  }

  /// The values of a metric in the order of the runs; `nil` if neither a value nor a reason is stored.
  ///
  /// O(n).
  public func values(of metric: String) -> [StoredMetric?] {
    let column = column(of: metric)
    return (0..<runCount).map { column[$0] }
  }

  /// The values of one run, in the order of the metrics' ids.
  public func metrics(ofRunAt index: Int) -> [StoredMetric] { columns.compactMap { $0[index] } }
}
