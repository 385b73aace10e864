internal import Analysis
internal import Arguments
internal import Units
internal import Workbench

/// The options of `hitchmark check`.
enum CheckOptions {
  static let suite = CommonOptions.suite
  static let stage = CommonOptions.stage
  static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help:
      "Check only these metrics and the metrics with limits. By default, Hitchmark checks the metrics of the suite's tables and the metrics with limits."
  )
  static let segments = CommonOptions.judgedSegments
  static let branch = Option(
    "branch", .text.named("BRANCH"),
    help:
      "Check the newest commit of this Git branch. By default, the command uses the Git branch that is checked out."
  )
  static let base = Option(
    "base", .text.named("COMMIT"),
    help:
      "The branch or commit into which the newest commit will be merged; regressions that COMMIT already has do not fail the check."
  )
  static let failOn = Option(
    "fail-on",
    .list(of: .choice("STATE", of: CheckDoubt.all, name: \.name)),
    help:
      "Exit with code 3 if a finding has one of these states, or with “unjudged” if a series could not be judged."
  )

  static let limits = Option(
    repeating: "limit", .text.named("LIMIT"),
    help: """
      Also check this limit of a metric, such as "fps.avg >= 55 fps" or "list/frametime.p95 <= 16.7 \
      ms"; it replaces the suite's limits for the metric.
      """)
  static let pairs = Option(
    repeating: "compare", .text.named("A..B"),
    help:
      "Fail the check if B is worse than A; A and B can be stages (versions of the program), commits or other sides of “hitchmark compare”."
  )
  static let suiteFile = Option(
    "suite-file", .path,
    help:
      "Use the thresholds in this suite.json, such as limits, and not the thresholds that are stored with the suite."
  )
  static let tripWire = Option(
    "trip-wire", .text.named("SHARE"),
    help:
      "A single session of runs proves a regression only if it is also worse than the level of the metric by at least SHARE. Default: the earlier sessions and the noise floor decide."
  )
  static let noTripWire = Flag(
    "no-trip-wire",
    help:
      "A single session of runs never proves a regression, however bad these runs are."
  )
  static let thresholds = ParameterSection(
    "Thresholds",
    [
      limits, pairs, suiteFile, CommonOptions.noiseFloors, tripWire, noTripWire,
      CommonOptions.window,
    ])

  static let accepted = Option(
    "accepted", .path,
    help:
      "The file that lists accepted regressions. By default, Hitchmark reads accepted.txt in the folder of --suite-file."
  )
  static let accept = Option(
    "accept", .text.named("FINDING"),
    help:
      "Accept the regression with the id FINDING: print one line per metric that became worse, and add the lines to the file of --accepted."
  )
  static let baseline = Option(
    "baseline", .text.named("REASON"),
    help:
      "Accept everything that is open at the newest commit for this reason, in one line; for the first check of an imported history."
  )
  static let reason = Option(
    "reason", .text, help: "The reason for accepting the regression that --accept names.")
  static let until = Option(
    "until", .text.named("DAY"),
    help:
      "The last day on which what --accept or --baseline accepts is accepted, such as 2026-12-31, or “never” for no last day."
  )
  static let acceptance = ParameterSection(
    "Known regressions", [accepted, accept, baseline, reason, until])

  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: CheckFormat.ids, name: { $0 })),
    help:
      "The output format. Default: the format that the ending of the --output file names, otherwise text."
  )
  static let summary = Option(
    "summary", .path,
    help: "Also append the result, as Markdown, to this file.")
  static let stepSummary = Flag(
    "step-summary",
    help:
      "Also append the result, as Markdown, to the file that the environment variable GITHUB_STEP_SUMMARY names."
  )
  static let confirm = Option(
    "confirm", .path,
    help:
      "Write a JSON file that lists the commits and stages (versions of the program) to measure again."
  )
  static let ratchet = Flag(
    "ratchet",
    help:
      "Also print a stricter limit for each metric that is clearly better than its limit, and a first limit for each improved metric without a limit."
  )
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

  private static func tripWire(_ values: ParsedValues) throws(Failure) -> TripWire? {
    if values[noTripWire] { return .off }
    guard let text = values[tripWire] else { return nil }
    guard let share = try? Quantity(text, in: .fraction).value, share > 0 else {
      throw .check(.badTripWire(text))
    }
    return TripWire(share: share)
  }

  static func request(_ values: ParsedValues) throws(Failure) -> CheckRequest {
    if values[accept] == nil,
      let loose = [reason, until].first(where: values.isGiven),
      values[baseline] == nil || loose.declaration.written == reason.declaration.written
    {
      throw .check(.nothingToGiveItTo(loose.declaration.written))
    }
    var request = CheckRequest(filter: CommonOptions.filter(values), options: asked(values))
    request.metrics = values[metrics] ?? []
    request.judgesSegments = values[segments]
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
