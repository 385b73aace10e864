import Foundation
import TestSupport
import Testing

/// Compares the suite with Zhao, Qi, Zhang and Shen (2018), section 2.2, section 3 and Figure 7.
@Suite("Time by thread and by number of views, as published")
struct ZhaoTests {
  /// Figure 7, by thread.
  private static let times: [(thread: String, time: String, share: String)] = [
    ("0x72d23", "17.310", "56.7%"), ("0x72d48", "1.720", "5.6%"), ("0x72db4", "1.610", "5.2%"),
    ("0x72d71", "1.510", "4.9%"), ("0x72d69", "1.310", "4.2%"), ("0x72ded", "1.010", "3.3%"),
    ("0x72d84", "0.716", "2.3%"), ("0x72d72", "0.696", "–"), ("0x72dee", "0.578", "–"),
    ("0x72ddd", "0.536", "1.7%"), ("0x72d70", "0.316", "1.0%"), ("0x72d3f", "0.271", "0.8%"),
    ("0x72e00", "0.115", "0.3%"), ("0x72d40", "0.110", "0.3%"), ("0x72df3", "0.088", "0.2%"),
    ("0x72d3d", "0.018", "0.0%"), ("0x72d5d", "0.011", "–"), ("0x72d6b", "0.009", "–"),
    ("0x72d7e", "0.006", "0.0%"), ("0x72d67", "0.004", "0.0%"), ("0x72d6c", "0.001", "0.0%"),
    ("0x72d7f", "0.001", "0.0%"),
  ]

  @Test("every thread of the published profile is printed with its time and share")
  func threads() throws {
    let report = try RecordedRuns.report("zhao-2018", "md")
    let start = try #require(report.range(of: "CPU time of each thread of after, run 1"))
    let rows = report[start.upperBound...].split(separator: "\n").filter { $0.hasPrefix("|") }
    let cells = rows.prefix(Self.times.count + 2).dropFirst(2).map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(cells.count == Self.times.count)
    for (row, published) in zip(cells, Self.times) {
      #expect(row[1] == published.thread)
      #expect(row[2] == published.time)
      #expect(row[3].hasPrefix(published.share))
    }
  }

  @Test(
    "before and after, the main thread and the rest",
    arguments: [
      ("Main thread", "before, share", "73.9%"), ("Main thread", "after (s)", "17.310"),
      ("Main thread", "after, share", "56.7%"), ("Main thread", "Change of CPU share", "−17.2%"),
      // 30.53 − 17.31 s, and 100 − 56.7%.
      ("All others", "after (s)", "13.220"), ("All others", "after, share", "43.3%"),
      ("All others", "Change of CPU share", "+17.2%"), ("All threads", "after (s)", "30.530"),
    ])
  func split(row: String, column: String, printed: String) throws {
    let cells = PrintedCells(markdown: try RecordedRuns.report("zhao-2018", "md"))
    #expect(cells["CPU time of the main thread and of all other threads", row, column] == printed)
  }

  @Test("layout time by number of views, and the number that exceeds the budget of 16.67 ms")
  func curve() throws {
    let report = try RecordedRuns.report("zhao-2018", "md")
    let cells = PrintedCells(markdown: report)
    let table = "Time to lay out views (ms) by number of views"
    #expect(cells[table, "100", "Auto Layout"] == "32.00")
    #expect(cells[table, "100", "Frame layout"] == "11.70")
    #expect(cells[table, "500", "Frame layout"] == "16.00")
    #expect(report.contains("Budget: 16.67 ms (one refresh)."))
    #expect(
      report.contains(
        "Auto Layout misses the budget at every measured value, from 20 views on."))
    #expect(
      report.contains(
        "Frame layout meets the budget at every measured value, up to 500 views."))
    let frameRate = "Worst case (stage before) compared with the end result (stage after)"
    #expect(cells[frameRate, "FPS (avg)", "Worst case"] == "37.0")
    #expect(cells[frameRate, "FPS (avg)", "End result"] == "60.0")
  }

  @Test("an analysis of a time profile lists its threads, as text and as JSON")
  func analysis() throws {
    let profile = "Tests/Fixtures/traces/xctrace/good-time-profile.xml"
    let text = try Tool.run(["analyze", profile])
    #expect(text.output.contains("CPU time of the main thread and of all other threads"))
    let json = try Tool.run(["analyze", profile, "--format", "json"])
    let run = try #require(try JSON(text: json.output)["runs"]?.items.first)
    let threads = try #require(run["threads"]?.items)
    #expect(threads.compactMap { $0["name"]?.text } == ["worker", "Main Thread"])
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/analysis.schema.json"))
    #expect(schema.complaints(about: try JSON(text: json.output)) == [])
  }

  @Test("text stays within 80 columns")
  func width() throws {
    let report = try RecordedRuns.report("zhao-2018", "text")
    let long = report.split(separator: "\n").filter { $0.count > 80 }
    #expect(long == [])
  }
}

/// Compares the suite with Table 1 of Zhao, Qi, Zhang and Shen (2018).
@Suite("When to preload, as published")
struct PreloadingTests {
  @Test("every row of the table is printed; a dynamic threshold leaves three items per page unseen")
  func table() throws {
    let cells = PrintedCells(csv: try RecordedRuns.report("zhao-2018-preloading", "csv"))
    for (page, row) in [
      (10, 7, 3), (20, 14, 6), (30, 21, 9), (40, 28, 12), (50, 35, 15), (60, 42, 18),
    ]
    .enumerated() {
      let (name, fixed) = ("\(page + 1)", "Fixed threshold")
      #expect(cells["Items loaded by page", name, fixed] == "\(row.0)")
      #expect(
        cells["Items seen when the next page is asked for by page", name, fixed] == "\(row.1)")
      #expect(cells["Items loaded and not seen by page", name, fixed] == "\(row.2)")
      #expect(cells["Items loaded and not seen by page", name, "Dynamic threshold"] == "3")
    }
  }
}
