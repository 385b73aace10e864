internal import Recordings
internal import Units

/// An estimated response time, and whether it feels instantaneous.
public struct ResponseTime: Sendable {
  /// The metric over the stage's runs, in milliseconds.
  public let figure: StageFigure
  /// The parameters of the stage's first run: input lag and instantaneous limit.
  public let parameters: Parameters

  /// Whether the mean is within the instantaneous limit; `nil` without a mean.
  public var isInstantaneous: Bool? {
    figure.mean.value.map { $0 <= parameters.instantaneousLimit.milliseconds }
  }
}

extension SuiteSummary {
  /// The end result's estimated response time.
  public var responseTime: ResponseTime? {
    guard let endResult, let parameters = endResult.runs.first?.parameters,
      let metric = metrics.first(where: { $0.id == ThesisConventions.responseTime })
    else { return nil }
    return ResponseTime(figure: endResult[metric], parameters: parameters)
  }
}
