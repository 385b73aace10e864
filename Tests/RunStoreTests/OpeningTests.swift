import Foundation
import Testing

@testable import RunStore

@Suite("Opening a store")
struct OpeningTests {
  private let scratch: Scratch
  private var path: String { scratch.path() }

  init() throws { scratch = try Scratch() }

  @Test(
    "A missing or empty file cannot be opened for reading or updating", arguments: [nil, Data()])
  func missing(content: Data?) throws {
    if let content { try scratch.write(content) }
    for access in [RunStore.Access.read, .update] {
      #expect(throws: StoreError.missing(path: path)) {
        try RunStore.open(path, access: access)
      }
    }
    #expect(try scratch.names() == (content == nil ? [] : ["store.db"]))
  }

  @Test("An empty file becomes a store")
  func empty() throws {
    try scratch.write([])
    _ = try RunStore.open(path, access: .create)
    #expect(try RunStore.open(path, access: .read).runs() == [])
  }

  @Test(
    "A file that is not a database is refused and not changed",
    arguments: [
      Array("TimeInSeconds,msBetweenPresents\n".utf8), [0], Array("SQLite format 3\0".utf8),
      Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84),
    ])
  func otherFile(bytes: [UInt8]) throws {
    try scratch.write(bytes)
    for access in [RunStore.Access.read, .update, .create] {
      let error = #expect(throws: StoreError.self) { try RunStore.open(path, access: access) }
      let isRefused = if case .notAStore = error { true } else { false }
      #expect(isRefused, "\(String(describing: error))")
    }
    #expect(try scratch.bytes() == Data(bytes))
    #expect(try scratch.names() == ["store.db"])
  }

  @Test("A database of another program is refused and not changed, nor is its log")
  func otherDatabase() throws {
    let other = try Connection(path, mode: .create)
    try other.execute("PRAGMA application_id = 77; PRAGMA journal_mode = WAL")
    try other.execute("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
    let before = (try scratch.bytes(), try scratch.bytes("store.db-wal"))
    let error = StoreError.notAStore(path: path, found: .otherDatabase(applicationID: 77))
    for access in [RunStore.Access.read, .update, .create] {
      #expect(throws: error) { try RunStore.open(path, access: access) }
    }
    #expect(try scratch.bytes() == before.0)
    #expect(try scratch.bytes("store.db-wal") == before.1)
  }

  @Test("A store of a newer version is refused and not changed")
  func newer() throws {
    _ = try RunStore.open(path, access: .create).add(Made.draft("a"))
    let version = StoreOpening.version + 1
    try Connection(path, mode: .update).execute("PRAGMA user_version = \(version)")
    let before = try scratch.bytes()
    let error = StoreError.newerVersion(path: path, found: version, known: StoreOpening.version)
    for access in [RunStore.Access.read, .update, .create] {
      #expect(throws: error) { try RunStore.open(path, access: access) }
    }
    #expect(try scratch.bytes() == before)
  }

  @Test("A pipe is refused without waiting for a writer")
  func pipe() {
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: StoreError.notAStore(path: path, found: .otherFile)) {
      try RunStore.open(path, access: .create)
    }
  }

  @Test("A folder is refused")
  func folder() {
    let folder = scratch.folder.path
    #expect(throws: StoreError.notAStore(path: folder, found: .directory)) {
      try RunStore.open(folder, access: .create)
    }
  }

  @Test("A store in a missing folder cannot be created; the error has the system's message")
  func noFolder() {
    let path = scratch.path("absent/store.db")
    #expect(throws: StoreError.io(path: path, message: "No such file or directory")) {
      try RunStore.open(path, access: .create)
    }
  }

  @Test(
    "SQLite's special names are treated as file names",
    arguments: [":memory:", "file:x?mode=memory", "a%20?#b"])
  func specialNames(name: String) throws {
    let path = scratch.path(name)
    _ = try RunStore.open(path, access: .create).add(Made.draft("a"))
    #expect(try RunStore.open(path, access: .read).runs().count == 1)
    #expect(try scratch.names() == [name])
    let immutable = try Connection(path, mode: .immutable)
    #expect(try immutable.integer("SELECT count(*) FROM run") == 1)
  }

  @Test("A store opened for reading cannot be changed")
  func reading() throws {
    _ = try RunStore.open(path, access: .create).add(Made.draft("a"))
    let store = try RunStore.open(path, access: .read)
    #expect(throws: StoreError.readOnly(path: path)) { try store.add(Made.draft("b")) }
    #expect(throws: StoreError.readOnly(path: path)) { try store.remove([RunID(1)]) }
    #expect(try store.runs().count == 1)
  }

  @Test("A closed store is one file")
  func oneFile() throws {
    _ = try RunStore.open(path, access: .create).add(Made.draft("a"))
    _ = try RunStore.open(path, access: .read).runs()
    #expect(try scratch.names() == ["store.db"])
  }

  @Test(
    "A store in a read-only folder can be read",
    .enabled(if: geteuid() != 0, "the superuser may write anywhere"))
  func readOnlyFolder() throws {
    _ = try RunStore.open(path, access: .create).add(Made.draft("a"))
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.folder.path)
    defer {
      try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.folder.path)
    }
    #expect(try RunStore.open(path, access: .read).runs().count == 1)
    #expect(throws: StoreError.readOnly(path: path)) {
      try RunStore.open(path, access: .update).add(Made.draft("b"))
    }
  }
}
