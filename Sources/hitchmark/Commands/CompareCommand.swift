internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import RunStore
internal import Units
internal import Workbench

enum CompareCommand {
  private static let reference =
    Positional(
      "A", .text,
      help: "the reference, or a range such as v1.0..HEAD")
    as Positional<String>
  private static let candidate = Positional(
    optional: "B", .text,
    help: "what is compared with it; omitted after a range")
  private static let others = Positional(
    repeating: "MORE", .text, isRequired: false,
    help: "further sides to compare with A")
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help: "compare only these metrics",
    details: """
      Default: those of the suite's tables, or else the most important ones that both sides have.
      """)

  private static let mixesGeneratedFrames = Flag(
    "mix-generated-frames",
    help: "compare rates even if only some runs generate frames")

  private static let explains = Flag(
    "why",
    help: "also print what made frames late")

  static let command: Command<Action> = Command(
    "compare",
    abstract: "Compare sets of runs: change, interval and verdict for each metric.",
    discussion: """
      A side is a trace, a folder of runs, a stage such as 6.2 or thesis/6.2, or a Git commit. It may also \
      be label:KEY=VALUE, session:NAME, device:NAME or commit:NAME. v1.0..HEAD is two commits, and HEAD~3.. \
      ends at the current one. Alternate the sides while you measure.

      Sides with several stages are compared stage by stage, the worst change first. The verdict is better \
      or worse if the interval of the change excludes 0, unchanged if it is within the noise floor, and \
      otherwise unclear. “Maybe” means that the runs differ clearly, and that a difference between their \
      sessions may be the reason.
      """,
    parameters: [
      reference, candidate, others, CommonOptions.store, ComparedSides.suite, ComparedSides.stage,
      ComparedSides.stream, metrics,
      CommonOptions.details, CommonOptions.noiseFloors, ComparedSides.sharesSession,
      mixesGeneratedFrames,
      explains,
      CommonOptions.judgedSegments, CutOptions.from, CutOptions.to,
      CommonOptions.order,
      ForeignToolOption.option, ColumnMaps.option, CommonOptions.formats, CommonOptions.output,
      CommonOptions.standalone,
      CommonOptions.strict,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example(
        "hitchmark compare thesis/0.2 thesis/6.2",
        "compare two stages"),
      Example(
        "hitchmark compare thesis/0.2 thesis/5 thesis/6.2",
        "compare several stages with the first one"),
      Example("hitchmark compare before/ after/", "compare two folders of captures"),
      Example(
        "hitchmark compare v1.0..HEAD",
        "compare all stages at two commits"),
      Example(
        "hitchmark compare a.csv b.csv --as capframex",
        "compare captures of two tools by the rules of CapFrameX"),
      Example(
        "hitchmark compare before/ after/ --segments",
        "also compare each lap"),
      Example(
        "hitchmark compare a.csv b.csv --stream all",
        "compare each program that both captures have"),
      Example(
        "hitchmark compare 5 6.1 --noise-floor fps.avg=2%",
        "ignore changes of fps.avg below 2%"),
      Example(
        "hitchmark compare run.csv HEAD --stage scroll",
        "compare a capture with the runs of a commit"),
      Example(
        "hitchmark compare a1b2c3d d4e5f6a --order commits.txt",
        "compare two commits without a Git repository"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let found = try ComparedSides(values)
    let sides = try found.both(values[reference], values[candidate])
    let more = try found.others(values[others], after: [values[reference], values[candidate]])
    let formats = Renderer.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    var question = try found.question(values)
    question.metrics = ForeignToolOption.ids(values, named: values[metrics] ?? [])
    question.catalog = ForeignToolOption.catalog(values, named: values[metrics] ?? [])
    question.pooling = values[ForeignToolOption.option]?.pooling
    question.floors = CommonOptions.floors(values)
    question.mixesGeneratedFrames = values[mixesGeneratedFrames]
    question.needs = RunNeeds(
      charts: formats.contains { $0.traits.contains(.charts) },
      segments: values[CommonOptions.judgedSegments], causes: values[explains],
      examined: values[CommonOptions.strict] ? .max : 0)
    var runs = ComparedRuns(in: found.store, question)
    let answer = try runs.compare([sides.candidate] + more, against: sides.reference)
    for line in answer.skipped.skippedLines { console.say(line) }
    for suites in answer.differentSuites {
      console.say(Complaint(comparing: suites.candidate, with: suites.reference).text)
    }
    let (comparisons, explanations) = (answer.comparisons, answer.explanations)
    try Delivery(
      document: ComparisonReport.document(of: comparisons, explanations: explanations),
      name: "comparison",
      json: { ComparisonJSON.value(of: comparisons, explanations: explanations) },
      isStandalone: values[CommonOptions.standalone], isDetailed: values[CommonOptions.details]
    ).write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    try CommonOptions.hold(
      comparisons.flatMap { $0.reference.runs + $0.candidate.runs }, to: values)
    return .fine
  }
}

extension Complaint {
  /// The warning for sides whose suites have different rules.
  ///
  /// The comparison continues.
  init(comparing candidate: String, with reference: String) {
    self.init(
      at: "suites “\(reference)” and “\(candidate)”",
      "the suites declare different metrics for their tables, or different noise floors",
      wanted: "the comparison uses the default metrics and noise floors",
      remedy: "select the metrics with --metrics")
  }
}
