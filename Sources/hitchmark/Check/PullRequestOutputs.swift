internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import Workbench

/// Writes the requested outputs of a measured pull request.
struct PullRequestOutputs {
  let outcome: PullRequestOutcome
  let code: ExitCode

  /// The ids of the formats that only a pull request has.
  static let ownIDs = ["junit", "github"]
  /// The ids of all formats of `hitchmark run`.
  static let ids = OutputFormat.all.map(\.id) + ownIDs

  func write(_ formats: [String]?, _ values: ParsedValues, console: Console) throws(Failure) {
    let summaries = try Summaries(values)
    let known = self.known
    try Delivery(
      document: PullRequestReport.document(of: outcome), name: "check", known: known
    ).write(
      as: formats?.compactMap { id in known.first { $0.id == id } },
      to: values[CommonOptions.output], console: console)
    try summaries.append(PullRequestReport.comment(on: outcome))
  }

  private var known: [OutputFormat] {
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
    ].map { OutputFormat(id: $0.id, renderer: $0) }
    let others = OutputFormat.all.filter { format in !own.contains { $0.id == format.id } }
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
