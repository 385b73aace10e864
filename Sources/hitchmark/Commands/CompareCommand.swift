internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import RunStore
internal import Workbench

enum CompareCommand {
  private static let reference =
    Positional(
      "A", .text,
      help:
        "The first side of the comparison (the reference), such as a trace, a stage or a commit, or a range of commits such as v1.0..HEAD."
    )
    as Positional<String>
  private static let candidate = Positional(
    optional: "B", .text,
    help:
      "The second side of the comparison, which is compared with A; omit B if A is a range of commits."
  )
  private static let others = Positional(
    repeating: "MORE", .text, isRequired: false,
    help: "Further sides, which are compared with A, too.")
  private static let metrics = Option(
    "metrics", .list(of: .text.named("METRIC")), setting: "metrics",
    help:
      "Compare only these metrics. By default, Hitchmark compares the metrics of the suite's tables, or all metrics that both sides have."
  )

  private static let mixesGeneratedFrames = Flag(
    "mix-generated-frames",
    help:
      "Compare frame rates even if only some of the runs contain frames that a frame generator made."
  )

  private static let sharesSession = Flag(
    "same-session",
    help:
      "State that one session measured both sides in turn, if neither the runs nor their times show it."
  )

  private static let explains = Flag(
    "why",
    help:
      "Also print the causes of late frames on both sides, and how much each cause changed from A to B."
  )

  static let command: Command<Action> = Command(
    "compare",
    abstract:
      "Compare the metrics of two sets of runs, with a confidence interval and a verdict for each change.",
    discussion: """
      Each side of a comparison is a trace file, a folder of runs, a stage such as 6.2 or thesis/6.2, or a Git commit. \
      A side of a comparison can also be written as label:KEY=VALUE, session:NAME, device:NAME or commit:NAME. Two \
      commits can be written as a range such as v1.0..HEAD. The range of commits HEAD~3.. ends at the current commit. \
      With --order, Hitchmark takes the order of commits from a file, and needs no Git repository. If the sides have \
      several stages (versions of the program), each stage is compared separately, the worst change first.

      A verdict follows from the interval of the change and the noise floor: better or worse if the interval excludes \
      0, unchanged if it is within the noise floor, otherwise unclear. “Maybe” means that the runs differ clearly, but \
      that differences between sessions may be the reason. Alternate the sides while you measure to prove a change.
      """,
    parameters: [
      reference, candidate, others, CommonOptions.store, ComparedSides.suite, ComparedSides.stage,
      ComparedSides.stream, metrics,
      CommonOptions.details, CommonOptions.noiseFloors, sharesSession, mixesGeneratedFrames,
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
        "compare two stages (versions of the program) of a suite"),
      Example(
        "hitchmark compare thesis/0.2 thesis/5 thesis/6.2",
        "compare several stages with the first one"),
      Example("hitchmark compare before/ after/", "compare two folders of captures"),
      Example(
        "hitchmark compare v1.0..HEAD",
        "compare all stages (versions of the program) at two commits"),
      Example(
        "hitchmark compare a.csv b.csv --as capframex",
        "compare captures of two tools, with the formulas of CapFrameX"),
      Example(
        "hitchmark compare before/ after/ --segments",
        "also compare each segment of the runs, such as a lap"),
      Example(
        "hitchmark compare a.csv b.csv --stream all",
        "compare each program that both captures have"),
      Example(
        "hitchmark compare 5 6.1 --noise-floor fps.avg=2%",
        "compare two tested stages, and ignore changes of fps.avg below 2%"),
      Example(
        "hitchmark compare run.csv HEAD --stage scroll",
        "compare a capture with the runs of a commit"),
      Example(
        "hitchmark compare a1b2c3d d4e5f6a --order commits.txt",
        "compare two commits in the order of a file, without a Git repository"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let found = try ComparedSides(values)
    let sides = try found.both(values[reference], values[candidate])
    let more = try found.others(values[others], after: [values[reference], values[candidate]])
    let catalog = ForeignToolOption.catalog(values, named: values[metrics] ?? [])
    let formats = OutputFormat.asked(
      for: values[CommonOptions.formats], output: values[CommonOptions.output])
    var runs = ComparedRuns(
      settings: try ForeignToolOption.settings(values), store: found.store,
      limits: ComparedSides.limits(values),
      format: try ColumnMaps.format(values), order: found.order?.ids,
      needsQuality: values[CommonOptions.strict],
      catalog: catalog,
      pooling: values[ForeignToolOption.option]?.pooling, stream: values[ComparedSides.stream],
      floors: CommonOptions.floors(values),
      // Text has no charts, and the format of JSON has none.
      drawsCharts: formats.contains { $0.renderer != nil && $0.id != Renderer.json.id },
      mixesGeneratedFrames: values[mixesGeneratedFrames], sharesSession: values[sharesSession],
      explains: values[explains],
      comparesSegments: values[CommonOptions.judgedSegments])
    runs.cut = try CutOptions.cut(values)
    let comparisons = try runs.compare(
      [sides.candidate] + more, against: sides.reference,
      metrics: ForeignToolOption.ids(values, named: values[metrics] ?? []))
    for line in runs.skipped.skippedLines { console.say(line) }
    for suites in runs.differentSuites {
      console.say(Complaint(comparing: suites.candidate, with: suites.reference).text)
    }
    let explanations = runs.explanations
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
