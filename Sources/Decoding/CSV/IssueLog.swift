package import Recordings

/// Collects what is wrong in a trace: the first of each kind, and how many.
package struct IssueLog: Sendable {
  private var issues: [ImportIssue.Kind: ImportIssue] = [:]
  /// What the tool says that it lost, by what it counts it with.
  private var losses: [String: ImportIssue] = [:]

  /// Creates an empty log.
  package init() {}

  /// Whether nothing was noted.
  package var isEmpty: Bool { issues.isEmpty && losses.isEmpty }

  /// How often a kind was noted.
  package func count(of kind: ImportIssue.Kind) -> Int { issues[kind]?.count ?? 0 }

  /// Notes an issue.
  ///
  /// - Parameters:
  ///   - kind: what is wrong.
  ///   - line: where, from 1.
  ///   - found: what stands there; read only for the first of a kind.
  package mutating func note(
    _ kind: ImportIssue.Kind, line: Int?, found: @autoclosure () -> String? = nil
  ) {
    let first = issues[kind]
    issues[kind] = ImportIssue(
      kind, line: first?.line ?? line, found: first == nil ? found() : first?.found,
      count: (first?.count ?? 0) + 1)
  }

  /// Notes that the tool itself says that it lost something; each counter is an issue of its own.
  ///
  /// - Parameters:
  ///   - count: how much more than was noted before; 0 notes nothing.
  ///   - name: what the tool calls the counter.
  ///   - line: where it first says so, from 1.
  package mutating func note(losses count: Int, of name: String, line: Int? = nil) {
    guard count > 0 else { return }
    let before = losses[name]
    let (sum, isTooLarge) = count.addingReportingOverflow(before?.count ?? 0)
    losses[name] = ImportIssue(
      .lostEvents, line: before?.line ?? line, found: name, count: isTooLarge ? .max : sum)
  }

  /// Takes over what another log has.
  package mutating func add(_ other: IssueLog) {
    for (name, loss) in other.losses { note(losses: loss.count, of: name, line: loss.line) }
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
  package var inOrder: [ImportIssue] {
    (Array(issues.values) + losses.values).sorted { left, right in
      (left.line ?? 0, left.kind.rawValue, left.found ?? "")
        < (right.line ?? 0, right.kind.rawValue, right.found ?? "")
    }
  }
}
