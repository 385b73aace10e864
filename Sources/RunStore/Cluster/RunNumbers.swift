#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Chooses numbers and versions for the rows of a cluster, which many hosts write at the same time.
struct RunNumbers {
  /// Distinguishes processes that add runs in the same millisecond.
  private let tag = Int64.random(in: 0..<1 << 12)
  private var latest: Int64 = 0

  /// 2025-01-01 in milliseconds since 1970.
  private static let start: Int64 = 1_735_689_600_000

  /// The number of a new run: greater than all earlier numbers of this process, and less than 2⁵³.
  ///
  /// A number is 40 bits of the time in milliseconds and 12 bits for the process. Every run of a process has its own
  /// millisecond, so that numbers are in the order in which runs were added.
  mutating func next() -> Int64 {
    let most: Int64 = 1 << 40
    latest = max(latest + 1, min(max(Self.milliseconds - Self.start, 0), most))
    return (latest << 12) | tag
  }

  /// The version of a row: greater than the former one.
  ///
  /// The high 24 bits count the versions. Of several first versions, which have no order, the row with the greatest
  /// digest wins on all hosts; of several later ones that follow the same version, the latest.
  static func version(after former: UInt64?, hash: UInt64) -> UInt64 {
    let low: UInt64 = (1 << 40) - 1
    guard let former else { return (1 << 40) | (hash & low) }
    return ((former >> 40) + 1) << 40 | (UInt64(max(milliseconds, 0)) & low)
  }

  private static var milliseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
