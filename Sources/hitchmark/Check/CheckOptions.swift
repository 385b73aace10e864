internal import Analysis
internal import Arguments
internal import Units
internal import Workbench

/// The options of `hitchmark check`.
enum CheckOptions {
  static let suite = CommonOptions.suite
  static let stage = CommonOptions.stage
  static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")),
    help: "Only these metrics and those with limits; else also the rows of the suite's tables.")
  static let branch = Option(
    "branch", .text.named("BRANCH"),
    help: "Whose newest commit is judged; what is checked out when not given.")
  static let base = Option(
    "base", .text.named("COMMIT"),
    help: "What the branch will go into: what is worse since one of its commits does not fail.")
  static let failOn = Option(
    "fail-on",
    .list(
      of: .choice(
        "STATE", of: [CheckFinding.State.suspect, .inconclusive, .missing, .environment],
        name: \.rawValue)),
    help: "End with 3 when there is something suspect, inconclusive, missing or environment.")

  static let limits = Option(
    repeating: "limit", .text.named("LIMIT"),
    help: """
      A value that a metric must not pass, such as "fps.avg >= 55 fps" or "list/frametime.p95 <= 16.7 \
      ms", in place of the suite's; again for more.
      """)
  static let pairs = Option(
    repeating: "compare", .text.named("A..B"),
    help: "B must not be worse than A: stages, or what else “compare” knows; again for more.")
  static let suiteFile = Option(
    "suite-file", .path,
    help: "The suite.json whose thresholds count in place of those that were ingested.")
  static let tripWire = Option(
    "trip-wire", .text.named("SHARE"),
    help: "By how much one session has to be worse to fail at once; 25% when not given.")
  static let noTripWire = Flag("no-trip-wire", help: "Never fail on a single session.")
  static let thresholds = ParameterSection(
    "Thresholds",
    [
      limits, pairs, suiteFile, CommonOptions.noiseFloors, tripWire, noTripWire,
      CommonOptions.window,
    ])

  static let accepted = Option(
    "accepted", .path,
    help: "The file of known regressions; accepted.txt beside the suite file when not given.")
  static let accept = Option(
    "accept", .text.named("FINDING"),
    help:
      "Accept a finding by the id that the report shows: add it to that file, or print the lines.")
  static let reason = Option("reason", .text, help: "Why it is accepted.")
  static let until = Option(
    "until", .text.named("DAY"), help: "The last day it is accepted, such as 2026-12-31; or never.")
  static let acceptance = ParameterSection(
    "Known regressions", [accepted, accept, reason, until])

  static let formats = Option(
    "format", .list(of: .choice("FORMAT", of: CheckFormat.ids, name: { $0 })),
    help: "What to write; the output's ending decides, else it is text.")
  static let summary = Option(
    "summary", .path, help: "Also add the Markdown to this file.")
  static let stepSummary = Flag(
    "step-summary", help: "Also add it to the file that GITHUB_STEP_SUMMARY names.")
  static let confirm = Option(
    "confirm", .path, help: "Write what to measure again to this file, as JSON.")
  static let ratchet = Flag("ratchet", help: "Also show tighter limits that the levels allow.")
  static let outputs = ParameterSection(
    "Output", [formats, CommonOptions.output, summary, stepSummary, confirm, ratchet])

  /// What a command has to repeat to find the same.
  static func asked(_ values: ParsedValues) -> AskedOptions {
    AskedOptions(
      ofCheck: values.commandLine(of: [
        suite, stage, metrics, CommonOptions.store, branch, base, CommonOptions.order, limits,
        pairs, suiteFile, accepted, CommonOptions.noiseFloors, tripWire, noTripWire,
        CommonOptions.window,
      ]),
      ofCompare: values.commandLine(of: [suite, stage, CommonOptions.store, CommonOptions.order]))
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
    if values[accept] == nil, let loose = [reason, until].first(where: values.isGiven) {
      throw .check(.nothingToGiveItTo(loose.declaration.written))
    }
    var request = CheckRequest(filter: CommonOptions.filter(values), options: asked(values))
    request.metrics = values[metrics] ?? []
    request.branch = values[branch]
    request.base = values[base]
    request.orderFile = values[CommonOptions.order]
    request.limits = values[limits]
    request.pairs = values[pairs]
    request.suiteFile = values[suiteFile]
    request.acceptedFile = values[accepted]
    request.accepts = values[accept] != nil
    request.failOn = values[failOn] ?? []
    request.tripWire = try tripWire(values)
    request.window = values[CommonOptions.window]
    request.noiseFloors = CommonOptions.floors(values)
    return request
  }
}
