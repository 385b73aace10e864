internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import RunStore
internal import Workbench

enum WhyCommand {
  private static let reference =
    Positional(
      "A", .text,
      help:
        "The first side of the comparison (the reference), such as a trace, a stage or a commit, or a range of commits such as v1.0..HEAD. Without B, the command explains the late frames of A."
    )
    as Positional<String>
  private static let candidate = Positional(
    optional: "B", .text,
    help:
      "The second side of the comparison, which is compared with A; omit B to explain only the late frames of A."
  )

  static let command: Command<Action> = Command(
    "why",
    abstract:
      "Show what made frames late, and how much each cause of lateness changed between two sets of runs.",
    discussion: """
      A late frame lasts longer than one and a half refreshes of the display. The time of a late frame \
      beyond one refresh is its hitch time. “hitchmark why” divides the hitch time of late frames \
      among the causes that took longer than in usual frames, which are not late. Causes of late \
      frames are CPU and GPU work, or functions and waits if the trace contains functions and waits. \
      The shares of all causes and of the unexplained rest sum to the hitch time ratio (the hitch time \
      per second of the run). A and B can be a trace, a folder of runs, a stage or a commit, as in \
      “hitchmark compare”. Without B, “hitchmark why” explains the late frames of A.
      """,
    parameters: [
      reference, candidate, CommonOptions.store, ComparedSides.suite, ComparedSides.stage,
      ComparedSides.stream, CommonOptions.order, CutOptions.from, CutOptions.to, ColumnMaps.option,
      CommonOptions.formats,
      CommonOptions.output, CommonOptions.standalone,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example(
        "hitchmark why before/ after/",
        "explain the difference in late frames between two folders of captures"),
      Example(
        "hitchmark why v1.0..HEAD --stage scroll",
        "explain why frames are later at one commit than at another"),
      Example("hitchmark why slow.csv --refresh-rate 60", "explain the late frames of a capture"),
      Example(
        "hitchmark why feed/0.2 feed/1 --format html",
        "explain the difference in late frames between two stages, on an HTML page with charts"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let found = try ComparedSides(values)
    var runs = ComparedRuns(
      settings: try ForeignToolOption.settings(values), store: found.store,
      limits: ComparedSides.limits(values), format: try ColumnMaps.format(values),
      order: found.order?.ids, catalog: Explanation.metrics,
      stream: values[ComparedSides.stream], explains: true)
    runs.cut = try CutOptions.cut(values)
    let delivery = try delivery(of: found, from: &runs, values)
    for line in runs.skipped.skippedLines { console.say(line) }
    try delivery.write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }

  private static func delivery(
    of found: ComparedSides, from runs: inout ComparedRuns, _ values: ParsedValues
  ) throws(Failure) -> Delivery {
    let isStandalone = values[CommonOptions.standalone]
    if values[candidate] == nil, !ComparedWords.isRange(values[reference]) {
      let side = try found.one(values[reference])
      let stages = try runs.stages(of: side.side, named: side.name)
      return Delivery(
        document: WhyReport.document(of: stages), name: "why",
        json: { WhyJSON.value(of: stages) }, isStandalone: isStandalone)
    }
    let sides = try found.both(values[reference], values[candidate])
    let explanations = try runs.explain(
      sides.candidate.side, named: sides.candidate.name, against: sides.reference.side,
      named: sides.reference.name)
    return Delivery(
      document: WhyReport.document(of: explanations), name: "why",
      json: { WhyJSON.value(of: explanations) }, isStandalone: isStandalone)
  }
}
