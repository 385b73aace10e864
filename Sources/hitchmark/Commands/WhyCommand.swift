internal import Analysis
internal import Arguments
internal import Documents
internal import Reports
internal import RunStore
internal import Workbench

enum WhyCommand {
  private static let reference =
    Positional(
      "A", .text, help: "The reference, a range of commits A..B, or the only side.")
    as Positional<String>
  private static let candidate = Positional(
    optional: "B", .text, help: "The side to compare with A; leave it out to explain A alone.")
  private static let suite = Option(
    "suite", .text.named("SUITE"), setting: "suite",
    help: "Look for stages in this suite, and limit other sides to it.")
  private static let stage = Option(
    "stage", .text.named("STAGE"), help: "Explain only this stage.")
  private static let stream = Option(
    "stream", .text.named("NAME"),
    help: "The processes and swap chains of a trace to use as runs of its side, or all.")

  static let command: Command<Action> = Command(
    "why",
    abstract: "Say which causes the late frames have, and how each changed.",
    discussion: """
      A late frame lasts longer than one and a half refreshes. The part beyond one refresh is divided \
      among causes that took longer than in a usual frame: stages such as CPU and GPU, or functions and \
      waits if the trace contains them. All causes and what is not explained sum to the hitch time ratio. \
      A side is what `hitchmark compare` takes: a trace, a folder of runs, a stage or a commit. With \
      one side, the late frames of this side are explained.
      """,
    parameters: [
      reference, candidate, CommonOptions.store, suite, stage, stream, CommonOptions.order,
      ColumnMaps.option, CommonOptions.formats, CommonOptions.output, CommonOptions.standalone,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example("hitchmark why before/ after/", "explain the difference between two folders"),
      Example("hitchmark why v1.0..HEAD --stage scroll", "explain what commits changed"),
      Example("hitchmark why slow.csv --refresh-rate 60", "explain the late frames of a capture"),
      Example("hitchmark why feed/0.2 feed/1 --format html", "write a page with charts"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws(Failure) -> ExitCode {
    let sides = try ComparedSides(
      values[reference], values[candidate], suite: values[suite], isOneEnough: true, values)
    var runs = ComparedRuns(
      settings: try ForeignToolOption.settings(values), store: sides.store,
      limits: RunFilter(suite: values[suite], stage: values[stage]),
      format: try ColumnMaps.format(values), order: sides.order?.ids,
      catalogue: Explanation.metrics, stream: values[stream], explains: true)
    try delivery(of: sides, from: &runs, values).write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }

  private static func delivery(
    of sides: ComparedSides, from runs: inout ComparedRuns, _ values: ParsedValues
  ) throws(Failure) -> Delivery {
    guard let candidate = sides.candidate else {
      let stages = try runs.stages(of: sides.reference.side, named: sides.reference.name)
      return Delivery(
        document: WhyReport.document(of: stages), name: "why",
        json: { WhyJSON.value(of: stages) }, isStandalone: values[CommonOptions.standalone])
    }
    let explanations = try runs.explain(
      candidate.side, named: candidate.name, against: sides.reference.side,
      named: sides.reference.name)
    return Delivery(
      document: WhyReport.document(of: explanations), name: "why",
      json: { WhyJSON.value(of: explanations) }, isStandalone: values[CommonOptions.standalone])
  }
}
