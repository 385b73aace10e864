public import Foundation
internal import Synchronization

/// A temporary folder of one test, removed with the last reference to it, or when the process ends.
public final class TemporaryFolder: Sendable {
  /// The location of the folder.
  public let url: URL

  /// The folders that exist; those in static properties exist until the process ends.
  private static let existing = Mutex<Set<URL>>([])
  private static let removesAtExit: Bool = {
    atexit {
      for url in TemporaryFolder.existing.withLock({ $0 }) {
        try? FileManager.default.removeItem(at: url)
      }
    }
    return true
  }()

  /// Creates an empty folder in the system's folder for temporary files.
  public init() {
    url = FileManager.default.temporaryDirectory
      .appending(path: "hitchmark-tests-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    if Self.removesAtExit { Self.existing.withLock { _ = $0.insert(url) } }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
    Self.existing.withLock { _ = $0.remove(url) }
  }

  /// The absolute path of a file, for its path relative to the folder.
  ///
  /// The file need not exist.
  public func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes a file, and creates the folders of its path.
  ///
  /// - Parameter name: the path relative to the folder.
  /// - Returns: the location of the file.
  @discardableResult
  public func file(_ name: String, contents: Data) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try contents.write(to: file)
    return file
  }

  /// Writes a text file in UTF-8, and creates the folders of its path.
  ///
  /// - Parameter name: the path relative to the folder.
  /// - Returns: the location of the file.
  @discardableResult
  public func file(_ name: String, text: String) throws -> URL {
    try file(name, contents: Data(text.utf8))
  }

  /// Writes an empty file.
  ///
  /// - Parameter name: the path relative to the folder.
  /// - Returns: the location of the file.
  public func emptyFile(_ name: String) throws -> URL {
    try file(name, contents: Data())
  }
}
