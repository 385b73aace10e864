public import Analysis
public import Documents
internal import Recordings

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
