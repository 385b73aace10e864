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

  @Test("pages that messages and comments name exist")
  func namedPages() throws {
    let sources = SharedMaterial.project.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var names: Set<String> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      names.formUnion(text.matches(of: /docs\/[a-z-]+\.md/).map { String($0.output) })
    }
    #expect(names.count > 5)
    for name in names.sorted() {
      let path = SharedMaterial.project.appending(path: name).path
      #expect(FileManager.default.fileExists(atPath: path), "\(name)")
    }
  }
}
