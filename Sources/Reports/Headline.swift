internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The result of a suite in sentences with figures.
enum Headline {
  static func sentences(of suite: SuiteSummary, _ cases: CaseGrid?) -> [[Inline]] {
    let variants = cases.map { Self.variants(of: $0, by: suite.rows) } ?? []
    guard let endResult = suite.endResult else { return variants }
    var sentences = suite.rule.metrics.compactMap { id in
      suite.metrics.first { $0.id == id }.flatMap { progress(of: $0, to: endResult, in: suite) }
    }
    if let sentence = response(of: suite, stage: endResult.stage.id) { sentences.append(sentence) }
    if let sentence = verdicts(of: suite) { sentences.append(sentence) }
    return sentences + variants
  }

  private static func progress(
    of metric: Metric, to stage: StageSummary, in suite: SuiteSummary
  ) -> [Inline]? {
    guard let worst = suite.worst, let mean = stage[metric].mean.value,
      let start = worst[metric].mean.value
    else { return nil }
    let change = MetricChange(metric, stage: .known(mean), reference: .known(start))
    let relative = change.relative.value
    var sentence: [Inline] = [
      .strong(Self.sentence(on: metric.title, of: stage.stage.id, relative)),
      .text(" (\(worst.stage.id)), "), .quantity(Quantity(start, metric.unit), .table),
      .text(" → "), .quantity(Quantity(mean, metric.unit), .prose),
    ]
    if let relative {
      sentence += [.text(" ("), .quantity(Quantity(relative, .fraction), .change), .text(")")]
    }
    return sentence + share(of: metric, stage: stage, in: suite) + [.text(".")]
  }

  /// What a stage does to a metric of the worst case: a sentence about a relative change.
  private static func sentence(
    on metric: String, of stage: String, _ relative: Double?
  ) -> String {
    guard let relative else {
      return "The \(metric) of \(stage) differs from that of the worst case"
    }
    // Sums of decimals may miss a round share by a rounding error.
    let slack = 1e-9
    return switch relative {
    case (2 + slack)...: "The \(metric) of \(stage) is more than three times that of the worst case"
    case (1 + slack)...: "The \(metric) of \(stage) is more than twice that of the worst case"
    case (1 - slack)...: "The \(metric) of \(stage) is twice that of the worst case"
    case slack...: "The \(metric) of \(stage) is higher than that of the worst case"
    case (-slack)...: "The \(metric) of \(stage) equals that of the worst case"
    case (-0.5 - slack)...: "The \(metric) of \(stage) is lower than that of the worst case"
    default: "The \(metric) of \(stage) is less than half that of the worst case"
    }
  }

  private static func share(
    of metric: Metric, stage: StageSummary, in suite: SuiteSummary
  ) -> [Inline] {
    guard let best = suite.best,
      let standing = suite.standings(of: stage)?.first(where: { $0.metric.id == metric.id }),
      let share = standing.shareOfBest.value, let position = standing.position.value
    else { return [] }
    return [
      .text(", and reaches "), .quantity(Quantity(share, .fraction), .table),
      .text(" of the best case (\(best.stage.id)), which closes "),
      .quantity(Quantity(position, .fraction), .table),
      .text(" of the gap between worst and best case"),
    ]
  }

  private static func response(of suite: SuiteSummary, stage: String) -> [Inline]? {
    guard let response = suite.responseTime, let mean = response.figure.mean.value,
      let isInstantaneous = response.isInstantaneous
    else { return nil }
    let lag = Quantity(response.parameters.inputLag.milliseconds, .milliseconds)
    let limit = Quantity(response.parameters.instantaneousLimit.milliseconds, .milliseconds)
    let whole = Printing(decimals: 0, showsUnit: true)
    return [
      .strong("Response time of \(stage), estimated:"), .text(" "),
      .quantity(Quantity(mean, .milliseconds), .prose), .text(" ("), .quantity(lag, whole),
      .text(" input lag + 1000 / average FPS), \(isInstantaneous ? "within" : "beyond") the "),
      .quantity(limit, whole), .text(" up to which a response feels instantaneous."),
    ]
  }

  /// The result of each variant compared with the first one.
  private static func variants(of grid: CaseGrid, by metrics: [Metric]) -> [[Inline]] {
    grid.variants.dropFirst().map { variant in
      let tally = grid.tally(of: variant, by: metrics)
      let counts = [
        (tally.better, "better"), (tally.worse, "worse"), (tally.alike, grid.alike),
        (tally.unknown, "unknown"),
      ]
      let told = counts.filter { $0.0 > 0 }.map { "\($0.1) in \($0.0)" }
      let all = counts.reduce(0) { $0 + $1.0 }
      return [
        .strong("\(variant) against \(grid.variants[0]):"),
        .text(" \(told.joined(separator: ", ")), of \(all) comparisons."),
      ]
    }
  }

  private static func verdicts(of suite: SuiteSummary) -> [Inline]? {
    let judged = suite.stages.compactMap { stage in
      suite.verdict(on: stage).map { (stage.stage.id, $0) }
    }
    guard !judged.isEmpty else { return nil }
    let kept = judged.filter { $0.1 == .kept }.map(\.0)
    let rejected = judged.filter { $0.1 == .rejected }.map(\.0)
    let unclear = judged.filter { $0.1 == .unclear }.map(\.0)
    let undecided = judged.map(\.0).filter { !(kept + rejected + unclear).contains($0) }
    let sentence: [Inline] = [
      .strong("Kept:"), .text(" \(list(kept)). "),
      .strong("Rejected:"), .text(" \(list(rejected))."),
    ]
    let others = [("No clear difference:", unclear), ("Undecided:", undecided)]
    return sentence
      + others.filter { !$0.1.isEmpty }.flatMap { head, ids -> [Inline] in
        [.text(" "), .strong(head), .text(" \(list(ids)).")]
      }
  }

  private static func list(_ ids: [String]) -> String {
    ids.isEmpty ? "none" : ids.joined(separator: ", ")
  }
}
