public import Foundation

/// The real captures and published figures in the folder `shared` next to the project's checkout, if it exists.
///
/// Other clones do not have this folder. Tests that need it have the trait
/// `.enabled(if: SharedMaterial.isThere, SharedMaterial.absence)`.
public enum SharedMaterial {
  /// The project's folder.
  public static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder `shared`, next to the project's.
  public static let folder = project.deletingLastPathComponent().appending(path: "shared")

  /// Whether the folder exists.
  public static let isThere = FileManager.default.fileExists(
    atPath: folder.appending(path: "traces").path)

  /// The reason for which tests without the folder are skipped.
  public static let absence =
    "the real captures in ../shared do not exist next to this checkout"

  /// The absolute path of a file, for its path relative to the folder.
  public static func path(_ path: String) -> String {
    folder.appending(path: path).path
  }
}
