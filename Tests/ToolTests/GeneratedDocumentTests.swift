import Foundation
import TestSupport
import Testing

/// Checks that generated documents are checked in as their command writes them.
@Suite("Generated documents")
struct GeneratedDocumentTests {
  @Test(
    "a generated document is up to date",
    arguments: [
      (["metrics", "--full", "--format", "md"], "docs/metrics.md"),
      (["metrics", "--quality", "--format", "md"], "docs/quality.md"),
      (["formats", "--format", "md"], "docs/formats.md"),
      (["formats", "--histories", "--format", "md"], "docs/histories.md"),
      (["help", "--format", "md"], "docs/commands.md"),
    ])
  func isFresh(command: [String], path: String) throws {
    let outcome = try Tool.run(command)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let complaint = Golden.complaint(about: outcome.output, golden: path)
    #expect(complaint == nil, "\(complaint ?? "")")
  }
}
