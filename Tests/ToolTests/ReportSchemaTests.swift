import Foundation
import TestSupport
import Testing

@Suite("The schema of reports")
struct ReportSchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/report.schema.json"))
  }

  @Test(
    "accepts the report of every recorded suite",
    arguments: ["thesis", "thesis-reconstructed", "glmark2"])
  func reports(suite: String) throws {
    let report = try JSON(text: try RecordedRuns.report(suite, "json"))
    #expect(schema.complaints(about: report) == [])
    let kinds = Set(try #require(report["blocks"]).items.compactMap { $0["kind"]?.text })
    #expect(kinds.isSuperset(of: ["heading", "table", "chart", "definitions", "list"]))
  }

  @Test("rejects other JSON")
  func strictness() throws {
    let start = "{\"schema\": \"hitchmark.report/1\", \"title\": \"t\", \"blocks\": ["
    for (block, complaint) in [
      ("{}", "$.blocks[0]: kind is missing"),
      ("{\"kind\": \"poem\"}", "$.blocks[0].kind: enum is violated"),
      (
        "{\"kind\": \"table\", \"rows\": [{\"header\": \"h\", \"cells\": [{\"value\": 1}]}]}",
        "$.blocks[0].rows[0].cells[0]: printed is missing"
      ),
      ("{\"kind\": \"list\", \"items\": [1]}", "$.blocks[0].items[0]: type is violated"),
    ] {
      let document = try JSON(text: start + block + "]}")
      #expect(schema.complaints(about: document) == [complaint])
    }
  }
}
