public import Analysis
internal import Documents
internal import Recordings

/// Writes the results of a check as JUnit XML, which most CI servers show as tests: a test suite per stage, a test
/// case per metric.
///
/// A case fails if a finding fails its series. It is skipped, with the reason, if the series was
/// not judged. A case has at most one `failure`, because Jenkins reads no more; its text contains
/// all findings.
public enum JUnit {
  /// Writes the results of a check for regressions as a JUnit file: XML 1.0 in UTF-8, with a line break at the end.
  public static func text(of outcome: CheckOutcome) -> String {
    JUnitCase.text(of: suites(of: outcome), named: "hitchmark check")
  }

  // MARK: - Cases

  private static func suites(of outcome: CheckOutcome) -> [(name: String, cases: [JUnitCase])] {
    var said: [String: [CheckFinding]] = [:]
    for finding in outcome.findings {
      for item in finding.items { said[item.name, default: []].append(finding) }
    }
    var cases = outcome.series.map { checked in
      let series = checked.series
      let name =
        series.metric.id + (series.environmentTitle.isEmpty ? "" : "@\(series.environmentTitle)")
      let testCase = JUnitCase(suite: series.title, name: name, skipped: checked.reason)
      let full = series.checkName
      return made(testCase, of: full, said[full] ?? [], in: outcome)
    }
    for comparison in outcome.comparisons {
      cases += comparison.metrics.map { metric in
        let testCase = JUnitCase(
          suite: comparison.checkName, name: metric.metric.id, skipped: metric.reasonForNoVerdict)
        let full = "\(comparison.checkName)/\(metric.metric.id)"
        return made(testCase, of: full, said[full] ?? [], in: outcome)
      }
    }
    var suites: [(name: String, cases: [JUnitCase])] = []
    for testCase in cases {
      if suites.last?.name != testCase.suite { suites.append((testCase.suite, [])) }
      suites[suites.count - 1].cases.append(testCase)
    }
    return suites
  }

  private static func made(
    _ testCase: JUnitCase, of name: String, _ findings: [CheckFinding], in outcome: CheckOutcome
  ) -> JUnitCase {
    var testCase = testCase
    for finding in findings {
      let line = finding.headline(in: outcome)
      if outcome.isAgainst(finding) {
        testCase.failures.append((finding.state.rawValue, line))
        testCase.details.append(line)
        testCase.details += finding.items.filter { $0.name == name }.map(\.sentence)
        testCase.details += outcome.describing(finding).map { [$0] } ?? []
        testCase.details += finding.next(in: outcome).map(\.line.plainText)
      } else {
        testCase.remarks.append(line)
      }
    }
    // A limit may fail a series whose changes could not be judged.
    if !testCase.failures.isEmpty { testCase.skipped = nil }
    return testCase
  }
}

extension MetricComparison {
  fileprivate var reasonForNoVerdict: String? {
    if metric.polarity == .neither {
      return "no verdict, because neither higher nor lower values of the metric are better"
    }
    return verdict == .suspect ? "suspect: \(word), not proved" : evidence.reason
  }
}

/// A test case of a JUnit file, in a test suite per stage.
///
/// It has at most one `failure`, because Jenkins reads no more; its text contains all findings.
struct JUnitCase {
  let suite: String
  let name: String
  /// The failures, the worst first.
  var failures: [(type: String, line: String)] = []
  /// The failures with their figures.
  var details: [String] = []
  var remarks: [String] = []
  /// Why nothing was judged.
  var skipped: String?

  /// A JUnit file: XML 1.0 in UTF-8, with a line break at the end.
  static func text(of suites: [(name: String, cases: [JUnitCase])], named name: String) -> String {
    let counts = totals(of: suites.flatMap(\.cases))
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\(quoted(name)) \(counts)>",
    ]
    for suite in suites {
      lines.append("  <testsuite name=\(quoted(suite.name)) \(self.counts(of: suite.cases))>")
      lines += suite.cases.flatMap(self.lines)
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
  }

  /// The attributes of `testsuites`.
  ///
  /// The schema of Jenkins' xUnit plugin does not allow `skipped` there.
  private static func totals(of cases: [JUnitCase]) -> String {
    let failed = cases.count { !$0.failures.isEmpty }
    return "tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\""
  }

  private static func counts(of cases: [JUnitCase]) -> String {
    "\(totals(of: cases)) skipped=\"\(cases.count { $0.skipped != nil })\""
  }

  private static func lines(of testCase: JUnitCase) -> [String] {
    let head =
      "    <testcase classname=\(quoted(testCase.suite)) name=\(quoted(testCase.name)) time=\"0\""
    var inner: [String] = []
    if let first = testCase.failures.first {
      let all = (testCase.details + testCase.remarks).joined(separator: "\n")
      inner.append(
        "      <failure type=\(quoted(first.type)) message=\(quoted(first.line))>\(escaped(all))</failure>"
      )
    } else if let reason = testCase.skipped {
      inner.append("      <skipped message=\(quoted(reason))/>")
    } else if !testCase.remarks.isEmpty {
      let remarks = testCase.remarks.joined(separator: "\n")
      inner.append("      <system-out>\(escaped(remarks))</system-out>")
    }
    return inner.isEmpty ? [head + "/>"] : [head + ">"] + inner + ["    </testcase>"]
  }

  private static func quoted(_ text: String) -> String {
    let escaped = escaped(text).map { character -> String in
      switch character {
      case "\"": "&quot;"
      case _ where character.isNewline || character == "\t": " "
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Text escaped for XML, without characters that XML 1.0 forbids.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "\n"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
        result.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
