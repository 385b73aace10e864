extension RunStore {
  /// The path of the file with the rows: the store itself, or the slice of a cluster.
  var file: String { connection.path }

  /// Makes the frames of stored runs available to the connections of a pool, which cannot fetch frames from a cluster
  /// themselves.
  ///
  /// A slice of a cluster fetches those that it lacks; a store in a file has all of them.
  public func prepareFrames(of runs: [RunID]) throws(StoreError) {
    try slice?.fetchFrames(of: runs)
  }
}
