public import Analysis
public import Documents

/// The JSON file of `hitchmark check --confirm` in the format `hitchmark.confirm/1`, which
/// `schemas/confirm.schema.json` defines.
public enum ConfirmationJSON {
  /// Writes as JSON which stages (program versions) and commits to measure again, so that the next check can decide
  /// about uncertain regressions; may be an empty list.
  public static func value(of outcome: CheckOutcome) -> JSONValue {
    [
      "schema": "hitchmark.confirm/1",
      "generator": .string(Generator.name),
      "measurements": .array(outcome.confirmations.map(measurement)),
    ]
  }

  private static func measurement(_ confirmation: Confirmation) -> JSONValue {
    [
      "finding": .string(confirmation.finding), "reason": .string(confirmation.reason.rawValue),
      "suite": .text(confirmation.suite),
      "stages": .array(confirmation.stages.map { .string($0) }),
      "environment": .string(confirmation.environment),
      "commits": .array(confirmation.commits.map { .string($0) }),
      "fresh_sessions": .integer(confirmation.sessions),
      "runs_a_session": .integer(confirmation.runs),
      "metrics": .array(confirmation.metrics.map { .string($0) }),
    ]
  }
}
