internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The data-quality notes about runs that are far from their siblings.
enum OddRunNotes {
  /// One line per group of siblings with odd runs.
  ///
  /// - Parameters:
  ///   - runs: the runs of one stage and side.
  ///   - metrics: those of the output.
  ///   - name: the name of a run in the output, by its position.
  static func lines(
    on runs: [RunSummary], metrics: [Metric], named name: (Int) -> String
  ) -> [[Inline]] {
    OddRuns.all(among: runs, metrics: metrics).map { odd in
      [.strong(odd.indices.map(name).listed + ":"), .text(" \(sentence(on: odd))")]
    }
  }

  /// The notes on both sides of comparisons of whole runs.
  static func lines(on comparisons: [Comparison]) -> [[Inline]] {
    comparisons.filter { $0.segment == nil }.flatMap { comparison in
      let (names, metrics) = (comparison.headings, comparison.oddMetrics)
      return [(names.reference, comparison.reference), (names.candidate, comparison.candidate)]
        .flatMap { heading, side in
          let place = comparison.stage.isEmpty ? heading : "\(comparison.stage), \(heading)"
          return lines(on: side.runs, metrics: metrics) { "\(place), run \(side.runs[$0].name)" }
        }
    }
  }

  private static func sentence(on odd: OddRuns) -> String {
    let metric = odd.metric
    let isOne = odd.indices.count == 1
    return
      """
      \(metric.words) \(odd.values.map(metric.levelText).listed), far from \(isOne ? "its" : "their") \
      siblings (the median of \(odd.count) runs is \(metric.levelText(odd.median))); without \
      \(isOne ? "this run" : "these runs"), the average is \(metric.levelText(odd.meanWithout)) \
      instead of \(metric.levelText(odd.mean)); not left out (note)
      """
  }
}

extension Comparison {
  /// The metrics in which a run of a side can be odd.
  var oddMetrics: [Metric] { metrics.map(\.metric) + Explanation.metrics }
}

extension OddRuns {
  /// The JSON form; `runs` are those of which some are odd.
  func json(among runs: [RunSummary]) -> JSONValue {
    [
      "runs": .array(indices.map { .string(runs[$0].name) }),
      "metric": .string(metric.id),
      "values": .array(values.map { .number($0) }),
      "median": .number(median), "mean": .number(mean),
      "mean_without": .number(meanWithout), "siblings": .integer(count - indices.count),
    ]
  }
}
