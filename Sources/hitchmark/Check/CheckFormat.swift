internal import Analysis
internal import Documents
internal import Reports

/// A format in which `hitchmark check` writes its outcome.
struct CheckFormat: Sendable {
  let id: String
  /// The extension of files in this format, without a point.
  let fileExtension: String
  private let write: @Sendable (CheckOutcome, CheckStyle) -> String

  /// The formats that only `hitchmark check` has; all other formats are written from the document.
  private static let own: [CheckFormat] = [
    CheckFormat("md", "md") {
      CheckComment.text(of: $0, named: $1.name, showsRatchet: $1.showsRatchet)
    },
    CheckFormat("json", "json") { CheckJSON.value(of: $0, exitCode: $1.exitCode).text() + "\n" },
    CheckFormat("junit", "xml") { outcome, _ in JUnit.text(of: outcome) },
    CheckFormat("github", "github.txt") { outcome, _ in GitHubAnnotations.text(of: outcome) },
    CheckFormat("action-smaller", "smaller.json") { outcome, _ in
      ActionBenchmark.text(of: outcome, better: .lowerIsBetter)
    },
    CheckFormat("action-bigger", "bigger.json") { outcome, _ in
      ActionBenchmark.text(of: outcome, better: .higherIsBetter)
    },
    CheckFormat("bmf", "bmf.json") { outcome, _ in BencherMetrics.text(of: outcome) },
  ]

  private init(
    _ id: String, _ fileExtension: String,
    write: @escaping @Sendable (CheckOutcome, CheckStyle) -> String
  ) {
    self.id = id
    self.fileExtension = fileExtension
    self.write = write
  }

  /// The ids of all output formats of checks, in the order of the help.
  static let ids: [String] =
    OutputFormat.all.map(\.id)
    + own.map(\.id).filter { id in
      !OutputFormat.all.contains { $0.id == id }
    }

  /// All formats for an outcome, in the order of `ids`.
  static func all(of outcome: CheckOutcome, _ style: CheckStyle) -> [OutputFormat] {
    ids.compactMap { id in
      guard let format = own.first(where: { $0.id == id }) else {
        return OutputFormat.all.first { $0.id == id }
      }
      let renderer = Renderer(id: id, fileExtension: format.fileExtension) { _ in
        format.write(outcome, style)
      }
      return OutputFormat(id: id, renderer: renderer)
    }
  }
}

/// Options for the output of a check.
struct CheckStyle: Sendable {
  /// The name that distinguishes several checks of one pull request.
  let name: String
  /// Whether to show tighter limits that the present levels allow.
  let showsRatchet: Bool
  /// The exit code of `hitchmark check`.
  let exitCode: Int
}
