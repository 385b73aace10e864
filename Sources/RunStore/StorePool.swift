internal import Synchronization

/// A pool of read-only database connections to one store of runs, which threads borrow and give back.
///
///     let pool = StorePool(of: store)
///     let recording = try pool.withStore { store in try store.recording(of: record) }
///
/// Opening a connection parses the whole schema, which takes longer than reading a short run. So there is one
/// connection per thread at most, not one per run.
public final class StorePool: Sendable {
  private let path: String
  private let idle = Mutex<[Idle]>([])

  /// A connection that no thread uses; SQLite allows any thread to use it next.
  private struct Idle: @unchecked Sendable {
    let store: RunStore
  }

  /// Creates a pool of database connections to a store of runs, which are opened when threads need them.
  public init(of store: RunStore) { path = store.file }

  /// Lends a database connection to the store of runs to the calling thread while the given function runs.
  public func withStore<Result>(
    _ body: (RunStore) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let store: RunStore
    if let free = idle.withLock({ $0.popLast() }) {
      store = free.store
    } else {
      store = try RunStore.open(path, access: .read)
    }
    let lent = Idle(store: store)
    defer { idle.withLock { $0.append(lent) } }
    return try body(store)
  }
}
