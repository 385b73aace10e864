import Analysis
import Foundation
import TestSupport
import Testing

@Suite("The constants of comparisons")
struct ComparisonConstantsTests {
  @Test("are those of the documentation")
  func documented() throws {
    let page = try String(
      contentsOf: SharedMaterial.project.appending(path: "docs/statistics.md"), encoding: .utf8)
    let documented = page.split(separator: "\n").compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let name = cells.first, name.hasPrefix("`") else { return nil }
      return Double(cells[1]).map { "\(name) \($0)" }
    }
    #expect(documented == ComparisonConstants.all.map { "`\($0.name)` \($0.value)" })
  }
}
