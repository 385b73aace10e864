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
      help: "the reference or a range; alone, what to explain")
    as Positional<String>
  private static let candidate = Positional(
    optional: "B", .text,
    help: "what is compared with it")

  static let command: Command<Action> = Command(
    "why",
    abstract: "Show what made frames late, and what changed between two sets of runs.",
    discussion: """
      The hitch time of late frames, which last longer than one and a half refreshes, is divided among what \
      took longer than usual: CPU and GPU, or the functions and waits that the trace has. All causes and the \
      unexplained rest add up to the hitch time per second.

      Sides are those of “hitchmark compare”. Alone, A is explained by itself.
      """,
    parameters: [
      reference, candidate, CommonOptions.store, ComparedSides.suite, ComparedSides.stage,
      ComparedSides.stream, ComparedSides.sharesSession, CommonOptions.order, CutOptions.from,
      CutOptions.to, ColumnMaps.option,
      CommonOptions.formats,
      CommonOptions.output, CommonOptions.standalone,
    ],
    sections: [ParameterOptions.section],
    examples: [
      Example(
        "hitchmark why before/ after/",
        "explain what changed between two folders"),
      Example(
        "hitchmark why v1.0..HEAD --stage scroll",
        "explain what changed between two commits"),
      Example("hitchmark why slow.csv --refresh-rate 60", "explain the late frames of a capture"),
      Example(
        "hitchmark why feed/0.2 feed/1 --format html",
        "explain what changed between two stages, with charts"),
    ],
    action: Action(run: run))

  private static func run(
    _ values: ParsedValues, _ console: Console
  ) throws -> ExitCode {
    let found = try ComparedSides(values)
    var question = try found.question(values)
    question.catalog = Explanation.metrics
    question.needs.causes = true
    var runs = ComparedRuns(in: found.store, question)
    let (delivery, skipped) = try delivery(of: found, from: &runs, values)
    for line in skipped.skippedLines { console.say(line) }
    try delivery.write(
      as: values[CommonOptions.formats], to: values[CommonOptions.output], console: console)
    return .fine
  }

  private static func delivery(
    of found: ComparedSides, from runs: inout ComparedRuns, _ values: ParsedValues
  ) throws -> (Delivery, skipped: [any Error]) {
    let isStandalone = values[CommonOptions.standalone]
    if values[candidate] == nil, !ComparedWords.isRange(values[reference]) {
      let (stages, skipped) = try runs.stages(of: try found.one(values[reference]))
      let delivery = Delivery(
        document: WhyReport.document(of: stages), name: "why",
        json: { WhyJSON.value(of: stages) }, isStandalone: isStandalone)
      return (delivery, skipped)
    }
    let sides = try found.both(values[reference], values[candidate])
    let answer = try runs.explain(sides.candidate, against: sides.reference)
    let explanations = answer.explanations
    let delivery = Delivery(
      document: WhyReport.document(of: explanations), name: "why",
      json: { WhyJSON.value(of: explanations) }, isStandalone: isStandalone)
    return (delivery, answer.skipped)
  }
}
