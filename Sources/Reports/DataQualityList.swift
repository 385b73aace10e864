internal import Analysis
internal import Documents
internal import Recordings

/// What is wrong with the data of some runs: what their traces brought with them, and what the checks
/// found, worst first.
enum DataQualityList {
  /// Something that is wrong.
  private struct Remark {
    let kind: String
    let severity: ImportIssue.Severity
    let sentence: String
    /// The run, as the document names it; `nil` where there is only one.
    var name: String?
    /// The further runs that have it.
    var others: Set<String> = []
  }

  /// The section of a document.
  ///
  /// - Parameters:
  ///   - runs: with the names that the document gives them; `nil` where there is only one.
  ///   - least: how bad something has to be to be said.
  /// - Returns: a heading, and a line for each remark, one for all runs that a note is on; or the word
  ///   that there is none.
  static func section(
    on runs: [(name: String?, run: RunSummary)], from least: ImportIssue.Severity = .note
  ) -> [Block] {
    let lines = gathered(runs).filter { $0.severity >= least }.map { remark -> [Inline] in
      let words = Inline.text(remark.sentence)
      guard let name = remark.name else { return [words] }
      let others = remark.others.isEmpty ? "" : " and \(remark.others.count) more"
      return [.strong("\(name)\(others):"), .text(" "), words]
    }
    return [
      .heading(.section, "Data quality", anchor: "quality"),
      lines.isEmpty ? .text("Nothing was wrong with the traces.") : .list(lines),
    ]
  }

  /// Worst first; a note that several runs have once, as the first of them has it.
  private static func gathered(_ runs: [(name: String?, run: RunSummary)]) -> [Remark] {
    var gathered: [Remark] = []
    for (name, run) in runs {
      for var remark in remarks(on: run) {
        remark.name = name
        let known = gathered.firstIndex {
          $0.severity == .note && $0.kind == remark.kind && $0.name != name
        }
        if let known, let name {
          gathered[known].others.insert(name)
        } else {
          gathered.append(remark)
        }
      }
    }
    let severities: [ImportIssue.Severity] = [.dataLoss, .warning, .note]
    return severities.flatMap { severity in gathered.filter { $0.severity == severity } }
  }

  private static func remarks(on run: RunSummary) -> [Remark] {
    run.issues.map {
      Remark(kind: $0.kind.rawValue, severity: $0.kind.severity, sentence: $0.sentence)
    }
      + run.quality.findings.map {
        Remark(kind: $0.kind, severity: $0.severity, sentence: $0.sentence)
      }
  }
}

extension QualityFinding {
  /// As machine-readable output gives it.
  var json: JSONValue {
    [
      "kind": .string(kind),
      "severity": .string(severity.rawValue),
      "message": .string(message),
    ]
  }
}
