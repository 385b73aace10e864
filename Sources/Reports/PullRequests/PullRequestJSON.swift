package import Analysis
package import Documents
internal import Recordings
internal import Units

/// The JSON output of a measured pull request in the format `hitchmark.pull-request/1`, which
/// `schemas/pull-request.schema.json` defines.
package enum PullRequestJSON {
  package static func value(of outcome: PullRequestOutcome, exitCode: Int) -> JSONValue {
    let experiment = outcome.experiment
    return [
      "schema": "hitchmark.pull-request/1",
      "generator": .string(Generator.name),
      "decision": .string(outcome.decision.rawValue),
      "exit_code": .integer(exitCode),
      "title": .string(outcome.title),
      "suite": .string(outcome.suite),
      "base": side(outcome.base),
      "head": side(outcome.head),
      "end": .string(experiment.end.rawValue),
      "blocks": .integer(experiment.blocks),
      "planned_blocks": .integer(experiment.planned),
      "seconds_per_block": .real(experiment.secondsPerBlock),
      "open": .array(outcome.openSentences.map { .string($0) }),
      "metrics": .array(experiment.pairs.map { metric($0, experiment.secondsPerBlock) }),
    ]
  }

  private static func side(_ side: PullRequestOutcome.Side) -> JSONValue {
    [
      "commit": .string(side.commit), "subject": .text(side.description?.subject),
      "author": .text(side.description?.author), "date": .text(side.description?.date),
    ]
  }

  private static func metric(_ pair: MeasuredPair, _ seconds: Double?) -> JSONValue {
    let found = pair.comparison
    let needed = found.flatMap { $0.blocksNeeded(toSee: $0.floor) }
    return [
      "stage": .string(pair.stage), "metric": .string(pair.metric.id),
      "unit": .string(pair.metric.unit.id),
      "better": .string(pair.metric.polarity.rawValue),
      "verdict": .text(found?.verdictWord),
      "is_worse": .bool(found?.isProvedWorse ?? false),
      "is_not_worse": .bool(found?.isProvedNotWorse ?? false),
      "base": .real(found?.means.reference), "head": .real(found?.means.candidate),
      "change": .real(found?.effect), "is_relative": .bool(found?.isRelative ?? false),
      "interval": .range(found?.interval), "worst_possible": .real(found?.worstPossible),
      "noise_floor": .real(found?.floor), "blocks_needed": needed.map { .integer($0) } ?? .null,
      "seconds_needed": .real(needed.flatMap { count in seconds.map { $0 * Double(count) } }),
    ]
  }
}
