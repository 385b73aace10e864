#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The password for a cluster, from the environment or from a file that the environment names.
enum ClusterPassword {
  /// The greatest number of bytes of a password.
  private static let mostBytes = 4096

  /// The password; `nil` if the environment names none.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  static func read() throws(StoreError) -> String? {
    if let text = variable("HITCHMARK_STORE_PASSWORD") { return text }
    guard let path = variable("HITCHMARK_STORE_PASSWORD_FILE") else { return nil }
    guard let file = fopen(path, "r") else { throw .io(path: path, message: Self.lastError) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = fread(&bytes, 1, mostBytes, file)
    // Text editors end a file with a newline, which no password has.
    let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
