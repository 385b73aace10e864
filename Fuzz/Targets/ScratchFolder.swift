import Foundation
import Workbench

@testable import hitchmark

/// A folder for the files that commands read, and the commands themselves, run in this process.
///
/// The folder is in memory if the system has such a file system. It is reused: one input is run at a time.
final class ScratchFolder: Sendable {
  static let shared = ScratchFolder()

  /// A small native trace with frames, signals and sensors.
  static let trace: [UInt8] = Array(
    (["timestamp_ns,cpu_ms,memory_mb"]
      + (0...40).map { "\($0 * 16_700_000 + $0 % 7 * 100_000),\($0 % 5).5,\(100 + $0 / 9)" })
      .joined(separator: "\n").utf8)

  /// `Fuzz/store.db`, a store of a few small runs; only read from.
  let baseStoreBytes: [UInt8]

  private let url: URL

  private init() {
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    url = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appending(path: "hitchmark-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let store = try? Data(contentsOf: sources.appending(path: "store.db"))
    baseStoreBytes = store.map(Array.init) ?? []
    precondition(!baseStoreBytes.isEmpty, "Fuzz/store.db is missing; restore it from Git")
    write(baseStoreBytes, to: "base.db")
    write(Array("c1\nc2\nc3\n".utf8), to: "base-order.txt")
  }

  /// Removes the folder, with all files in it.
  func removeAll() { try? FileManager.default.removeItem(at: url) }

  /// The path of a copy of `Fuzz/store.db`.
  var baseStore: String { path("base.db") }

  /// The path of an order file of the commits in that store.
  var baseOrder: String { path("base-order.txt") }

  // MARK: - Files

  /// The path of a file in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) -> String {
    let file = url.appending(path: name)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    do {
      try Data(bytes).write(to: file)
    } catch {
      fatalError("\(file.path) cannot be written: \(error)")
    }
    return file.path
  }

  func read(_ name: String) -> [UInt8] {
    (try? Data(contentsOf: url.appending(path: name))).map(Array.init) ?? []
  }

  /// Removes a file, or a folder with all files in it.
  func remove(_ name: String) { try? FileManager.default.removeItem(at: url.appending(path: name)) }

  /// Removes a store with SQLite's files next to it.
  func removeStore(_ name: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { remove(name + ending) }
  }

  // MARK: - Commands

  private static let silent = Console(
    write: { (_: String) throws in }, say: { _ in }, width: Console.defaultWidth,
    isTerminal: false, isColored: false, showsProgress: false)

  /// Runs a command, whatever its outcome.
  func run(_ words: String...) { run(words) }

  /// Runs a command, whatever its outcome.
  func run(_ words: [String]) { _ = code(of: words) }

  /// Runs a command, and returns its exit code.
  func code(of words: [String]) -> Int32 { Hitchmark.run(words) { _ in Self.silent }.rawValue }

  /// Whether a file exists.
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
