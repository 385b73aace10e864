internal import Recordings
internal import RunStore
internal import Parallel

/// Reads runs of a store on several threads, each with its own connection.
struct StoredRecordings {
  let store: RunStore
  let records: [RunRecord]

  /// How many runs a thread reads at a time.
  private static let chunk = 8

  /// Reads each run once, and makes something of it; few of them are in memory at a time.
  ///
  /// - Parameters:
  ///   - make: what is made of a run by its position; called on several threads.
  ///   - take: gets what was made, in the order of the runs.
  /// - Throws: when the store cannot be read, or what `take` throws.
  func forEach<Output: Sendable>(
    make: @escaping @Sendable (Int, Recording) -> Output,
    take: (Int, Output) throws(Failure) -> Void
  ) throws(Failure) {
    let records = records
    let connections = StorePool(path: store.path)
    let chunks = stride(from: 0, to: records.count, by: Self.chunk).map {
      $0..<min($0 + Self.chunk, records.count)
    }
    let pipeline = OrderedPipeline(chunks, jobs: Platform.processorCount) {
      chunk -> Result<[Output], Failure> in
      do throws(StoreError) {
        return .success(
          try connections.withStore { (store) throws(StoreError) in
            var outputs: [Output] = []
            for index in chunk {
              outputs.append(make(index, try store.recording(of: records[index])))
            }
            return outputs
          })
      } catch {
        return .failure(.store(error))
      }
    }
    try pipeline.run { (chunk, outputs) throws(Failure) in
      for (index, output) in zip(chunks[chunk], try outputs.get()) { try take(index, output) }
    }
  }
}
