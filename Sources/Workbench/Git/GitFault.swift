internal import Synchronization

/// Why git cannot be asked about a work tree.
package struct GitFault: Sendable {
  /// Its topmost folder.
  package let workTree: String
  /// For how many seconds git said nothing; `nil` where it is missing, or refuses.
  package let silence: Int?

  /// For how many seconds git may say nothing: `HITCHMARK_GIT_PATIENCE`, else two minutes, as the first look at a
  /// large repository on a slow disk may take one.
  static var patience: Int {
    let asked = Platform.environment("HITCHMARK_GIT_PATIENCE").flatMap { Int($0) }
    return asked.map { min(max($0, 1), 86_400) } ?? 120
  }

  /// Whether git said nothing for so long; it is not asked again then, and nobody waits twice.
  static var isSilent: Bool { silent.withLock { $0 } }

  static func becameSilent() { silent.withLock { $0 = true } }

  private static let silent = Mutex(false)
}
