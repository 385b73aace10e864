internal import Synchronization
internal import System

/// Why Git cannot be run on a work tree.
package struct GitFault: Sendable {
  /// The topmost folder of the Git work tree in which Git failed.
  package let workTree: String
  /// The timeout in seconds that Git exceeded; `nil` if Git is missing or rejects the work tree.
  package let silence: Int?

  /// The timeout of Git in seconds: `HITCHMARK_GIT_PATIENCE`, otherwise two minutes, because the first command in a
  /// large repository on a slow disk may take one.
  static var patience: Int {
    let asked = Platform.environment("HITCHMARK_GIT_PATIENCE").flatMap { Int($0) }
    return asked.map { min(max($0, 1), 86_400) } ?? 120
  }

  /// Whether Git has timed out; it is then not run again, so that the user waits only once.
  static var isSilent: Bool { silent.withLock { $0 } }

  static func becameSilent() { silent.withLock { $0 = true } }

  private static let silent = Mutex(false)
}
