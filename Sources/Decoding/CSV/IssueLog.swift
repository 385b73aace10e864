package import Recordings

/// Collects the problems of a trace: the first problem of each kind, and the number of problems of that kind.
package struct IssueLog: Sendable {
  private var issues: [ImportIssue.Kind: ImportIssue] = [:]
  /// The losses of data that the recording tool itself reported, by the name of its counter.
  private var losses: [String: ImportIssue] = [:]

  /// Creates an empty log of a trace's problems.
  package init() {}

  package var isEmpty: Bool { issues.isEmpty && losses.isEmpty }

  package func count(of kind: ImportIssue.Kind) -> Int { issues[kind]?.count ?? 0 }

  /// Records a problem of a trace in the log.
  ///
  /// - Parameters:
  ///   - line: the line of the problem, from 1.
  ///   - count: how often the problem occurs there.
  ///   - found: the text at that place; evaluated only for the first problem of its kind.
  package mutating func note(
    _ kind: ImportIssue.Kind, line: Int?, count: Int = 1, found: @autoclosure () -> String? = nil
  ) {
    let first = issues[kind]
    issues[kind] = ImportIssue(
      kind, line: first?.line ?? line, found: first == nil ? found() : first?.found,
      count: (first?.count ?? 0) + count)
  }

  /// Records a loss of data that the recording tool itself reported in the trace.
  ///
  /// - Parameters:
  ///   - count: the increase since the last call; 0 records nothing.
  ///   - name: the tool's name for the counter.
  ///   - line: the first line that reports the loss, from 1.
  package mutating func note(losses count: Int, of name: String, line: Int? = nil) {
    guard count > 0 else { return }
    let before = losses[name]
    let (sum, isTooLarge) = count.addingReportingOverflow(before?.count ?? 0)
    losses[name] = ImportIssue(
      .lostEvents, line: before?.line ?? line, found: name, count: isTooLarge ? .max : sum)
  }

  /// Adds the problems that another log collected from a trace to this log.
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

  /// The problems of the trace, sorted by line.
  package var inOrder: [ImportIssue] {
    (Array(issues.values) + losses.values).sorted { left, right in
      (left.line ?? 0, left.kind.rawValue, left.found ?? "")
        < (right.line ?? 0, right.kind.rawValue, right.found ?? "")
    }
  }
}
