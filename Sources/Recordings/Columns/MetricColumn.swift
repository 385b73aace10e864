/// The stored values of one metric for many runs, in the order of the runs.
///
///     let column = table.column(of: "fps.avg")
///     column.values[3]                         // 59.9
///     column.origins[Int(column.sources[3])]   // revision 2, no parameters, no reason
///
/// The store fills columns, and the analysis reads them. A column takes 12 bytes per run.
public struct MetricColumn: Sendable {
  /// How the value of a metric was computed, or why it is missing.
  public struct Origin: Sendable, Hashable {
    /// The revision of the metric's formula, which increases with each change of the formula.
    public let revision: Int
    /// The parameters, such as the refresh rate, with which the metric was computed; empty if its formula has none.
    public let parameters: String
    /// Why the metric has no value for a run; `nil` if it has a value.
    public let reason: String?

    public init(revision: Int, parameters: String, reason: String?) {
      self.revision = revision
      self.parameters = parameters
      self.reason = reason
    }
  }

  public let metric: String
  /// One number per run: the metric's value in its unit, or 0 if the run has no value.
  ///
  /// May be empty if no run has a value or a reason.
  public let values: [Double]
  /// For each run, the index in `origins` of the entry that says how the run's value was computed, or why it is
  /// missing.
  public let sources: [Int32]
  /// The different combinations of formula revision, parameters and reason for a missing value among the metric's
  /// values.
  ///
  /// The first is `nil`, for runs without a value or a reason.
  public let origins: [Origin?]

  /// Creates a column of a metric's values: one value per run, and for each run an index into the list of origins (how
  /// the values were computed).
  ///
  /// `sources` has an entry per run, and `origins` begins with `nil`.
  public init(metric: String, values: [Double], sources: [Int32], origins: [Origin?]) {
    self.metric = metric
    self.values = values
    self.sources = sources
    self.origins = origins
  }

  /// Creates a column of a metric's values from one stored value per run; O(n).
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

  /// The metric's stored value for a run, or the reason why it is missing; `nil` if neither is stored; O(1).
  public subscript(run: Int) -> StoredMetric? {
    guard let origin = origins[Int(sources[run])], let value = value(ofRunAt: run) else {
      return nil
    }
    return StoredMetric(
      metric: metric, revision: origin.revision, parameters: origin.parameters, value: value)
  }

  /// The value alone, or the reason why it is missing; `nil` if neither is stored; O(1).
  public func value(ofRunAt index: Int) -> Known<Double>? {
    guard let origin = origins[Int(sources[index])] else { return nil }
    return origin.reason.map { .withheld(because: $0) } ?? .known(values[index])
  }
}

/// The stored values of all metrics for many runs, as one column per metric.
public struct MetricTable: Sendable {
  public let runCount: Int
  /// The columns of stored values, in the order of their metrics' ids.
  public let columns: [MetricColumn]
  /// The position of each metric's column in `columns`, by the id of the metric.
  private let positions: [String: Int]

  /// Creates a table of the stored values of several metrics for the same runs, from one column per metric.
  ///
  /// Each column covers `runCount` runs.
  public init(runCount: Int, columns: [MetricColumn]) {
    self.runCount = runCount
    self.columns = columns.sorted { $0.metric < $1.metric }
    positions = Dictionary(
      self.columns.enumerated().map { ($1.metric, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The ids of the metrics for which the table has a column of values, sorted.
  public var metrics: [String] { columns.map(\.metric) }

  /// The values of one metric for all runs, as a column; the column has no values if no run has the metric.
  public func column(of metric: String) -> MetricColumn {
    positions[metric].map { columns[$0] }
      ?? MetricColumn(
        metric: metric, values: [], sources: Array(repeating: 0, count: runCount), origins: [nil])
  }

  /// The stored values of a metric in the order of the runs; `nil` for a run without a value or a reason for its
  /// absence.
  ///
  /// O(n).
  public func values(of metric: String) -> [StoredMetric?] {
    let column = column(of: metric)
    return (0..<runCount).map { column[$0] }
  }

  /// The stored value of a metric for one run, or the reason why the run has no value; `nil` if neither is stored.
  public func metric(_ metric: String, ofRunAt index: Int) -> StoredMetric? {
    positions[metric].flatMap { columns[$0][index] }
  }

  /// The stored values of all metrics for one run, in the order of the metrics' ids.
  public func metrics(ofRunAt index: Int) -> [StoredMetric] { columns.compactMap { $0[index] } }
}

/// The stored value of one metric for one run, or the reason why the run has no value.
///
///     StoredMetric(metric: "fps.avg", revision: 2, parameters: "", value: .known(59.9))
public struct StoredMetric: Sendable, Equatable {
  public let metric: String
  public let revision: Int
  /// The parameters, such as the refresh rate, with which the metric was computed; empty if its formula has none.
  public let parameters: String
  /// The stored value in the metric's unit, or the reason why the run has no value.
  public let value: Known<Double>

  /// Creates the stored value of a metric for a run.
  ///
  /// A known value must be finite.
  public init(metric: String, revision: Int, parameters: String, value: Known<Double>) {
    self.metric = metric
    self.revision = revision
    self.parameters = parameters
    self.value = value
  }
}

/// An array of numbers, or of other values of a fixed size, from a trace, such as one number per frame.
///
///     let presents: NumberColumn<Nanoseconds> = [0, 16_700_000, 33_400_000]
///
/// A column is a plain array in memory: the presents of ten million frames take 80 MB.
public typealias NumberColumn<Number> = ContiguousArray<Number>

extension RandomAccessCollection {
  /// The first position in an ordered collection at which a condition is true, found by binary search; `endIndex` if it
  /// never is.
  ///
  /// O(log n).
  ///
  /// The test must fail for all entries before that position and hold for all entries after it.
  @inlinable
  public func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var (low, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isBehind(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
