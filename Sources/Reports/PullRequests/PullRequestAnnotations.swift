package import Analysis
internal import Documents

/// A measured pull request as JUnit XML and as annotations of GitHub Actions.
package enum PullRequestAnnotations {
  /// A test suite per stage, a test case per metric: failed if the metric is proved to be worse, and skipped if it is
  /// undecided.
  package static func junit(of outcome: PullRequestOutcome) -> String {
    var suites: [(name: String, cases: [JUnitCase])] = []
    for pair in outcome.experiment.pairs {
      let title = "\(outcome.suite)/\(pair.stage)"
      if suites.last?.name != title { suites.append((title, [])) }
      suites[suites.count - 1].cases.append(testCase(of: pair, in: title))
    }
    return JUnitCase.text(of: suites, named: "hitchmark run --pull-request")
  }

  private static func testCase(of pair: MeasuredPair, in suite: String) -> JUnitCase {
    var testCase = JUnitCase(suite: suite, name: pair.metric.id)
    guard let found = pair.comparison else {
      testCase.skipped = "the runs have no value of the metric"
      return testCase
    }
    if found.isProvedWorse {
      testCase.failures = [("worse", found.text)]
      testCase.details = [found.text]
    } else if found.isProvedNotWorse {
      testCase.remarks = [found.text]
    } else {
      testCase.skipped = "undecided: \(found.text)"
    }
    return testCase
  }

  /// An error for a pull request that is worse, a warning for an undecided one, and otherwise a notice.
  package static func github(of outcome: PullRequestOutcome) -> String {
    let kind =
      switch outcome.decision {
      case .regressed: "error"
      case .undecided: "warning"
      case .passed: "notice"
      }
    let lines = outcome.pairsByHarm.prefix(5).compactMap { $0.comparison?.text }
    return GitHubAnnotations.command(
      kind, title: "hitchmark", ([outcome.title] + lines).joined(separator: "\n"))
  }
}
