public import Analysis
public import Documents
internal import Recordings

/// The reference of data-quality checks: the output of `hitchmark metrics --quality`, and `docs/quality.md`.
public enum QualityCatalog {
  /// The reference of all data-quality checks with their thresholds, and of the problems that can occur in files.
  public static func document(of checks: [QualityCheck] = QualityCheck.all) -> Document {
    Document(
      schema: "hitchmark.quality/1",
      title: "Data quality",
      blocks: [
        .text(
          """
          Every analysis and every report lists the problems of its data. A finding with the severity “note” informs \
          about the data, and withholds no figure. A warning means that a figure may be misleading. Data loss means \
          that measurements are missing from the trace, or cannot be used. A figure is withheld if the data cannot \
          support it: the table shows the reason in place of the number. With --strict, a warning or data loss makes \
          the command exit with code 2, after the command has printed everything.
          """),
        .heading(.section, "Checks", anchor: "checks"),
        .definitions(checks.map(definition)),
        .heading(.section, "Issues found while reading files", anchor: "issues"),
        .text(
          """
          Reports list the issues that were found while reading files next to the findings of the checks, with the \
          number of issues of each kind and the position of the first one in the file.
          """
        ),
        .table(issues),
      ])
  }

  private static func definition(of check: QualityCheck) -> Definition {
    var lines: [[Inline]] = [
      [.text(check.condition)], [.text("Severity: \(check.severity.rawValue).")],
    ]
    if let withheld = check.withholds { lines.append([.text("Withheld: \(withheld).")]) }
    return Definition(term: check.id, anchor: Anchor("quality " + check.id), lines: lines)
  }

  private static let issues = Table(
    anchor: "import-issues", caption: "Kinds of issues in files", corner: "Kind",
    columns: [Table.Column("Severity", .leading), Table.Column("Message", .leading)],
    rows: ImportIssue.Kind.allCases.map { kind in
      Table.Row(
        kind.rawValue,
        cells: [.text(kind.severity.rawValue), .text(ImportIssue(kind).message)])
    })
}
