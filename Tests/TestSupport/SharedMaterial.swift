public import Foundation

/// The real captures and published figures that lie beside the project's checkout, where they are.
///
/// A clone elsewhere has none; tests that need them carry
/// `.enabled(if: SharedMaterial.isThere, SharedMaterial.absence)`.
public enum SharedMaterial {
  /// The project's own folder.
  public static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder beside the project.
  public static let folder = project.deletingLastPathComponent().appending(path: "shared")

  /// Whether the folder is there.
  public static let isThere = FileManager.default.fileExists(
    atPath: folder.appending(path: "traces").path)

  /// Why tests without it are skipped.
  public static let absence =
    "the real captures in ../shared are not beside this checkout, so there is nothing to check against"

  /// The path of a file in the folder.
  ///
  /// - Parameter path: relative to the folder.
  /// - Returns: the absolute path.
  public static func path(_ path: String) -> String {
    folder.appending(path: path).path
  }
}
