import Analysis
import Foundation
import TestSupport
import Testing

@Suite("The constants of comparisons and checks")
struct ComparisonConstantsTests {
  /// Names and values of the tables in docs/statistics.md that have a unit.
  private func documented() throws -> [(name: String, value: Double)] {
    let page = try String(
      contentsOf: SharedMaterial.project.appending(path: "docs/statistics.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let name = cells.first, name.hasPrefix("`") else { return nil }
      return Double(cells[1]).map { (name.filter { $0 != "`" }, $0) }
    }
  }

  @Test("Constants of comparisons are those of the documentation")
  func comparisons() throws {
    let found = try documented().filter { !$0.name.hasPrefix("check.") }
    #expect(
      found.map { "\($0.name) \($0.value)" }
        == ComparisonConstants.all.map { "\($0.name) \($0.value)" })
  }

  @Test("Constants of checks are those of the documentation")
  func checks() throws {
    let found = try documented().filter { $0.name.hasPrefix("check.") }
    #expect(
      found.map { "\($0.name) \($0.value)" }
        == CheckConstants.all.map { "check.\($0.name) \($0.value)" })
  }
}
