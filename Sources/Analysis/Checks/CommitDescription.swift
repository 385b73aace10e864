/// What people know a commit by.
public struct CommitDescription: Sendable, Equatable {
  /// The first line of its message.
  public var subject: String?
  /// Who wrote it; `nil` without Git.
  public var author: String?
  /// When it was written, ISO 8601.
  public var date: String?

  /// Creates a description.
  public init(subject: String? = nil, author: String? = nil, date: String? = nil) {
    (self.subject, self.author, self.date) = (subject, author, date)
  }
}

extension CheckOutcome {
  /// The commits that outputs describe: the most likely one of each finding, and those at which findings entered
  /// their states.
  public var namedCommits: Set<String> {
    Set(
      findings.flatMap { [$0.commits?.likeliest, $0.entered] }.compactMap { position in
        position.flatMap { history.commits.indices.contains($0) ? history.commits[$0] : nil }
      })
  }
}
