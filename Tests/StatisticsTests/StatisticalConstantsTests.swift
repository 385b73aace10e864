import Foundation
import Statistics
import TestSupport
import Testing

@Suite("The constants")
struct StatisticalConstantsTests {
  @Test func areThoseOfTheDocumentation() throws {
    let page = try String(
      contentsOf: SharedMaterial.project.appending(path: "docs/statistics.md"), encoding: .utf8)
    let documented = page.split(separator: "\n").compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let name = cells.first, name.hasPrefix("`") else { return nil }
      let value = Double(cells[1].replacing(",", with: "")).map { "\($0)" } ?? cells[1]
      return "\(name) \(value)"
    }
    #expect(documented == StatisticalConstants.all.map { "`\($0.name)` \($0.value)" })
  }
}
