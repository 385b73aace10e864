import Analysis
import Documents
import Foundation
import Reports
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Output of the gate for programs and bots, with names that contain markup and control characters.
@Suite("Outputs of a check")
struct CheckOutputTests {
  private static let limits = ["made.time <= 12 ms", "single/made.share >= 30%"]

  private func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/\(name).schema.json"))
  }

  private static let hostileOutcome = Result {
    try MadeOutcome.everything(
      stages: MadeOutcome.hostile,
      accepting: "app/a|b/* commit=commit-25 until=never reason=<b>|]]>::error::\n",
      limits: limits)
  }

  private func hostile() throws -> CheckOutcome { try Self.hostileOutcome.get() }

  @Test("a check whose comparisons have no runs has not passed")
  func nothingJudged() throws {
    let sides = ["a", "b"].map { ComparedSide(name: $0, runs: []) }
    var comparisons = [
      Comparison(
        stage: "list", sides[1], against: sides[0], metrics: MadeOutcome.metrics,
        context: ComparisonContext())
    ]
    Comparison.adjust(&comparisons)
    let outcome = try MadeOutcome.outcome([], commits: 0, comparing: comparisons)
    #expect(CheckComment.text(of: outcome).contains("○ No comparison was judged: 1 missing"))
  }

  // MARK: - JSON

  @Test("the JSON fits its schema")
  func json() throws {
    let schema = try schema("check")
    for outcome in [
      try hostile(), try MadeOutcome.everything(), try MadeOutcome.outcome([], commits: 0),
    ] {
      let text = CheckJSON.value(of: outcome, exitCode: 1).text()
      let complaints = schema.complaints(about: try JSON(text: text))
      #expect(complaints == [])
    }
  }

  @Test("the JSON of --confirm fits its schema, and names stages, commits and metrics")
  func confirmation() throws {
    let outcome = try MadeOutcome.everything(limits: Self.limits)
    let value = try JSON(text: ConfirmationJSON.value(of: outcome).text())
    #expect(try schema("confirm").complaints(about: value) == [])
    let measurements = value["measurements"]?.items ?? []
    #expect(
      measurements.map { $0["reason"]?.text } == ["suspect-tip", "undecided-limit", "missing"])
    #expect(measurements[0]["stages"]?.items == [.string("list")])
    #expect(measurements[0]["commits"]?.items == [.string("commit-39")])
    #expect(measurements[0]["metrics"]?.items == [.string("made.time")])
    #expect(measurements[1]["fresh_sessions"] == .number(2))
    #expect(measurements[2]["stages"]?.items == [.string("gone")])
    let nothing = try JSON(
      text: ConfirmationJSON.value(of: try MadeOutcome.outcome([], commits: 0)).text())
    #expect(nothing["measurements"] == .array([]))
  }

  // MARK: - JUnit

  @Test("the XML is valid, its counts are correct, and names are unchanged after parsing")
  func junit() throws {
    let outcome = try hostile()
    let report = try JUnitReading(JUnit.text(of: outcome))
    #expect(report.tests == outcome.series.count && report.cases.count == outcome.series.count)
    #expect(report.failures == report.cases.count { $0.failure != nil })
    #expect(report.skipped == report.cases.count { $0.skipped != nil })
    #expect(report.failures == MadeOutcome.hostile.count && report.skipped == 2)
    let plain = MadeOutcome.hostile.filter { $0.unicodeScalars.allSatisfy { $0.value >= 32 } }
    for name in plain where !name.contains("\u{FFFE}") {
      #expect(report.cases.contains { $0.suite == "app/\(name)" }, "\(name)")
    }
    #expect(report.cases.contains { $0.suite == "app/two lines and tab" })
  }

  @Test("a test case fails at most once, and is skipped with the reason")
  func junitCases() throws {
    let report = try JUnitReading(
      JUnit.text(of: try MadeOutcome.everything(limits: Self.limits)))
    func made(_ suite: String, _ name: String) throws -> JUnitReading.Case {
      try #require(report.cases.first { $0.suite == "app/\(suite)" && $0.name == name })
    }
    let time = try made("feed", "made.time")
    #expect(time.failure?.hasPrefix("open: ") == true && time.type == "open")
    #expect(try made("feed", "made.share").failure == nil)
    #expect(try made("gone", "made.time").skipped == "the newest commit has no value of the metric")
    #expect(try made("single", "made.time").skipped == nil)
    #expect(try made("single", "made.share").output?.contains("inconclusive") == true)
  }

  // MARK: - Annotations

  @Test("every annotation is one line, and nothing else becomes a command")
  func annotations() throws {
    let text = GitHubAnnotations.text(of: try hostile())
    #expect(text.hasSuffix("\n"))
    let lines = text.unicodeScalars.split { CharacterSet.newlines.contains($0) }.map(String.init)
    #expect(text.filter(\.isNewline).count == lines.count)
    for line in lines {
      let match = try #require(
        line.wholeMatch(of: /::(error|warning|notice) title=([^:,]*)::(.*)/), "\(line)")
      // The percent signs of names are escaped too, so that the runner decodes the original names.
      #expect(!match.3.contains(/%(?!25|0A|0D)/), "\(line)")
    }
    let percent = GitHubAnnotations.text(of: try MadeOutcome.everything(stages: ["100%0A%25"]))
    #expect(percent.contains("app/100%250A%2525/made.time"))
    // The log shows the message without the command around it.
    let log = GitHubAnnotations.text(of: try MadeOutcome.everything(stages: ["x##[error]y"]))
    #expect(log.contains("app/x# #[error]y/made.time"))
  }

  @Test("there are at most ten annotations of a kind, and the last one counts the rest")
  func manyAnnotations() throws {
    let outcome = try MadeOutcome.beyondLimits(stages: (0..<30).map { "s\($0)" })
    let errors = GitHubAnnotations.text(of: outcome).split(separator: "\n")
    #expect(errors.count == 10 && errors.allSatisfy { $0.hasPrefix("::error ") })
    #expect(errors[9].hasSuffix("::And 21 findings more."))
  }

  // MARK: - Exporters

  @Test("github-action-benchmark gets names, units, numbers and ranges, by direction")
  func actionBenchmark() throws {
    let outcome = try MadeOutcome.everything(limits: Self.limits)
    let smaller = try JSON(text: ActionBenchmark.text(of: outcome, better: .lowerIsBetter)).items
    let bigger = try JSON(text: ActionBenchmark.text(of: outcome, better: .higherIsBetter)).items
    #expect(
      smaller.map { $0["name"]?.text }
        == ["app/feed/made.time", "app/list/made.time", "app/single/made.time"])
    #expect(smaller[0]["unit"]?.text == "ms" && smaller[0]["value"]?.number == 13.25)
    #expect(smaller[0]["range"]?.text?.hasPrefix("± ") == true)
    #expect(smaller[2]["range"] == nil && smaller[2]["extra"]?.text == "1 run of 1 session")
    // Fractions are percentages, because the tool's charts have no other format for them.
    #expect(bigger[2]["unit"]?.text == "%" && bigger[2]["value"]?.number == 20)
    let names: Set = ["name", "unit", "value", "range", "extra"]
    for entry in smaller + bigger {
      #expect(Set(entry.members.map(\.name)).isSubset(of: names))
    }
  }

  @Test("Bencher gets one benchmark per stage, and one measure per metric with its interval")
  func bencher() throws {
    let outcome = try MadeOutcome.everything()
    let value = try JSON(text: BencherMetrics.text(of: outcome))
    #expect(value.members.map(\.name) == ["app/feed", "app/list", "app/single"])
    let time = value["app/feed"]?["made.time"]
    #expect(Set(time?.members.map(\.name) ?? []) == ["value", "lower_value", "upper_value"])
    #expect(value["app/single"]?["made.share"]?.members.map(\.name) == ["value"])
    #expect(try JSON(text: BencherMetrics.text(of: try hostile())).members.count == 17)
  }

  // MARK: - Markdown

  @Test("a comment begins with its marker, and names cannot add markup")
  func comment() throws {
    let text = CheckComment.text(of: try hostile(), named: "a--b>\n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "<!-- hitchmark-check a__b__ -->")
    #expect(text.components(separatedBy: "<!--").count == 2)
    #expect(!text.contains("<script") && !text.contains("<b>"))
    #expect(text.components(separatedBy: "</details>").count == 3)
    // Each row of a table has as many column separators as its header, because those of names are escaped.
    var bars: Int?
    for line in lines {
      guard line.hasPrefix("|") else {
        bars = nil
        continue
      }
      let count = line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
      #expect(count == bars ?? count, "\(line)")
      bars = count
    }
  }

  @Test("a comment is shorter than GitHub's limit, and counts what it leaves out")
  func longComment() throws {
    let stages = (0..<400).map { "stage \($0) " + String(repeating: "|", count: 400) }
    let outcome = try MadeOutcome.beyondLimits(stages: stages)
    #expect(outcome.findings.count == 400)
    let text = CheckComment.text(of: outcome, showsRatchet: true)
    #expect(text.utf8.count < 65_536 && text.utf8.count > 10_000)
    #expect(text.contains("findings more.") && text.contains("more series."))
    #expect(text.hasPrefix("<!-- hitchmark-check -->\n## ✗ Failed: "))
  }

  @Test("output for people shows what changed, how certain that is, and what to do")
  func report() throws {
    let outcome = try MadeOutcome.everything(
      accepting: """
        app/feed/made.time commit=commit-25 level=11ms until=2026-12-31 reason=New fonts
        app/nothing commit=commit-25 until=never reason=x
        """, limits: Self.limits)
    let document = CheckReport.document(of: outcome, showsRatchet: true)
    #expect(
      Golden.complaint(
        about: Renderer.text(width: 80).render(document),
        golden: "Tests/Fixtures/reports/check.txt") == nil)
    #expect(
      Golden.complaint(
        about: CheckComment.text(of: outcome), golden: "Tests/Fixtures/reports/check.md") == nil)
    #expect(
      Golden.complaint(
        about: JUnit.text(of: outcome), golden: "Tests/Fixtures/reports/check.junit.xml") == nil)
  }
}

/// Parses JUnit's XML as a CI server would.
private final class JUnitReading: NSObject, XMLParserDelegate {
  struct Case {
    let suite: String
    let name: String
    var failure: String?
    var type: String?
    var skipped: String?
    var output: String?
  }

  var cases: [Case] = []
  var tests = 0
  var failures = 0
  var skipped = 0
  private var text = ""

  init(_ xml: String) throws {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    text = ""
    switch element {
    case "testsuites":
      tests = Int(attributes["tests"] ?? "") ?? -1
      failures = Int(attributes["failures"] ?? "") ?? -1
    case "testsuite": skipped += Int(attributes["skipped"] ?? "") ?? -1
    case "testcase":
      cases.append(Case(suite: attributes["classname"] ?? "", name: attributes["name"] ?? ""))
    case "failure":
      #expect(cases[cases.count - 1].failure == nil, "a second failure")
      cases[cases.count - 1].failure = attributes["message"]
      cases[cases.count - 1].type = attributes["type"]
    case "skipped": cases[cases.count - 1].skipped = attributes["message"]
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if element == "system-out" { cases[cases.count - 1].output = text }
  }
}
