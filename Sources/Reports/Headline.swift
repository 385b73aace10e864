internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The result in sentences, each with its figures.
enum Headline {
  static func sentences(of suite: SuiteSummary) -> [[Inline]] {
    guard let endResult = suite.endResult else { return [] }
    var sentences = suite.rule.metrics.compactMap { id in
      suite.metrics.first { $0.id == id }.flatMap { progress(of: $0, to: endResult, in: suite) }
    }
    if let sentence = response(of: suite, stage: endResult.stage.id) { sentences.append(sentence) }
    if let sentence = verdicts(of: suite) { sentences.append(sentence) }
    return sentences
  }

  private static func progress(
    of metric: Metric, to stage: StageSummary, in suite: SuiteSummary
  ) -> [Inline]? {
    guard let worst = suite.worst, let mean = stage[metric].mean.value,
      let start = worst[metric].mean.value
    else { return nil }
    let change = MetricChange(metric, stage: .known(mean), reference: .known(start))
    var sentence: [Inline] = [
      .strong("\(metric.title):"), .text(" "),
      .quantity(Quantity(start, metric.unit), .table), .text(" → "),
      .quantity(Quantity(mean, metric.unit), .table),
    ]
    if let relative = change.relative.value {
      sentence += [
        .text(" ("), .quantity(Quantity(relative, .fraction), .change),
        .text(") from worst case \(worst.stage.id) to \(stage.stage.id)"),
      ]
    }
    let share = share(of: metric, stage: stage, in: suite)
    return sentence + (share.isEmpty ? [.text(".")] : share)
  }

  private static func share(
    of metric: Metric, stage: StageSummary, in suite: SuiteSummary
  ) -> [Inline] {
    guard let best = suite.best,
      let standing = suite.standings(of: stage)?.first(where: { $0.metric.id == metric.id }),
      let share = standing.shareOfBest.value, let position = standing.position.value
    else { return [] }
    return [
      .text("; "), .quantity(Quantity(share, .fraction), .table),
      .text(" of best case \(best.stage.id), "),
      .quantity(Quantity(position, .fraction), .table), .text(" of the way there."),
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
      .quantity(limit, whole), .text(" that are felt as instantaneous."),
    ]
  }

  private static func verdicts(of suite: SuiteSummary) -> [Inline]? {
    let judged = suite.stages.compactMap { stage in
      suite.verdict(on: stage).map { (stage.stage.id, $0) }
    }
    guard !judged.isEmpty else { return nil }
    let kept = judged.filter { $0.1 == .kept }.map(\.0)
    let rejected = judged.filter { $0.1 == .rejected }.map(\.0)
    let undecided = judged.map(\.0).filter { !kept.contains($0) && !rejected.contains($0) }
    let sentence: [Inline] = [
      .strong("Kept:"), .text(" \(list(kept)). "),
      .strong("Rejected:"), .text(" \(list(rejected))."),
    ]
    if undecided.isEmpty { return sentence }
    return sentence + [.text(" "), .strong("Undecided:"), .text(" \(list(undecided)).")]
  }

  private static func list(_ ids: [String]) -> String {
    ids.isEmpty ? "none" : ids.joined(separator: ", ")
  }
}
