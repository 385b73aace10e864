import Analysis
import Documents
import Recordings
import Testing

@testable import Reports

@Suite("First page of a site")
struct SiteIndexTests {
  private static func entry(
    _ id: String, provenance: String? = nil, trend: Trend? = nil, hasEndResult: Bool = true
  ) throws -> SiteEntry {
    let made = try MadeUpRuns.suite()
    var description = made.description
    (description.id, description.title, description.provenance) = (id, id, provenance)
    if !hasEndResult { description.endResult = nil }
    let summary = try SuiteSummary(
      description,
      runs: Dictionary(uniqueKeysWithValues: made.stages.map { ($0.stage.id, $0.runs) }))
    let site = Site(of: [(suite: description, runs: ["worst": ["1"], "1": ["1", "2"]])])
    return SiteEntry(of: site.suites[0], summary: summary, trend: trend)
  }

  /// The trend of a stage that got 10% slower at the 25th of 40 commits.
  private static func regression() -> Trend {
    let runs = (0..<40).map { commit in
      MadeOutcome.run(
        commit, stage: "scroll", time: MadeOutcome.noisy(commit < 25 ? 10 : 11, commit), share: 0.5)
    }
    let history = CommitHistory(name: "main", commits: (0..<40).map { "commit-\($0)" })
    return Trend(of: runs, metrics: [MadeOutcome.metrics[0]], along: history)
  }

  private static func cards(_ document: Document) -> [(section: String, titles: [String])] {
    var sections: [(String, [String])] = []
    for block in document.blocks {
      if case .heading(_, let title, _) = block { sections.append((title, [])) }
      if case .cards(let cards) = block { sections[sections.count - 1].1 = cards.map(\.title) }
    }
    return sections
  }

  @Test("Suites that need attention come first, then recorded runs, then published figures")
  func order() throws {
    let document = SitePages.index(of: [
      try Self.entry("published", provenance: "From a paper."), try Self.entry("recorded"),
      try Self.entry("history", trend: Self.regression()),
    ])
    #expect(document.title == "1 of 3 suites needs attention")
    let sections = Self.cards(document)
    #expect(sections.map(\.section) == ["Needs attention", "Recorded runs", "Published figures"])
    #expect(sections.map(\.titles) == [["history"], ["recorded"], ["published"]])
  }

  @Test("Without an open regression no suite needs attention")
  func calm() throws {
    #expect(SitePages.index(of: [try Self.entry("a")]).title == "1 suite, and none needs attention")
  }

  @Test("A card has the change to the end result, a bar per stage, and the numbers of runs")
  func card() throws {
    let card = try Self.entry("a").card
    #expect(card.answer.plainText.hasPrefix("✓ FPS (avg) +60.0% from worst (worst case) to 1"))
    #expect(card.sparkline?.shape == .bars(highlighted: 2) && card.sparkline?.values.count == 3)
    #expect(card.facts == "3 stages · 3 runs" && !card.isUrgent)
  }

  @Test("The card of a suite without an end result has the range of its main metric")
  func contents() throws {
    let card = try Self.entry("a", hasEndResult: false).card
    let text = card.answer.plainText
    #expect(text.hasPrefix("FPS (avg): ") && text.contains(" FPS (worst) to "), "\(text)")
  }

  @Test("The card of a history has the answer of its trend, and the line of the worst series")
  func history() throws {
    let card = try Self.entry("h", trend: Self.regression()).card
    #expect(card.isUrgent && card.answer.plainText.hasPrefix("✗ 1 open regression"))
    #expect(card.sparkline?.shape == .line && card.sparkline?.values.count == 40)
  }
}
