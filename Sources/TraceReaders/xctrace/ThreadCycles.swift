internal import Decoding
internal import Recordings

/// Sums the CPU cycles per thread of a process.
struct ThreadCycles {
  private var names: [String] = []
  private var counts: [String: Double] = [:]

  private static let mostThreads = 1 << 10

  /// Adds the CPU cycles of a sample to its thread; `false` if there are too many threads.
  ///
  /// - Parameter count: the number of cycles of the sample, at least 0.
  mutating func add(_ count: Double, thread: String) -> Bool {
    if counts[thread] == nil {
      guard names.count < Self.mostThreads else { return false }
      names.append(thread)
    }
    counts[thread, default: 0] += count
    return true
  }

  /// The threads of the process with their shares of the CPU cycles; `nil` if there are no cycles.
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
