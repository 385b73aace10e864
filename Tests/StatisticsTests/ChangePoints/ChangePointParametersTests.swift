import Foundation
import Statistics
import TestSupport
import Testing

@Suite("The constants of change points")
struct ChangePointParametersTests {
  @Test func areThoseOfTheDocumentation() throws {
    let page = try String(
      contentsOf: SharedMaterial.project.appending(path: "docs/changepoints.md"), encoding: .utf8)
    let documented = page.split(separator: "\n").compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let name = cells.first, name.hasPrefix("`") else { return nil }
      return "\(name) \(cells[1])"
    }
    #expect(documented == ChangePointDetector.Parameters().all.map { "`\($0.name)` \($0.value)" })
  }
}
