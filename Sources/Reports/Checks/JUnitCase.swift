/// A test case of a JUnit file, in a test suite per stage (program version).
///
/// It has at most one `failure`, because Jenkins reads no more; its text contains all findings.
struct JUnitCase {
  let suite: String
  let name: String
  /// The failures, the worst first.
  var failures: [(type: String, line: String)] = []
  /// The failures with their figures.
  var details: [String] = []
  /// Further remarks.
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
