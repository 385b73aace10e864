import Foundation
import TestSupport
import Testing

/// Compares the reports of both thesis suites with every cell that the thesis printed.
@Suite(
  "The thesis' tables",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct ThesisTests {
  /// A cell of Figures 2 to 13.
  struct Published {
    let figure: Int
    let stage: String
    let title: String
    let metric: String
    let column: String
    let printed: String
  }

  static func published() throws -> [Published] {
    let text = try String(
      contentsOfFile: SharedMaterial.path("data/thesis/figures.csv"), encoding: .utf8)
    return try text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Published(
        figure: try #require(Int(fields[0])), stage: fields[1], title: fields[2],
        metric: fields[4], column: fields[5], printed: fields[6])
    }
  }

  @Test(
    "every published cell is printed",
    arguments: ["thesis", "thesis-reconstructed"], ["md", "html", "csv"])
  func cells(suite: String, format: String) throws {
    let report = try RecordedRuns.report(suite, format)
    let cells =
      switch format {
      case "md": PrintedCells(markdown: report)
      case "html": PrintedCells(html: report)
      default: PrintedCells(csv: report)
      }
    let published = try Self.published()
    #expect(published.count == 276)
    for cell in published {
      let printed = cells[table(of: cell, in: format), cell.metric, cell.column]
      // Pages have minus signs.
      let found = format == "html" ? printed?.replacing("−", with: "-") : printed
      #expect(
        found == cell.printed,
        "Figure \(cell.figure), \(cell.stage): \(cell.metric), \(cell.column)")
    }
  }

  /// The best and the worst case have no relation, because nothing was changed for them.
  private func relation(of cell: Published) -> String {
    ["0.1", "0.2"].contains(cell.stage) ? "of" : "after"
  }

  private func table(of cell: Published, in format: String) -> String {
    switch cell.figure {
    case 12: "Worst case (stage 0.2) compared with the end result (stage 6.2)"
    case 13: "Best case (stage 0.1) compared with the end result (stage 6.2)"
    default:
      format == "csv"
        ? "Performance test results \(relation(of: cell)) \(cell.stage), \(cell.title)"
        : "\(cell.stage) - \(cell.title)"
    }
  }
}

@Suite("The thesis' conclusions")
struct ThesisConclusionTests {
  @Test("response time, verdicts and shares are those of the thesis")
  func conclusions() throws {
    let report = try RecordedRuns.report("thesis", "md")
    #expect(report.contains("73.7 ms (55 ms input lag + 1000 / average FPS), within the 100 ms"))
    #expect(report.contains("**Kept:** 1, 2, 3, 4, 5, 6.2. **Rejected:** 6.1, ASDK."))
    #expect(report.contains("88.92% of the best case (0.1)"))
    #expect(report.contains("87.10% of the best case (0.1)"))
  }

  @Test(
    "the report of a suite that was not measured here states so",
    arguments: ["md", "html", "text", "csv", "json"])
  func provenance(format: String) throws {
    for suite in ["thesis", "thesis-reconstructed"] {
      let report = try RecordedRuns.report(suite, format)
      #expect(report.contains("The values below were not measured for this report."), "\(suite)")
    }
  }

  @Test("the report of a measured suite does not")
  func measured() throws {
    #expect(
      !(try RecordedRuns.report("glmark2", "md")).contains(
        "The values below were not measured for this report."))
  }

  @Test("the reconstructed suite's tables come from timestamps, not from reported values")
  func fromTimestamps() throws {
    let query = """
      SELECT count(*) AS runs, sum(frames > 1000) AS traced,
        (SELECT count(*) FROM reported_value JOIN run ON run.id = reported_value.run
         WHERE run.suite = 'thesis-reconstructed') AS reported
      FROM run WHERE suite = 'thesis-reconstructed'
      """
    let outcome = try Tool.run([
      "sql", query, "--store", try RecordedRuns.store(), "--format", "csv",
    ])
    #expect(outcome.output == "runs,traced,reported\n20,20,0\n")
  }
}
