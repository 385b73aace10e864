import Foundation
import TestSupport
import Testing

/// Makes `docs/constants.md` from the declarations of the constants and their comments.
@Suite("docs/constants.md")
struct ConstantsDocumentTests {
  /// The sections of the page: title, introduction and source file.
  private static let sections = [
    (
      "Comparisons", "How `compare` reaches a verdict ([statistics.md](statistics.md)).",
      "Analysis/Comparisons/ComparisonConstants.swift"
    ),
    (
      "Statistics",
      "What comparisons, `run`, `bisect` and checks share ([experiments.md](experiments.md)).",
      "Statistics/Comparison/StatisticalConstants.swift"
    ),
    (
      "Checks", "How `check` decides ([ci-history.md](ci-history.md#what-fails-the-check)).",
      "Analysis/Checks/CheckConstants.swift"
    ),
    (
      "Change points", "The detector's parameters ([changepoints.md](changepoints.md)).",
      "Statistics/ChangePoints/ChangePointParameters.swift"
    ),
  ]

  /// A table row per constant: its name, its value as the source writes it, and its comment.
  static func rows(of source: String) -> [String] {
    var rows: [String] = []
    var comment: [Substring] = []
    for line in source.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("///") {
        comment.append(line.dropFirst(3).drop { $0 == " " })
      } else if let match = line.firstMatch(
        of: /^public (?:static let|var) (\w+)(?:: \S+)? = (\[.*\]|[^\s,]+)$/)
      {
        let meaning = comment.filter { !$0.isEmpty }.joined(separator: " ")
        let value = match.2.replacing("_", with: "").filter { !"[]".contains($0) }
        rows.append("| `\(match.1)` | \(value) | \(meaning) |")
        comment = []
      } else {
        comment = []
      }
    }
    return rows
  }

  private static func source(_ path: String) throws -> String {
    try String(
      contentsOf: SharedMaterial.project.appending(path: "Sources/\(path)"), encoding: .utf8)
  }

  private static func page() throws -> String {
    var page = """
      # Constants

      Every number that decides, for people who work on Hitchmark. The values are those of the code; shares and levels are fractions of 1.

      """
    for (title, introduction, path) in sections {
      let rows = rows(of: try source(path))
      page += "\n## \(title)\n\n\(introduction)\n\n| constant | value | meaning |\n|:--|--:|:--|\n"
      page += rows.joined(separator: "\n") + "\n"
    }
    return page
  }

  @Test("the page has the constants of the code")
  func isFresh() throws {
    let complaint = Golden.complaint(about: try Self.page(), golden: "docs/constants.md")
    #expect(complaint == nil, "\(complaint ?? "")")
  }

  @Test("every constant has a row with a meaning")
  func isComplete() throws {
    for (title, _, path) in Self.sections {
      let source = try Self.source(path)
      let declared = source.matches(of: #/public (?:static let|var) (\w+)[^\n{]* = /#).map(\.1)
      let rows = Self.rows(of: source)
      for name in declared where name != "all" {
        let row = rows.first { $0.hasPrefix("| `\(name)` |") }
        #expect(
          row?.hasSuffix("|  |") == false,
          "\(title): \(name) needs a value in one word and a comment")
      }
    }
  }

  @Test("a row has the name, the value and the comment of a declaration")
  func row() {
    let source = """
      /// The most runs
      /// per side.
      ///
      /// For a reason.
      public static let most = 10_000
      /// Lengths.
      public var lengths = [5, 6]
      /// Not a constant.
      public init() {}
      """
    #expect(
      Self.rows(of: source) == [
        "| `most` | 10000 | The most runs per side. For a reason. |",
        "| `lengths` | 5, 6 | Lengths. |",
      ])
  }
}
