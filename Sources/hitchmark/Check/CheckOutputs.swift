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

  func write(_ values: ParsedValues, console: Console) throws {
    let style = CheckStyle(
      name: [values[CheckOptions.suite], values[CheckOptions.stage]].compactMap { $0 }
        .joined(separator: "."),
      showsRatchet: values[CheckOptions.ratchet], exitCode: Int(code.rawValue))
    let summaries = try Summaries(values)
    let formats = CheckFormat.all(of: outcome, style)
    let document = CheckReport.document(of: outcome, showsRatchet: style.showsRatchet)
    try Delivery(
      document: document, name: "check", isStandalone: values[CommonOptions.standalone],
      isDetailed: values[CommonOptions.details],
      known: formats
    ).write(
      as: values[CheckOptions.formats]?.compactMap { id in formats.first { $0.id == id } },
      to: values[CommonOptions.output], console: console)
    // Written last, because they may go into the folder that is created for the other files.
    if let file = values[CheckOptions.confirm] {
      let text = ConfirmationJSON.value(of: outcome).text() + "\n"
      try OutputFile.write(text, to: file)
    }
    try summaries.append(
      CheckComment.text(of: outcome, named: style.name, showsRatchet: style.showsRatchet))
  }
}

/// The files to which a result is appended as Markdown.
struct Summaries {
  private var files: [String] = []

  /// - Throws: if `--step-summary` is given outside of GitHub Actions.
  init(_ values: ParsedValues) throws {
    files = values[CheckOptions.summary].map { [$0] } ?? []
    guard values[CheckOptions.stepSummary] else { return }
    guard let file = Platform.environment("GITHUB_STEP_SUMMARY") else {
      throw CheckFailure.noSummary
    }
    files.append(file)
  }

  func append(_ text: String) throws {
    for file in files { try OutputFile.append(text, to: file) }
  }
}

/// Writes the requested outputs of a measured pull request.
struct PullRequestOutputs {
  let outcome: PullRequestOutcome
  let code: ExitCode

  /// The ids of the formats that only a pull request has.
  static let ownIDs = ["junit", "github"]
  /// The ids of all formats of `hitchmark run`.
  static let ids = Renderer.all.map(\.id) + ownIDs

  func write(_ formats: [String]?, _ values: ParsedValues, console: Console) throws {
    let summaries = try Summaries(values)
    let known = self.known
    try Delivery(
      document: PullRequestReport.document(of: outcome), name: "check", known: known
    ).write(
      as: formats?.compactMap { id in known.first { $0.id == id } },
      to: values[CommonOptions.output], console: console)
    try summaries.append(PullRequestReport.comment(on: outcome))
  }

  private var known: [Renderer] {
    let (outcome, code) = (outcome, Int(code.rawValue))
    let own = [
      Renderer(id: "md", fileExtension: "md") { _ in PullRequestReport.comment(on: outcome) },
      Renderer(id: "json", fileExtension: "json") { _ in
        PullRequestJSON.value(of: outcome, exitCode: code).text() + "\n"
      },
      Renderer(id: "junit", fileExtension: "xml") { _ in PullRequestAnnotations.junit(of: outcome)
      },
      Renderer(id: "github", fileExtension: "github.txt") { _ in
        PullRequestAnnotations.github(of: outcome)
      },
    ]
    let others = Renderer.all.filter { format in !own.contains { $0.id == format.id } }
    return others + own
  }
}

extension ExitCode {
  init(_ decision: PullRequestOutcome.Decision) {
    switch decision {
    case .passed: self = .fine
    case .regressed: self = .regression
    case .undecided: self = .undecided
    }
  }
}
