public import Analysis
public import Documents
internal import Recordings

/// Lists the problems of the runs' data, worst first: issues of traces, and findings of the quality
/// checks.
enum DataQualityList {
  /// A problem of one run, or of several runs.
  private struct Remark {
    let kind: String
    let severity: ImportIssue.Severity
    let sentence: String
    /// The name of the first run with the problem; `nil` if there is only one run.
    let name: String?
    /// The number of further runs with the problem.
    var others = 0
  }

  /// A warning of more runs than this gets one line, like a note.
  static let mostLines = 12

  /// Builds the section: a heading and a list.
  ///
  /// A note has one line for all runs, and so has a warning of more than `mostLines` runs. Any
  /// other warning has one line per run.
  ///
  /// - Parameters:
  ///   - runs: with their names in the document; the name is `nil` if there is only one run.
  ///   - least: the lowest severity that is listed.
  ///   - notes: further lines, which come last.
  ///   - mostNotes: the number of problems that are only notes and have a line; the others are counted.
  static func section(
    on runs: [(name: String?, run: RunSummary)], from least: ImportIssue.Severity = .note,
    notes: [[Inline]] = [], mostNotes: Int = .max
  ) -> [Block] {
    let remarks = gathered(runs).filter { $0.severity >= least }
    let serious = remarks.prefix { $0.severity > .note }
    let shown = serious + remarks.dropFirst(serious.count).prefix(mostNotes)
    let hidden = remarks.count - shown.count
    let problems = shown.map { remark -> [Inline] in
      let words = Inline.text(remark.sentence)
      guard let name = remark.name else { return [words] }
      let others = remark.others == 0 ? "" : " and \(remark.others) more"
      return [.strong("\(name)\(others):"), .text(" "), words]
    }
    let rest: [[Inline]] =
      hidden == 0 ? [] : [[.text("\(hidden) more note\(hidden == 1 ? "" : "s"): --all")]]
    let lines = problems + notes + rest
    return [
      .heading(.section, "Data quality", anchor: anchor),
      lines.isEmpty ? .text("No problems were found in the data.") : .list(lines),
    ]
  }

  /// The worst problem of the data as a line, and how many problems there are; `nil` without one.
  static func worst(
    on runs: [(name: String?, run: RunSummary)], from least: ImportIssue.Severity
  ) -> (line: [Inline], count: Int)? {
    let all = gathered(runs).filter { $0.severity >= least }
    guard let worst = all.first else { return nil }
    let alike = all.filter { $0.kind == worst.kind }
    let count = alike.reduce(0) { $0 + 1 + $1.others }
    let place = count > 1 ? "In \(count) runs" : worst.name ?? "Data quality"
    return ([.strong("\(place):"), .text(" \(worst.sentence)")], all.count - alike.count + 1)
  }

  /// A line before the figures, which says that problems of the data affect them; empty if no problem does.
  static func warning(on runs: [RunSummary]) -> [Block] {
    let count = gathered(runs.map { (name: nil, run: $0) }).count { $0.severity > .note }
    guard count > 0 else { return [] }
    let words = Inline.text(
      count == 1
        ? "1 problem of the data affects these figures; see "
        : "\(count) problems of the data affect these figures; see ")
    return [.notice(.warning, [words, .link("Data quality", to: anchor)])]
  }

  private static let anchor: Anchor = "quality"

  /// The remarks, worst first; O(runs).
  private static func gathered(_ runs: [(name: String?, run: RunSummary)]) -> [Remark] {
    let common = commonKinds(of: runs)
    var gathered: [Remark] = []
    var first: [String: (index: Int, run: Int, latest: Int)] = [:]
    for (number, (name, run)) in runs.enumerated() {
      for flaw in flaws(of: run) {
        if common.contains(flaw.kind), let known = first[flaw.kind], known.run != number {
          if known.latest != number { gathered[known.index].others += 1 }
          first[flaw.kind]?.latest = number
        } else {
          if first[flaw.kind] == nil { first[flaw.kind] = (gathered.count, number, number) }
          gathered.append(
            Remark(
              kind: flaw.kind, severity: flaw.severity, sentence: flaw.sentence(), name: name))
        }
      }
    }
    let severities: [ImportIssue.Severity] = [.dataLoss, .warning, .note]
    return severities.flatMap { severity in gathered.filter { $0.severity == severity } }
  }

  /// The kinds with one line for all runs.
  private static func commonKinds(of runs: [(name: String?, run: RunSummary)]) -> Set<String> {
    var counts: [String: Int] = [:]
    for (_, run) in runs {
      for flaw in flaws(of: run) {
        counts[flaw.kind, default: 0] += flaw.severity == .note ? mostLines + 1 : 1
      }
    }
    return Set(counts.lazy.filter { $0.value > mostLines }.map(\.key))
  }

  /// One problem of one run.
  ///
  /// The sentence is built only if it is shown.
  private typealias Flaw = (
    kind: String, severity: ImportIssue.Severity, sentence: () -> String
  )

  private static func flaws(of run: RunSummary) -> [Flaw] {
    let issues = run.issues.map { issue -> Flaw in
      (issue.kind.rawValue, issue.kind.severity, { issue.sentence })
    }
    let findings = run.quality.findings.map { finding -> Flaw in
      (finding.kind, finding.severity, { finding.sentence })
    }
    return issues + findings
  }
}

extension QualityFinding {
  var json: JSONValue {
    [
      "kind": .string(kind),
      "severity": .string(severity.rawValue),
      "message": .string(message),
    ]
  }
}

/// The reference of data-quality checks: the output of `hitchmark metrics --quality`, and `docs/quality.md`.
public enum QualityCatalog {
  /// The reference of all data-quality checks with their thresholds, and of the problems that can occur in files.
  public static func document(of checks: [QualityCheck] = QualityCheck.all) -> Document {
    Document(
      schema: "hitchmark.quality/2",
      title: "Data quality",
      blocks: [
        .paragraph(
          Inline.marked(
            """
            Every analysis and every report lists the problems of its data. A note informs. A warning means that a \
            figure may be misleading, data loss that measurements are missing or cannot be used. A figure that the \
            data cannot support is withheld: the table has the reason in place of the number. With `--strict`, a \
            warning or data loss makes the exit code 2, after everything is printed.
            """)),
        .heading(.section, "Checks", anchor: "checks"),
        .table(table(of: checks)),
        .heading(.section, "Issues found while reading files", anchor: "issues"),
        .text(
          """
          They are listed beside the checks, each kind with its number and the position of the first.
          """
        ),
        .table(issues),
      ])
  }

  private static func table(of checks: [QualityCheck]) -> Table {
    Table(
      anchor: "quality-checks", caption: "", corner: "Check",
      columns: ["Finds", "Severity", "Withholds"].map { Table.Column($0, .leading) },
      rows: checks.map { check in
        Table.Row(
          check.id,
          cells: [
            .text(check.condition), .text(check.severity.rawValue), .text(check.withholds ?? ""),
          ])
      })
  }

  private static let issues = Table(
    anchor: "import-issues", caption: "", corner: "Kind",
    columns: [Table.Column("Severity", .leading), Table.Column("Message", .leading)],
    rows: ImportIssue.Kind.allCases.map { kind in
      Table.Row(
        kind.rawValue,
        cells: [.text(kind.severity.rawValue), .text(ImportIssue(kind).message)])
    })
}
