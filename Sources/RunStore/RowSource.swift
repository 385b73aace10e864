package import Recordings

/// A larger store elsewhere, such as a cluster, of which the file of a `RunStore` has the part that a command needs.
///
/// The basic idea is that the source keeps and finds runs, and the tool computes. All code that reads or changes a store
/// works on its file. Before a read, the store fetches the rows that the file lacks; after a change, it publishes the
/// changed rows.
package protocol RowSource: AnyObject {
  /// The address as the user gave it.
  var address: String { get }
  /// Whether the file has the runs of one suite or stage only.
  var isPart: Bool { get }
  /// The number of runs in the file, whose ids are far from each other.
  var runCount: Int { get }
  /// The id below which the ids of all fetched runs are; runs that are added to the file have ids from here.
  var firstOwn: RunID { get }

  // The following functions copy rows into the file, unless it has them. Call them outside of transactions, so that other
  // connections see the rows.

  /// Copies the runs that drafts may repeat or, with rivals, replace.
  func fetchRuns(like drafts: [RunDraft], withRivals: Bool) throws(StoreError)
  /// Copies the packed columns of runs; `nil` for all.
  func fetchFrames(of runs: [RunID]?) throws(StoreError)
  /// Copies the values of metrics of runs; `nil` for all.
  func fetchMetrics(of runs: [RunID]?) throws(StoreError)
  /// Copies the names of all metrics.
  func fetchMetricNames() throws(StoreError)

  /// The values of metrics of some runs; `nil` if the file has them.
  func metricTable(
    of runs: [RunID], only metrics: Set<String>?
  ) throws(StoreError) -> MetricTable?

  /// Sends changed, added and removed runs of the file to the source.
  func publish(runs: [RunID], of store: RunStore) throws(StoreError)

  /// Sends the description of a suite to the source.
  func publish(suite id: String) throws(StoreError)

  /// Sends those runs of another store that the source lacks; returns their number.
  ///
  /// The file does not contain these runs afterwards.
  func add(
    _ runs: [(id: RunID, digest: String)], of store: RunStore
  ) throws(StoreError) -> Int
}
