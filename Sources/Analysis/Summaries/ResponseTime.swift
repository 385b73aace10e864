internal import Recordings
internal import Units

/// The estimated response time of a stage, and whether it feels instantaneous.
public struct ResponseTime: Sendable {
  /// The estimated response time over the stage's runs, in milliseconds.
  public let figure: StageFigure
  /// The parameters with which the response time is estimated, from the stage's first run: input lag and instantaneous
  /// limit.
  public let parameters: Parameters

  /// Whether the mean response time is within the instantaneous limit; `nil` without a mean.
  public var isInstantaneous: Bool? {
    figure.mean.value.map { $0 <= parameters.instantaneousLimit.milliseconds }
  }
}

extension SuiteSummary {
  /// The estimated response time of the suite's end result; `nil` if the suite names none or it has no run.
  public var responseTime: ResponseTime? {
    guard let endResult, let parameters = endResult.runs.first?.parameters,
      let metric = metrics.first(where: { $0.id == ThesisConventions.responseTime })
    else { return nil }
    return ResponseTime(figure: endResult[metric], parameters: parameters)
  }
}
