import Analysis
import Documents
import Recordings
import Testing
import Units

@testable import Reports

@Suite("Short comparisons")
struct ShortComparisonTests {
  private static let metrics = ["fps.avg", "frametime.p99", "cpu.avg", "memory.avg"]

  /// A side whose runs report values around the given ones, which vary by 1%.
  private static func side(
    _ name: String, _ values: [Double], runs: Int = 5, session: String? = nil
  ) -> ComparedSide {
    let noise = [-0.011, 0.004, 0.009, -0.006, 0.003, 0.001]
    return ComparedSide(
      name: name,
      runs: (0..<runs).map { run in
        var recording = Recording(
          origin: .init(source: name, format: "made", dialect: "up"),
          timeline: .withheld(because: "made without frames"))
        recording.description.session = session
        for (index, (metric, value)) in zip(metrics, values).enumerated() {
          let factor = 1 + noise[(run + index) % noise.count]
          recording.description.reported[metric] = value * factor
        }
        return RunSummary(of: recording, name: "\(run)")
      })
  }

  private static func compare(
    _ sides: [ComparedSide], design: SessionDesign? = nil, stages: [String] = [""]
  ) -> [Comparison] {
    var comparisons = sides.dropFirst().flatMap { candidate in
      stages.map { stage in
        Comparison(
          stage: stage, candidate, against: sides[0],
          metrics: Metric.all.filter { metrics.contains($0.id) },
          context: ComparisonContext(design: design))
      }
    }
    Comparison.adjust(&comparisons)
    return comparisons
  }

  private static func text(_ comparisons: [Comparison], isDetailed: Bool = false) -> String {
    Renderer.text.render(
      ComparisonReport.document(of: comparisons),
      on: Renderer.Screen(isDetailed: isDetailed))
  }

  /// The text without line breaks, so that sentences are whole.
  private static func words(_ comparisons: [Comparison]) -> String {
    text(comparisons).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  private static let before = [30.0, 55, 0.5, 118]
  private static let after = [48.0, 31, 0.5, 118]

  @Test("a clear case has at most 25 lines of at most 80 characters, and the details the rest")
  func lines() {
    let found = Self.compare(
      [Self.side("a", Self.before), Self.side("b", Self.after)], design: .stated)
    let lines = Self.text(found).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25, "\(lines.count)")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first == "b is faster than a: FPS +60%, p99 −44%")
    #expect(lines.contains { $0.hasPrefix("--details: ") })
    #expect(!Self.text(found).contains("Adjusted p"))
    #expect(Self.text(found, isDetailed: true).contains("Adjusted"))
  }

  @Test("suspect changes are maybe better or worse, with their estimate, and how to prove them")
  func suspect() {
    let sides = [Self.side("a", Self.after), Self.side("b", [45.6, 32.9, 0.5, 118])]
    for design in [SessionDesign.blocks, .unknown(because: nil), .different] {
      let text = Self.words(Self.compare(sides, design: design))
      #expect(text.contains("b may be slower than a: FPS −5.0%"))
      #expect(text.contains("one session a side"))
      #expect(text.contains("maybe worse"))
      #expect(text.contains("in these runs") && !text.contains("95% interval"))
      #expect(text.contains("alternate a and b"))
      #expect(text.contains("--same-session") == (design != .different))
    }
    let proved = Self.words(Self.compare(sides, design: .alternating))
    #expect(proved.contains("b is slower than a") && proved.contains("95% interval"))
  }

  @Test(
    "an outlier that moves the mean against the change gives way to medians, and a remark says so")
  func medians() throws {
    let steady = [Self.side("a", [30, 40, 0.5, 118]), Self.side("b", [30, 36, 0.5, 118])]
    let outlier = Self.side("b", [30, 120, 0.5, 118], runs: 1).runs
    let odd = ComparedSide(name: "b", runs: steady[1].runs + outlier)
    let found = Self.compare([steady[0], odd], design: .stated)
    let metric = try #require(found[0].metrics.first { $0.metric.id == "frametime.p99" })
    #expect(try #require(metric.change) > 0)
    #expect(try #require(metric.evidence.value).effect < 0)
    #expect(metric.mediansAgainstMeans.map { $0.candidate < $0.reference } == true)
    let remark =
      "Frame time (p99): medians of the runs; a few outliers move the means the other way."
    #expect(Self.words(found).contains(remark))
    #expect(!Self.words(Self.compare(steady, design: .stated)).contains("medians of the runs"))
  }

  @Test("a headline says that nothing changed only if every metric is unchanged")
  func headlines() {
    let same = Self.compare(
      [Self.side("a", Self.before), Self.side("b", Self.before)], design: .stated)
    let title = ComparisonReport.document(of: same).title
    let verdicts = Set(same[0].metrics.map(\.verdict))
    #expect(title.contains("no metric changed") == (verdicts == [.unchanged]), "\(title)")
    let one = Self.compare([
      Self.side("a", Self.before, runs: 1), Self.side("b", Self.after, runs: 1),
    ])
    #expect(
      ComparisonReport.document(of: one).title
        == "b against a could not be judged: FPS +60%, p99 −44%")
    #expect(Self.words(one).contains("Each side of the comparison has one run"))
  }

  @Test("many stages are one matrix on the first screen")
  func matrix() throws {
    let stages = (0..<30).map { "stage\($0)" }
    let found = Self.compare(
      [Self.side("a", Self.before), Self.side("b", Self.after)], design: .stated, stages: stages)
    let document = ComparisonReport.document(of: found)
    #expect(document.tables[0].rows.count == 20)
    #expect(document.tables[0].remarks.last == "10 more rows: see the details.")
    let lines = Self.text(found).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40, "\(lines.count)")
    #expect(Self.text(found).contains("+60.0% ✓"))
  }

  @Test("several sides are rows against the first one")
  func sides() throws {
    let found = Self.compare(
      [
        Self.side("a", Self.before), Self.side("b", Self.after), Self.side("c", Self.before),
        Self.side("d", [28.5, 58, 0.5, 118]),
      ], design: .stated)
    let document = ComparisonReport.document(of: found)
    #expect(document.title.hasPrefix("Against a: b is faster: FPS +60%"))
    #expect(document.title.contains("d is slower"))
    #expect(document.tables[0].rows.map(\.header) == ["b", "c", "d"])
    #expect(document.tables[0].corner == "Against a")
  }

  @Test("at most three notes are on the first screen")
  func notes() {
    let found = Self.compare(
      [Self.side("a", Self.after), Self.side("b", [45.6, 32.9, 0.5, 118])], design: .blocks)
    #expect(Self.text(found).split(separator: "\n").count { $0.hasPrefix("•") } <= 3)
  }
}
