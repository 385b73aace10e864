public import Analysis
public import Documents
internal import Recordings

/// The checks of data quality as a document: what `hitchmark metrics --quality` prints and
/// `docs/quality.md` holds.
public enum QualityCatalogue {
  /// All checks with their thresholds, and what may be wrong in a file.
  ///
  /// - Parameter checks: the catalogue.
  /// - Returns: how checks work, and a table of them.
  public static func document(of checks: [QualityCheck] = QualityCheck.all) -> Document {
    Document(
      schema: "hitchmark.quality/1",
      title: "Data quality",
      blocks: [
        .text(
          """
          Every analysis and every report says what is wrong with the data that it rests on. A note is \
          worth knowing; a warning says that a figure may mislead; data loss says that figures rest on less \
          than they should. A figure that would rest on bad data is withheld: its reason stands in the \
          place of the number. With --strict, whatever is worse than a note ends the command with exit \
          code 2, after it has printed all.
          """),
        .heading(.section, "What the data are checked for", anchor: "checks"),
        .definitions(checks.map(definition)),
        .heading(.section, "What readers find in files", anchor: "issues"),
        .text("Kept as the place of the first and their number, and said beside the above."),
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
    anchor: "import-issues", caption: "Issues of a file", corner: "Kind",
    columns: [Table.Column("Severity", .leading), Table.Column("What is said", .leading)],
    rows: ImportIssue.Kind.allCases.map { kind in
      Table.Row(
        kind.rawValue,
        cells: [.text(kind.severity.rawValue), .text(ImportIssue(kind).message)])
    })
}
