internal import Synchronization

/// A part of a temporary file in which many short columns lie one after the other.
///
/// It is mapped once: a process may have but some ten thousand mappings. Its room in the file is used again when the last
/// column in it is gone.
///
/// Invariant: bytes that were placed are never written again while a column has them, as `used` only grows.
final class ColumnArena: @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer
  /// Where it begins in the file.
  private let start: Int
  /// How many of its bytes are taken; changed by `place` alone, which lets in one thread at a time.
  private var used = 0

  private static let byteCount = 1 << 22
  /// Bytes that a column in an arena may have.
  static let longest = 1 << 20

  /// The arena that is being filled, and the one that was before.
  private static let newest = Mutex((current: ColumnArena?.none, last: Weak()))

  private struct Weak {
    weak var arena: ColumnArena?
  }

  /// Parts of the file that are to be used again.
  private static let vacant = Mutex<[Int]>([])

  /// Copies bytes into an arena.
  ///
  /// - Parameter bytes: at most `longest`.
  /// - Returns: where they are as long as the arena lives; `nil` where the file, or the process, has no room for them.
  static func place(_ bytes: UnsafeRawBufferPointer) -> (ColumnArena, UnsafeRawPointer)? {
    let placed: (arena: ColumnArena, offset: Int)? = newest.withLock { newest in
      if let current = newest.current, let offset = current.take(bytes) {
        return (current, offset)
      }
      guard let arena = ColumnArena(), let offset = arena.take(bytes) else { return nil }
      // What was looked at since: columns are mostly read soon after they were placed, and then hardly ever.
      newest.last.arena?.release()
      newest.current?.release()
      newest.last.arena = newest.current
      newest.current = arena
      return (arena, offset)
    }
    guard let placed, let base = placed.arena.bytes.baseAddress else { return nil }
    return (placed.arena, UnsafeRawPointer(base + placed.offset))
  }

  private init?() {
    start = Self.vacant.withLock { $0.popLast() } ?? ColumnFile.shared.reserve(Self.byteCount)
    guard let bytes = ColumnFile.shared.mapped(from: start, count: Self.byteCount) else {
      Self.vacant.withLock { [start] in $0.append(start) }
      return nil
    }
    self.bytes = bytes
  }

  deinit {
    ColumnFile.unmap(bytes)
    Self.vacant.withLock { [start] in $0.append(start) }
  }

  /// Where bytes were written; `nil` where there is no room for them.
  private func take(_ column: UnsafeRawBufferPointer) -> Int? {
    guard column.count <= bytes.count - used, ColumnFile.shared.write(column, at: start + used)
    else { return nil }
    defer { used += (column.count + 15) & ~15 }
    return used
  }

  /// Gives back the memory of all columns in it, which they get again when they are looked at.
  private func release() { ColumnFile.release(bytes) }

  /// Gives back the memory of a column that was passed, and of what lies on the same pages or just before.
  ///
  /// - Parameters:
  ///   - column: where it begins.
  ///   - passed: its bytes that were passed.
  func release(_ column: UnsafeRawPointer, _ passed: Range<Int>) {
    guard !passed.isEmpty, let base = bytes.baseAddress else { return }
    let before = column - UnsafeRawPointer(base)
    // The system maps as much as a granule around a page that it reads.
    let around = ColumnFile.granule
    let lower = ColumnFile.lastGranule(before: max(before + passed.lowerBound - around, 0))
    let upper = min(before + passed.upperBound + around, bytes.count)
    ColumnFile.release(UnsafeMutableRawBufferPointer(rebasing: bytes[lower..<upper]))
  }
}
