#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Calls to the operating system.
enum Platform {
  /// Lets the calling thread sleep.
  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}
