internal import System

/// The password for a cluster, from the environment or from a file that the environment names.
enum ClusterPassword {
  /// The greatest number of bytes of a password.
  private static let mostBytes = 4096

  /// The password; `nil` if the environment names none.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  static func read() throws(StoreError) -> String? {
    if let text = Platform.environment("HITCHMARK_STORE_PASSWORD") { return text }
    guard let path = Platform.environment("HITCHMARK_STORE_PASSWORD_FILE") else { return nil }
    guard Platform.kind(of: path) == .file else {
      throw .io(path: path, message: "the password file does not exist, or is no regular file")
    }
    let bytes = Platform.content(of: path, limit: mostBytes)
    guard !bytes.isEmpty else {
      throw .io(path: path, message: "the password file is empty or cannot be read")
    }
    // Text editors end a file with a newline, which no password has.
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }
}
