/// The commits that a trend runs along, in git's order.
public struct CommitHistory: Sendable {
  /// What people call it, such as a branch.
  public let name: String

  /// The ids, oldest first.
  public let commits: [String]

  /// The position of the first commit that counts; those before it only tell where a run belongs.
  public let start: Int

  private let positions: [String: Int]
  private let sorted: [String]

  /// The fewest characters of an id that stand for it.
  private static let leastAbbreviation = 7

  /// Creates a history.
  ///
  /// - Parameters:
  ///   - name: what people call it.
  ///   - commits: the ids, oldest first, each once.
  ///   - start: the position of the first that counts, 0 up to their number.
  public init(name: String, commits: [String], start: Int = 0) {
    self.name = name
    self.commits = commits
    self.start = start
    positions = Dictionary(commits.enumerated().map { ($1, $0) }) { first, _ in first }
    sorted = commits.sorted()
  }

  /// The position of a commit; O(log n).
  ///
  /// - Parameter commit: an id, or at least 7 characters of one.
  /// - Returns: `nil` when it is not in the history, or several begin alike.
  public func position(of commit: String) -> Int? {
    if let position = positions[commit] { return position }
    guard commit.count >= Self.leastAbbreviation else { return nil }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < commit { low = middle + 1 } else { high = middle }
    }
    let alike = sorted[low...].prefix(2).filter { $0.hasPrefix(commit) }
    return alike.count == 1 ? positions[alike[0]] : nil
  }
}
