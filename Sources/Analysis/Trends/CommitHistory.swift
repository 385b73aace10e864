/// The commits along which a trend shows the values of metrics, in Git's order.
///
///     let history = CommitHistory(name: "main", commits: ["59f836b985c7", "3683b3d9881f"])
///     history.position(of: "3683b3d")  // 1
public struct CommitHistory: Sendable {
  /// The name of the commit history, such as that of a branch.
  public let name: String

  /// The ids of the history's commits, oldest first.
  public let commits: [String]

  /// The position, in the commit history, of the first commit whose runs the trend shows.
  ///
  /// Earlier ones only give the order.
  public let start: Int

  private let positions: [String: Int]
  private let sorted: [String]

  /// The shortest abbreviation of an id.
  private static let leastAbbreviation = 7

  /// Creates a commit history from the ids of its commits.
  ///
  /// `commits` are unique ids, oldest first.
  public init(name: String, commits: [String], start: Int = 0) {
    self.name = name
    self.commits = commits
    self.start = start
    positions = Dictionary(commits.enumerated().map { ($1, $0) }) { first, _ in first }
    sorted = commits.sorted()
  }

  /// The position, in the commit history, of the commit with a given id or with at least the first 7 characters of its
  /// id; O(log n).
  ///
  /// `nil` if it is not in the history, or ambiguous.
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
