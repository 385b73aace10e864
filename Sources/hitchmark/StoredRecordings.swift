internal import Recordings
internal import RunStore

/// Reads runs of a store on several threads, with a connection each.
struct StoredRecordings {
  let store: RunStore
  let records: [RunRecord]

  /// Runs that one connection is opened for.
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
    let (path, records) = (store.path, records)
    let chunks = stride(from: 0, to: records.count, by: Self.chunk).map {
      $0..<min($0 + Self.chunk, records.count)
    }
    let pipeline = OrderedPipeline(chunks, jobs: Platform.processorCount) {
      chunk -> Result<[Output], Failure> in
      do throws(StoreError) {
        let store = try RunStore.open(path, access: .read)
        var outputs: [Output] = []
        for index in chunk { outputs.append(make(index, try store.recording(of: records[index]))) }
        return .success(outputs)
      } catch {
        return .failure(.store(error))
      }
    }
    try pipeline.run { (chunk, outputs) throws(Failure) in
      for (index, output) in zip(chunks[chunk], try outputs.get()) { try take(index, output) }
    }
  }
}
