extension RunStore {
  /// The path of the file with the rows: the store itself, or the slice of a cluster.
  var file: String { connection.path }

  /// Copies the frames of stored runs from ClickHouse to a local file if needed, so that every database connection of
  /// this process can read them.
  ///
  /// A slice of a cluster fetches those that it lacks; a store in a file has all of them.
  public func prepareFrames(of runs: [RunID]) throws(StoreError) {
    try slice?.fetchFrames(of: runs)
  }
}
