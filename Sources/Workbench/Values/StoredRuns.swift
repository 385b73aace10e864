internal import Parallel
internal import Recordings
internal import RunStore

/// Reads stored runs on all cores; each core has its own connection.
struct StoredRuns: Sendable {
  private let connections: StorePool
  private let records: [RunRecord]

  init(store: RunStore, records: [RunRecord]) {
    connections = StorePool(path: store.path)
    self.records = records
  }

  /// Decodes each run once and makes something of it; few runs are in memory at a time.
  ///
  /// - Parameters:
  ///   - make: makes something of the run at an index; called on several threads.
  ///   - take: gets what was made, in the order of the runs, on the calling thread.
  /// - Throws: when the store cannot be read, or what `take` throws.
  func forEach<Output: Sendable>(
    make: @escaping @Sendable (Int, Recording) -> Output,
    take: (Int, Output) throws(Failure) -> Void
  ) throws(Failure) {
    try forEach(chunk: 8, jobs: Platform.processorCount) { (store, range) throws(StoreError) in
      var outputs: [Output] = []
      for index in range { outputs.append(make(index, try store.recording(of: records[index]))) }
      return outputs
    } take: { (index, output) throws(Failure) in
      try take(index, output)
    }
  }

  /// Reads the runs in chunks, each chunk with one call of `read`.
  ///
  /// - Parameters:
  ///   - chunk: how many runs a thread reads at a time.
  ///   - jobs: how many threads work, at least 1.
  ///   - read: reads the runs of a range, an output for each; called on several threads.
  ///   - take: gets the outputs, in the order of the runs, on the calling thread.
  /// - Throws: the first failure.
  func forEach<Output: Sendable>(
    chunk: Int, jobs: Int,
    read: @escaping @Sendable (RunStore, Range<Int>) throws(StoreError) -> [Output],
    take: (Int, Output) throws(Failure) -> Void
  ) throws(Failure) {
    let chunks = stride(from: 0, to: records.count, by: chunk).map {
      $0..<min($0 + chunk, records.count)
    }
    let connections = connections
    let pipeline = OrderedPipeline(chunks, jobs: jobs) { chunk -> Result<[Output], Failure> in
      do throws(StoreError) {
        return .success(
          try connections.withStore { (store) throws(StoreError) in try read(store, chunk) })
      } catch {
        return .failure(.store(error))
      }
    }
    try pipeline.run { (chunk, outputs) throws(Failure) in
      for (index, output) in zip(chunks[chunk], try outputs.get()) { try take(index, output) }
    }
  }
}
