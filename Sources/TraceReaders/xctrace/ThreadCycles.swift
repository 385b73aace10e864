internal import Decoding
internal import Recordings

/// Adds up the CPU cycles of every thread of a process.
struct ThreadCycles {
  private var names: [String] = []
  private var counts: [String: Double] = [:]

  private static let mostThreads = 1 << 10

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - count: the cycles that it stands for, at least 0.
  ///   - thread: the thread's name.
  /// - Returns: `false` if there are too many threads.
  mutating func add(_ count: Double, thread: String) -> Bool {
    if counts[thread] == nil {
      guard names.count < Self.mostThreads else { return false }
      names.append(thread)
    }
    counts[thread, default: 0] += count
    return true
  }

  /// The threads with their shares of the cycles; `nil` if no cycle was counted.
  var list: ThreadList? {
    let total = names.reduce(0) { $0 + (counts[$1] ?? 0) }
    guard total > 0 else { return nil }
    return ThreadList(
      threads: names.map { name in
        ThreadList.Thread(
          name: name, isMain: name == "Main Thread", share: (counts[name] ?? 0) / total)
      })
  }
}
