public import Analysis
internal import Documents
internal import Units

/// Writes what a check found, such as regressions, as commands of GitHub Actions, which GitHub shows as annotations of
/// the commit.
///
/// A step must print them to its standard output, one per line.
public enum GitHubAnnotations {
  /// The number of annotations per kind that GitHub shows for a step.
  private static let most = 10

  /// Writes each finding of a check as a command of GitHub Actions: an error if it fails the check, a warning if it
  /// needs attention, otherwise a notice.
  ///
  /// There are at most ten of a kind; the last one counts the omitted ones.
  public static func text(of outcome: CheckOutcome) -> String {
    let kinds: [(name: String, findings: [CheckFinding])] = [
      ("error", outcome.findings.filter(outcome.isAgainst)),
      ("warning", outcome.findings.filter { !outcome.isAgainst($0) && $0.state.isOpen }),
      ("notice", outcome.findings.filter { !outcome.isAgainst($0) && !$0.state.isOpen }),
    ]
    return kinds.map { kind in
      let left = kind.findings.count > most ? kind.findings.count - most + 1 : 0
      let lines = kind.findings.prefix(kind.findings.count - left).map {
        command(kind.name, title: "hitchmark: \($0.state.word)", message(of: $0, in: outcome))
      }
      let rest = command(kind.name, title: "hitchmark", "And \(counted(left, "finding")) more.")
      return (lines + (left > 0 ? [rest] : [])).joined()
    }.joined()
  }

  private static func message(of finding: CheckFinding, in outcome: CheckOutcome) -> String {
    let shown = finding.items.prefix(5).map { "\n\($0.sentence)" }.joined()
    let more = finding.items.count > 5 ? "\nand \(finding.items.count - 5) more" : ""
    let next = finding.next(in: outcome).map { "\n\($0.line.plainText)" }.joined()
    let commit = outcome.describing(finding).map { "\n\($0)" } ?? ""
    return finding.headline(in: outcome) + shown + more + commit + next
  }

  static func command(_ name: String, title: String, _ message: String) -> String {
    let title = escaped(title).replacing(":", with: "%3A").replacing(",", with: "%2C")
    return "::\(name) title=\(title)::\(escaped(message.withoutLogCommands))\n"
  }

  /// Escaped as the runner expects it: a line break does not end the command.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}": "%0A"
      default: String(scalar)
      }
    }.joined()
  }
}

extension CheckFinding.State {
  /// Whether the finding needs attention.
  fileprivate var isOpen: Bool {
    switch self {
    case .open, .partlyFixed, .suspect, .inconclusive, .missing, .environment: true
    case .accepted, .inherited, .dismissed, .fixed, .improved: false
    }
  }
}
