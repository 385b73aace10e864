internal import Parallel
internal import Synchronization

/// An additional connection for another thread, which sees exactly the state of the store that the first connection
/// reads.
///
/// For each connection, SQLite has a number (`data_version`) that changes if another connection changed the file. This
/// connection reads the number before the first connection begins its transaction, and again after it has begun its
/// own. If both numbers are equal, nothing changed between, so both connections see the same state.
final class Companion {
  let connection: Connection
  private let state: Int64?

  /// Opens a connection.
  ///
  /// Call this before the first connection begins its transaction.
  init(to path: String) throws(StoreError) {
    connection = try StoreOpening(path: path, access: .read, patience: .seconds(30)).connect()
    state = try connection.integer("PRAGMA data_version")
  }

  /// Begins a transaction, after the first connection has begun its own.
  ///
  /// - Returns: whether both connections see the same state.
  func holdStill() -> Bool {
    do throws(StoreError) {
      try connection.execute("BEGIN")
      return try connection.integer("PRAGMA data_version") == state
    } catch {
      return false
    }
  }
}

extension RunStore {
  /// The minimum number of runs for which several threads are worthwhile.
  private static let leastRuns: Int64 = 10_000

  /// Makes all later reads of an SQLite store see its data as they are now, even if other processes change the store.
  ///
  /// The state lasts until the store is closed, and this store can change nothing from then on. Use it for a command
  /// with several queries. It has no effect on a store with a source, whose file no other process changes.
  ///
  /// - Parameter processors: the maximum number of threads that read large stores, at least 1.
  public func holdStill(processors: Int = 1) throws(StoreError) {
    try holdStill(processors: processors, sharedFrom: Self.leastRuns)
  }

  /// Does the work of `holdStill` on a store; several threads read if it has at least `leastRuns` runs.
  func holdStill(processors: Int, sharedFrom leastRuns: Int64) throws(StoreError) {
    let last = try connection.integer("SELECT max(id) FROM run") ?? 0
    let wanted = last < leastRuns ? 0 : processors - 1
    // A connection that fails, or sees another state, is left out.
    // Only this process knows a file that a source fills, and frames that it fetches later must be visible.
    if source != nil { return }
    let opened = (0..<wanted).compactMap { _ in try? Companion(to: path) }
    try connection.execute("BEGIN")
    // A transaction fixes its state at the first read.
    _ = try connection.integer("SELECT count(*) FROM suite")
    companions = opened.filter { $0.holdStill() }
  }

  func stretchesOfRuns<Part: Sendable>(
    _ read: @Sendable (Connection, ClosedRange<Int64>) throws(StoreError) -> Part
  ) throws(StoreError) -> [Part] {
    let first = try connection.integer("SELECT min(id) FROM run") ?? 0
    let last = try connection.integer("SELECT max(id) FROM run") ?? 0
    return try stretches(of: first...last, read)
  }

  /// Reads a table by ranges of run numbers, on as many threads as there are connections with the same state.
  ///
  /// - Parameters:
  ///   - numbers: all run numbers.
  ///   - read: reads one range; its connection is not shared with other threads.
  /// - Returns: the results in the order of the ranges.
  /// - Throws: the first error in that order.
  func stretches<Part: Sendable>(
    of numbers: ClosedRange<Int64>,
    _ read: @Sendable (Connection, ClosedRange<Int64>) throws(StoreError) -> Part
  ) throws(StoreError) -> [Part] {
    try sharedAmongThreads(numbers.stretches(companions.count + 1), read)
  }

  /// Distributes reads to as many threads as there are connections with the same state.
  ///
  /// - Parameters:
  ///   - work: the items; an idle thread takes the next one.
  ///   - read: reads one item; its connection is not shared with other threads.
  /// - Returns: the results in the order of the items.
  /// - Throws: the first error in that order; items after it may not be read.
  func sharedAmongThreads<Piece: Sendable, Part: Sendable>(
    _ work: [Piece],
    _ read: @Sendable (Connection, Piece) throws(StoreError) -> Part
  ) throws(StoreError) -> [Part] {
    let lent = ([connection] + companions.map(\.connection)).prefix(work.count)
    let queue = Mutex(work.indices)
    let outcomes = lent.map(LentConnection.init).mapConcurrently { lent in
      var outcomes: [(place: Int, outcome: Result<Part, StoreError>)] = []
      while let place = queue.withLock({ $0.popFirst() }) {
        do throws(StoreError) {
          outcomes.append((place, .success(try read(lent.connection, work[place]))))
        } catch {
          outcomes.append((place, .failure(error)))
          queue.withLock { $0 = $0.upperBound..<$0.upperBound }
        }
      }
      return outcomes
    }
    var parts: [Part] = []
    for (_, outcome) in outcomes.joined().sorted(by: { $0.place < $1.place }) {
      parts.append(try outcome.get())
    }
    return parts
  }
}

/// A connection that one thread uses exclusively.
///
/// The creator must not use the connection until that thread is done.
private struct LentConnection: @unchecked Sendable {
  let connection: Connection
}

extension ClosedRange<Int64> {
  /// Splits the numbers into `count` ranges of nearly equal length, in order.
  ///
  /// There are fewer ranges if there are fewer numbers, and one if the numbers of a crafted store are so large that
  /// they would overflow.
  func stretches(_ count: Int) -> [ClosedRange<Int64>] {
    let (span, isTooLong) = upperBound.subtractingReportingOverflow(lowerBound)
    let length = span / Int64(count) + 1
    guard !isTooLong, upperBound <= .max - length else { return [self] }
    return stride(from: lowerBound, through: upperBound, by: Int64.Stride(length)).map {
      $0...Swift.min($0 + length - 1, upperBound)
    }
  }
}

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
