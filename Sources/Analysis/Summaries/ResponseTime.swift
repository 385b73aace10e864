internal import Recordings
internal import Units

/// The estimated time from an input to its effect on the screen, and whether the response feels instantaneous.
public struct ResponseTime: Sendable {
  /// The estimated response time in milliseconds, summarized over the runs of one version of the program (stage).
  public let figure: StageFigure
  /// The parameters of the first run, such as the input lag, with which the response time is estimated.
  public let parameters: Parameters

  /// Whether the mean response time is short enough to feel instantaneous; `nil` if no run has a response time.
  public var isInstantaneous: Bool? {
    figure.mean.value.map { $0 <= parameters.instantaneousLimit.milliseconds }
  }
}

extension SuiteSummary {
  /// The estimated response time of the suite's end result (the stage that is compared with worst and best case); `nil`
  /// if the suite names none, or it has no run.
  ///
  /// Also `nil` if the suite was summarized with a catalog without the metric `response.avg`.
  public var responseTime: ResponseTime? {
    guard let endResult, let parameters = endResult.runs.first?.parameters,
      let metric = metrics.first(where: { $0.id == ThesisConventions.responseTime })
    else { return nil }
    return ResponseTime(figure: endResult[metric], parameters: parameters)
  }
}
