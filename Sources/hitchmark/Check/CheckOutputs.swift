internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import System
internal import Workbench

/// Writes the requested outputs of a check, and nothing else.
struct CheckOutputs {
  let outcome: CheckOutcome
  let code: ExitCode

  func write(_ values: ParsedValues, console: Console) throws(Failure) {
    let style = CheckStyle(
      name: [values[CheckOptions.suite], values[CheckOptions.stage]].compactMap { $0 }
        .joined(separator: "."),
      showsRatchet: values[CheckOptions.ratchet], exitCode: Int(code.rawValue))
    let summaries = try summaries(values)
    let formats = CheckFormat.all(of: outcome, style)
    let document = CheckReport.document(of: outcome, showsRatchet: style.showsRatchet)
    try Delivery(
      document: document, name: "check", isStandalone: values[CommonOptions.standalone],
      known: formats
    ).write(
      as: values[CheckOptions.formats]?.compactMap { id in formats.first { $0.id == id } },
      to: values[CommonOptions.output], console: console)
    // Written last, because they may go into the folder that is created for the other files.
    if let file = values[CheckOptions.confirm] {
      let text = ConfirmationJSON.value(of: outcome).text() + "\n"
      try Output.write(text, to: file)
    }
    for file in summaries {
      let text = CheckComment.text(
        of: outcome, named: style.name, showsRatchet: style.showsRatchet)
      if let reason = Platform.append(text, to: file) { throw .output(path: file, reason: reason) }
    }
  }

  private func summaries(_ values: ParsedValues) throws(Failure) -> [String] {
    var files = values[CheckOptions.summary].map { [$0] } ?? []
    guard values[CheckOptions.stepSummary] else { return files }
    guard let file = Platform.environment("GITHUB_STEP_SUMMARY") else { throw .check(.noSummary) }
    files.append(file)
    return files
  }
}
