public import Analysis
internal import Documents
internal import Recordings

/// Writes the results of a check as JUnit XML, which most CI servers show as tests: a test suite per stage (program
/// version), a test case per metric.
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
