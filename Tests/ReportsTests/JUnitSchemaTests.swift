import Analysis
import Foundation
import Reports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// JUnit reports by the rules of junit-10, the schema that the xUnit plugin of Jenkins validates against.
@Suite("JUnit's schema")
struct JUnitSchemaTests {
  @Test("a report fits the schema, whatever names are in it")
  func report() throws {
    for outcome in [
      try MadeOutcome.everything(
        stages: MadeOutcome.hostile, limits: ["made.time <= 12 ms", "single/made.share >= 30%"]),
      try MadeOutcome.everything(), try MadeOutcome.outcome([], commits: 0),
    ] {
      #expect(try JUnitRules(JUnit.text(of: outcome)).complaints == [])
    }
  }

  @Test("the rules of this test refuse what the schema refuses")
  func rules() throws {
    let bad = [
      (#"<testsuites skipped="1"/>"#, "testsuites has skipped"),
      (#"<testsuites><testcase name="x"/></testsuites>"#, "testsuites contains testcase"),
      (
        #"<testsuites><testsuite name="x" tests="1" failures="0"/></testsuites>"#,
        "testsuite lacks errors"
      ),
      (#"<testsuites time="soon"/>"#, "time is soon"),
    ]
    for (xml, complaint) in bad {
      #expect(try JUnitRules(xml).complaints == [complaint])
    }
  }
}

/// The elements and attributes that junit-10 allows.
private final class JUnitRules: NSObject, XMLParserDelegate {
  private struct Rule {
    let children: Set<String>
    let required: Set<String>
    let optional: Set<String>
  }

  private static let reruns: Set<String> = [
    "rerunFailure", "rerunError", "flakyFailure", "flakyError",
  ]

  private static let rules: [String: Rule] = {
    let outcome = Rule(children: [], required: [], optional: ["type", "message"])
    let text = Rule(children: [], required: [], optional: [])
    var rules: [String: Rule] = [
      "testsuites": Rule(
        children: ["testsuite"], required: [],
        optional: ["name", "time", "tests", "failures", "errors"]),
      "testsuite": Rule(
        children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
        required: ["name", "tests", "failures", "errors"],
        optional: [
          "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log",
          "url",
        ]),
      "testcase": Rule(
        children: reruns.union(["skipped", "error", "failure", "system-out", "system-err"]),
        required: ["name"], optional: ["time", "classname", "group"]),
      "properties": Rule(children: ["property"], required: [], optional: []),
      "property": Rule(children: [], required: ["name", "value"], optional: []),
      "failure": outcome, "error": outcome, "skipped": outcome,
      "system-out": text, "system-err": text, "stackTrace": text,
    ]
    for name in reruns {
      rules[name] = Rule(
        children: ["stackTrace", "system-out", "system-err"], required: ["type"],
        optional: ["message"])
    }
    return rules
  }()

  private(set) var complaints: [String] = []
  private var open: [String] = []

  init(_ xml: String) throws {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let parent = open.last
    open.append(element)
    guard let rule = Self.rules[element] else {
      complaints.append("\(element) is unknown")
      return
    }
    if let parent, Self.rules[parent]?.children.contains(element) == false {
      complaints.append("\(parent) contains \(element)")
    }
    let given = Set(attributes.keys)
    complaints += given.subtracting(rule.required.union(rule.optional)).sorted()
      .map { "\(element) has \($0)" }
    complaints += rule.required.subtracting(given).sorted().map { "\(element) lacks \($0)" }
    let isSuite = element == "testsuites" || element == "testsuite"
    if isSuite, let time = attributes["time"],
      time.contains(where: { !"0123456789,.".contains($0) })
    {
      complaints.append("time is \(time)")
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}
