internal import Parallel
internal import Recordings
internal import RunStore
internal import System

/// Reads stored runs on all cores; each core has its own connection.
struct StoredRuns: Sendable {
  private let connections: StorePool
  private let records: [RunRecord]

  /// Prepares to read runs.
  ///
  /// - Throws: if the frames of the runs must be fetched from a cluster, and cannot.
  init(store: RunStore, records: [RunRecord]) throws(Failure) {
    try Attempt.storing { () throws(StoreError) in
      try store.prepareFrames(of: records.map(\.id))
    }
    connections = StorePool(of: store)
    self.records = records
  }

  /// Decodes each run once and transforms it; few runs are in memory at a time.
  ///
  /// - Parameters:
  ///   - make: transforms the run at an index; called concurrently.
  ///   - take: receives the outputs in the order of the runs, on the calling thread.
  /// - Throws: if the store cannot be read, and errors of `take`.
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

  /// Reads the runs in chunks.
  ///
  /// - Parameters:
  ///   - chunk: the number of runs per call of `read`.
  ///   - jobs: the number of threads, at least 1.
  ///   - read: reads a range of runs, with one output per run; called concurrently.
  ///   - take: receives the outputs in the order of the runs, on the calling thread.
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
