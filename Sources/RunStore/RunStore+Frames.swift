extension RunStore {
  /// The path of the file with the rows: the store itself, or the slice of a cluster.
  var file: String { connection.path }

  /// Makes the frames of runs available to other connections of a pool.
  ///
  /// A slice of a cluster fetches those that it lacks; a store in a file has all of them.
  public func prepareFrames(of runs: [RunID]) throws(StoreError) {
    try slice?.fetchFrames(of: runs)
  }
}
