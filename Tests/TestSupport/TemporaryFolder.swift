public import Foundation

/// A folder of a test's own, removed with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Creates an empty folder in the system's temporary folder.
  public init() {
    url = FileManager.default.temporaryDirectory
      .appending(path: "hitchmark-tests-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it, whether it is there or not.
  ///
  /// - Parameter name: relative to the folder.
  /// - Returns: the absolute path.
  public func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes a file, and the folders on the way to it.
  ///
  /// - Parameters:
  ///   - name: relative to the folder.
  ///   - contents: its bytes.
  /// - Returns: where it is.
  /// - Throws: when it cannot be written.
  @discardableResult
  public func file(_ name: String, contents: Data) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try contents.write(to: file)
    return file
  }

  /// Writes a text file, and the folders on the way to it.
  ///
  /// - Parameters:
  ///   - name: relative to the folder.
  ///   - text: its contents, written as UTF-8.
  /// - Returns: where it is.
  /// - Throws: when it cannot be written.
  @discardableResult
  public func file(_ name: String, text: String) throws -> URL {
    try file(name, contents: Data(text.utf8))
  }

  /// Writes an empty file.
  ///
  /// - Parameter name: relative to the folder.
  /// - Returns: where it is.
  /// - Throws: when it cannot be written.
  public func emptyFile(_ name: String) throws -> URL {
    try file(name, contents: Data())
  }
}
