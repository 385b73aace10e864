internal import Recordings

/// Collects what is wrong in a trace: the first of each kind, and how many.
struct IssueLog: Sendable {
  private var issues: [ImportIssue.Kind: ImportIssue] = [:]

  /// Whether nothing was noted.
  var isEmpty: Bool { issues.isEmpty }

  /// How often a kind was noted.
  func count(of kind: ImportIssue.Kind) -> Int { issues[kind]?.count ?? 0 }

  /// Notes an issue.
  ///
  /// - Parameters:
  ///   - kind: what is wrong.
  ///   - line: where, from 1.
  ///   - found: what stands there; read only for the first of a kind.
  mutating func note(
    _ kind: ImportIssue.Kind, line: Int?, found: @autoclosure () -> String? = nil
  ) {
    let first = issues[kind]
    issues[kind] = ImportIssue(
      kind, line: first?.line ?? line, found: first == nil ? found() : first?.found,
      count: (first?.count ?? 0) + 1)
  }

  /// Takes over what another log has.
  mutating func add(_ other: IssueLog) {
    for (kind, issue) in other.issues {
      guard let own = issues[kind] else {
        issues[kind] = issue
        continue
      }
      let isFirst = (own.line ?? .max) <= (issue.line ?? .max)
      let first = isFirst ? own : issue
      issues[kind] = ImportIssue(
        kind, line: first.line, found: first.found, count: own.count + issue.count)
    }
  }

  /// The issues, those of early lines first.
  var inOrder: [ImportIssue] {
    issues.values.sorted { left, right in
      (left.line ?? 0, left.kind.rawValue) < (right.line ?? 0, right.kind.rawValue)
    }
  }
}
