import CSQLite
import Recordings
import Testing

@testable import RunStore

/// Tests that some work is not repeated for each run.
@Suite("Stores of many runs")
struct ManyRunsTests {
  @Test("Devices are read once by verify, not once for each run")
  func devices() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add((1...20).map { Made.draft("run \($0)") })
    let statements = StatementCounter(of: store, containing: "FROM device")
    #expect(try store.verify() == [])
    #expect(statements.count <= 2)
  }

  @Test("A pool opens a connection only if all others are in use")
  func pool() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add(Made.draft("a"))
    let pool = StorePool(of: store)
    func identity() throws -> ObjectIdentifier {
      try pool.withStore { (store) throws(StoreError) in ObjectIdentifier(store) }
    }
    let first = try identity()
    #expect(try identity() == first)
    try pool.withStore { (store) throws(StoreError) in
      let inner = try pool.withStore { (inner) throws(StoreError) in ObjectIdentifier(inner) }
      #expect(inner != ObjectIdentifier(store))
    }
  }
}

/// Counts the statements of a connection that contain a text.
private final class StatementCounter {
  private(set) var count = 0
  private let text: String
  private let store: RunStore

  init(of store: RunStore, containing text: String) {
    self.text = text
    self.store = store
    let object = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_trace_v2(
      store.connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, object, _, sql in
        guard let object, let sql else { return 0 }
        let counter = Unmanaged<StatementCounter>.fromOpaque(object).takeUnretainedValue()
        let statement = String(cString: sql.assumingMemoryBound(to: CChar.self))
        if statement.contains(counter.text) { counter.count += 1 }
        return 0
      }, object)
  }

  deinit { sqlite3_trace_v2(store.connection.handle, 0, nil, nil) }
}
