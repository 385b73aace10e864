/// The subject, author and date of a commit, which outputs show next to its id.
public struct CommitDescription: Sendable, Equatable {
  /// The first line of the commit's message; `nil` if unknown.
  public var subject: String?
  /// The author of the commit; `nil` if unknown.
  public var author: String?
  /// The author date of the commit, ISO 8601; `nil` if unknown.
  public var date: String?

  /// Creates the description of a commit from its subject, author and date.
  public init(subject: String? = nil, author: String? = nil, date: String? = nil) {
    (self.subject, self.author, self.date) = (subject, author, date)
  }
}

extension CheckOutcome {
  /// The ids of the commits that a check's outputs describe by subject and author, such as the likely cause of a change
  /// and the commit that fixed it.
  public var namedCommits: Set<String> {
    Set(
      findings.flatMap { [$0.commits?.likeliest, $0.entered] }.compactMap { position in
        position.flatMap { history.commits.indices.contains($0) ? history.commits[$0] : nil }
      })
  }
}
