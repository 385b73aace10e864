internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import Units
internal import Workbench

/// The options of `hitchmark check`.
enum CheckOptions {
  static let suite = CommonOptions.suite
  static let stage = CommonOptions.stage
  static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help: "check only these metrics, and those with limits",
    details: "Default: the metrics of the suite's tables, and those with limits.")
  static let segments = CommonOptions.judgedSegments
  static let branch = Option(
    "branch", .text.named("BRANCH"),
    help: "check the newest commit of this branch",
    details: "Default: the branch that is checked out.")
  static let base = Option(
    "base", .text.named("COMMIT"),
    help: "pass regressions that this target already has",
    details: "COMMIT is what the newest commit will be merged into.")
  static let failOn = Option(
    "fail-on",
    .list(of: .choice("STATE", of: CheckDoubt.all, name: \.name)),
    help: "exit with 3 if a finding has one of these states",
    details: "With “unjudged”, also if a series could not be judged.")

  static let limits = Option(
    repeating: "limit", .text.named("LIMIT"),
    help: "check a limit, such as \"fps.avg >= 55 fps\"",
    details: """
      One for a stage is “list/frametime.p95 <= 16.7 ms”. It replaces the limits that suite.json \
      sets for the metric.
      """)
  static let pairs = Option(
    repeating: "compare", .text.named("A..B"),
    help: "fail if B is worse than A",
    details: "A and B are stages, commits or other sides of “hitchmark compare”.")
  static let suiteFile = Option(
    "suite-file", .path,
    help: "use the thresholds of this file, not the stored ones")
  static let tripWire = Option(
    "trip-wire", .text.named("SHARE"),
    help: "one session alone must be worse by this share",
    details: """
      Otherwise it proves no regression. Default: the earlier sessions and the noise floor decide.
      """)
  static let noTripWire = Flag(
    "no-trip-wire",
    help: "one session alone proves no regression")
  static let thresholds = ParameterSection(
    "Thresholds",
    [
      limits, pairs, suiteFile, CommonOptions.noiseFloors, tripWire, noTripWire,
      CommonOptions.window,
    ])

  static let accepted = Option(
    "accepted", .path,
    help: "read accepted regressions from this file",
    details: "Default: accepted.txt next to the file of --suite-file.")
  static let accept = Option(
    "accept", .text.named("FINDING"),
    help: "accept the regression with this id",
    details: "Prints a line per metric that became worse, and adds it to the file of --accepted.")
  static let baseline = Option(
    "baseline", .text.named("REASON"),
    help: "accept all that is open, for this reason",
    details: "That is, at the newest commit. Use it for the first check of an imported history.")
  static let reason = Option(
    "reason", .text,
    help: "the reason for --accept")
  static let until = Option(
    "until", .text.named("DAY"),
    help: "the last day of what is accepted, or “never”",
    details: "A day is written as 2026-12-31.")
  static let acceptance = ParameterSection(
    "Known regressions", [accepted, accept, baseline, reason, until])

  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: CheckFormat.ids, name: { $0 })),
    help: "write in these formats",
    details: "Default: by the ending of --output, or else text.")
  static let summary = Option(
    "summary", .path,
    help: "append the result to this file, as Markdown")
  static let stepSummary = Flag(
    "step-summary",
    help: "append it to the job summary of GitHub Actions",
    details: "That is the file that GITHUB_STEP_SUMMARY names.")
  static let confirm = Option(
    "confirm", .path,
    help: "write what to measure again to this file, as JSON")
  static let ratchet = Flag(
    "ratchet",
    help: "also print tighter limits for what improved",
    details: "An improved metric without a limit gets a first one.")
  static let outputs = ParameterSection(
    "Output",
    [
      CommonOptions.details, formats, CommonOptions.output, CommonOptions.standalone, summary,
      stepSummary, confirm,
      ratchet,
    ])

  /// The options of a check that suggested commands must repeat.
  static func asked(_ values: ParsedValues) -> AskedOptions {
    AskedOptions(
      ofCheck: values.commandLine(of: [
        suite, stage, metrics, segments, CommonOptions.store, branch, base, CommonOptions.order,
        limits,
        pairs, suiteFile, accepted, CommonOptions.noiseFloors, tripWire, noTripWire,
        CommonOptions.window,
      ]),
      ofCompare: values.commandLine(of: [
        suite, stage, segments, CommonOptions.store, CommonOptions.order,
      ]))
  }

  private static func tripWire(_ values: ParsedValues) throws -> TripWire? {
    if values[noTripWire] { return .off }
    guard let text = values[tripWire] else { return nil }
    guard let share = try? Quantity(text, in: .fraction).value, share > 0 else {
      throw CheckFailure.badTripWire(text)
    }
    return TripWire(share: share)
  }

  static func request(_ values: ParsedValues) throws -> CheckRequest {
    if values[accept] == nil,
      let loose = [reason, until].first(where: values.isGiven),
      values[baseline] == nil || loose.declaration.written == reason.declaration.written
    {
      throw CheckFailure.nothingToGiveItTo(loose.declaration.written)
    }
    var request = CheckRequest(filter: CommonOptions.filter(values), options: asked(values))
    request.metrics = values[metrics] ?? []
    request.hasSegments = values[segments]
    request.branch = values[branch]
    request.base = values[base]
    request.orderFile = values[CommonOptions.order]
    request.limits = values[limits]
    request.pairs = values[pairs]
    request.suiteFile = values[suiteFile]
    request.acceptedFile = values[accepted]
    request.accepts = values[accept] != nil || values[baseline] != nil
    request.failOn = values[failOn] ?? []
    request.tripWire = try tripWire(values)
    request.window = values[CommonOptions.window]
    request.noiseFloors = CommonOptions.floors(values)
    return request
  }
}

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
    Renderer.all.map(\.id)
    + own.map(\.id).filter { id in
      !Renderer.all.contains { $0.id == id }
    }

  /// All formats for an outcome, in the order of `ids`.
  static func all(of outcome: CheckOutcome, _ style: CheckStyle) -> [Renderer] {
    ids.compactMap { id in
      guard let format = own.first(where: { $0.id == id }) else {
        return Renderer.all.first { $0.id == id }
      }
      return Renderer(id: id, fileExtension: format.fileExtension) { _ in
        format.write(outcome, style)
      }
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
