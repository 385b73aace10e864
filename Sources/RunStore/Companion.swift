internal import Parallel
internal import Synchronization

/// A further connection to a store, for another thread, that sees the very state which the first one holds.
///
/// SQLite numbers the states of a file for each connection: the number changes when others changed the file since the
/// connection last looked. This one looks before the first takes hold of a state, and again when it has taken
/// hold of one itself. Where the number is still the same, nobody changed anything between the two looks, and so the first
/// one's state, which is of that time, is this one's too.
final class Companion {
  let connection: Connection
  private let state: Int64?

  /// Opens a connection, before the first one takes hold of a state.
  init(to path: String) throws(StoreError) {
    connection = try StoreOpening(path: path, access: .read, patience: .seconds(30)).connect()
    state = try connection.integer("PRAGMA data_version")
  }

  /// Takes hold of the present state, after the first connection has.
  ///
  /// - Returns: whether it is the first one's.
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
  /// Runs in a store that are worth reading on several threads.
  private static let leastRuns: Int64 = 10_000

  /// Lets every read from here on see one state of the store, whatever other processes change.
  ///
  /// It lasts until the store is closed, and is for a command that asks several questions. Nothing can be
  /// changed through this store from then on.
  ///
  /// - Parameter processors: how many threads may read where there are very many runs, at least 1.
  /// - Throws: `StoreError`.
  public func holdStill(processors: Int = 1) throws(StoreError) {
    try holdStill(processors: processors, sharedFrom: Self.leastRuns)
  }

  /// The same, for several threads from so many runs on.
  func holdStill(processors: Int, sharedFrom leastRuns: Int64) throws(StoreError) {
    let last = try connection.integer("SELECT max(id) FROM run") ?? 0
    let wanted = last < leastRuns ? 0 : processors - 1
    // What cannot be had, or has seen another state, is done without.
    let opened = (0..<wanted).compactMap { _ in try? Companion(to: path) }
    try connection.execute("BEGIN")
    // Only a first read takes hold of a state.
    _ = try connection.integer("SELECT count(*) FROM suite")
    companions = opened.filter { $0.holdStill() }
  }

  /// Reads the table of all runs, as `stretches` does.
  func stretchesOfRuns<Part: Sendable>(
    _ read: @Sendable (Connection, ClosedRange<Int64>) throws(StoreError) -> Part
  ) throws(StoreError) -> [Part] {
    let first = try connection.integer("SELECT min(id) FROM run") ?? 0
    let last = try connection.integer("SELECT max(id) FROM run") ?? 0
    return try stretches(of: first...last, read)
  }

  /// Reads a table by the numbers of its runs: on as many threads as there are connections that see the same
  /// state, each with a stretch of the numbers.
  ///
  /// - Parameters:
  ///   - numbers: all of them.
  ///   - read: reads a stretch through a connection that no other thread has.
  /// - Returns: what was read, in the order of the numbers.
  /// - Throws: what `read` throws, the first in the order of the numbers.
  func stretches<Part: Sendable>(
    of numbers: ClosedRange<Int64>,
    _ read: @Sendable (Connection, ClosedRange<Int64>) throws(StoreError) -> Part
  ) throws(StoreError) -> [Part] {
    try sharedAmongThreads(numbers.stretches(companions.count + 1), read)
  }

  /// Does reading work on as many threads as there are connections that see the same state.
  ///
  /// - Parameters:
  ///   - work: what is to be read; a thread that is done with a piece takes the next.
  ///   - read: reads a piece through a connection that no other thread has.
  /// - Returns: what was read of each piece.
  /// - Throws: what `read` throws, the first in the order of the pieces; those behind it may not be read.
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

/// A connection that a thread has to itself.
///
/// Whoever makes one must not use the connection, or lend it again, before that thread is done with it.
private struct LentConnection: @unchecked Sendable {
  let connection: Connection
}

extension ClosedRange<Int64> {
  /// The numbers in stretches of nearly the same length, in their order; fewer where there are fewer numbers, and one where
  /// numbers that nobody gave to runs are so far apart, or so large, that they cannot be calculated with.
  func stretches(_ count: Int) -> [ClosedRange<Int64>] {
    let (span, isTooLong) = upperBound.subtractingReportingOverflow(lowerBound)
    let length = span / Int64(count) + 1
    guard !isTooLong, upperBound <= .max - length else { return [self] }
    return stride(from: lowerBound, through: upperBound, by: Int64.Stride(length)).map {
      $0...Swift.min($0 + length - 1, upperBound)
    }
  }
}
