#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The folders below which this process may read, if another one that answers strangers started it.
///
/// Outside of them, files and folders do not exist for it, wherever links and `..` lead. It writes no files for its
/// user and starts no program but Git, which has a configuration of its own.
///
///     child = try ChildProcess(words, environment: variables.merging(Confinement.to(["/captures"])) { $1 })
package enum Confinement {
  private static let variable = "HITCHMARK_CONFINED"

  /// Paths without links; `nil` without limits.
  private static let folders = Platform.environment(variable)?.split(separator: "\n")
    .map(String.init)

  /// Whether this process is confined.
  package static var isOn: Bool { folders != nil }

  /// The environment that confines a program to folders.
  ///
  /// - Parameter folders: paths without links and line breaks.
  package static func to(_ folders: [String]) -> [String: String] {
    [variable: folders.joined(separator: "\n")]
  }

  /// Whether this process may read what is at a path; `true` without limits.
  ///
  /// A path that leads nowhere may not be read.
  static func allows(_ path: String) -> Bool {
    guard let folders else { return true }
    guard let resolved = Platform.realPath(path) else { return false }
    return folders.contains { resolved == $0 || $0 == "/" || resolved.hasPrefix("\($0)/") }
  }
}
