import Foundation

@testable import RunStore

/// A temporary folder, removed with the last reference to it.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hitchmark-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String = "store.db") -> String { folder.appending(path: name).path }

  func bytes(_ name: String = "store.db") throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String = "store.db") throws {
    try Data(bytes).write(to: URL(filePath: path(name)))
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

extension Scratch {
  /// Converts the store to version 1, from before runs had parts of frames.
  func downgrade(_ name: String = "store.db") throws {
    try Connection(path(name), mode: .update).execute(
      """
      DROP TABLE frame_part; DROP TABLE frame_part_entries; PRAGMA user_version = 1;
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
  }
}

extension RunStore {
  /// The rows that a query returns.
  func all(_ sql: String) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    try query(sql) { (_, values) throws(StoreError) in rows.append(values) }
    return rows
  }

  /// The single integer that a query returns.
  func number(_ sql: String) throws -> Int64? {
    guard case .integer(let number) = try all(sql).first?.first else { return nil }
    return number
  }
}
