public import Analysis
public import Documents
internal import Units

/// The JSON output of `hitchmark bisect` in the format `hitchmark.bisect/1`, which `schemas/bisect.schema.json`
/// defines.
public enum BisectJSON {
  /// Writes the result of a search for the commit that changed a metric as JSON.
  public static func value(of result: CommitSearchResult) -> JSONValue {
    [
      "schema": "hitchmark.bisect/1",
      "generator": .string(Generator.name),
      "suite": .string(result.suite), "stage": .string(result.stage),
      "metric": .string(result.metric.id), "unit": .string(result.metric.unit.id),
      "good": .string(result.good), "bad": .string(result.bad),
      "commits": .integer(result.commits),
      "end": .string(result.end.rawValue),
      "change": result.change.map { .number($0) } ?? .null,
      "change_is_relative": .bool(result.isRelative),
      "suspects": .array(result.credible.map { json($0, in: result) }),
      "measured": .array(result.measured.map(json)),
      "skipped": .array(result.skipped.map { .string($0) }),
      "builds": .integer(result.builds), "runs": .integer(result.runs),
      "seconds": .number(result.seconds),
    ]
  }

  private static func json(
    _ suspect: CommitSearchResult.Suspect, in result: CommitSearchResult
  ) -> JSONValue {
    let known = suspect.commit.flatMap { result.descriptions[$0] }
    return [
      "commit": .text(suspect.commit), "probability": .number(suspect.probability),
      "subject": .text(known?.subject), "author": .text(known?.author), "date": .text(known?.date),
    ]
  }

  private static func json(_ measured: CommitSearchResult.Measured) -> JSONValue {
    ["commit": .string(measured.commit), "values": .array(measured.values.map { .number($0) })]
  }
}
