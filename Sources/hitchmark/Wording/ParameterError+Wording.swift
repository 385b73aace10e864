internal import Analysis

extension ParameterError {
  func complaint(at place: String) -> Complaint {
    switch self {
    case .unknownParameter(let name):
      let known = ParameterKey.allCases.filter { $0 != .refreshRateSource }.map(\.rawValue)
      return Complaint(
        at: place, "metrics have no parameter “\(name)”",
        wanted: "the parameters of metrics are \(list(known))")
    case .badValue(let key, let found, let expected):
      return Complaint(
        at: place, "“\(found)” is not a valid value of \(key.rawValue)",
        wanted: "expected \(expected.words)")
    }
  }
}

extension ParameterError.Expectation {
  fileprivate var words: String {
    switch self {
    case .rate: "a rate in hertz, above 0 and at most 10000"
    case .duration: "a number of milliseconds, at least 0 and at most an hour"
    case .fraction: "a fraction above 0 and below 1"
    case .pointWindow:
      "a duration such as 1s or 500ms, or one of the words “frame” and “fpscounter”"
    case .refreshRange: "the lowest and the highest refresh rate in hertz, such as 48-144"
    case .positiveDuration: "a number of milliseconds, at least 0.001 and at most an hour"
    case .power: "a number from 1 to 10"
    case .words(let words): "one of \(list(words))"
    }
  }
}

extension SuiteError {
  func complaint(in suite: String) -> Complaint {
    switch self {
    case .duplicateStage(let stage):
      Complaint(
        at: suite, "two stages of the suite have the id “\(stage)”",
        remedy: "rename one")
    case .unknownStage(let stage, let role):
      Complaint(
        at: suite, "\(role.words) is the stage “\(stage)”, which does not exist in the suite",
        remedy: "fix suite.json and ingest it again")
    case .unknownMetric(let metric):
      Complaint(
        at: suite,
        "suite.json lists the metric “\(metric)” for the tables, but Hitchmark has no such metric",
        remedy: "“hitchmark metrics” lists the metrics")
    }
  }
}

extension SuiteError.StageRole {
  fileprivate var words: String {
    switch self {
    case .baseline(let stage): "the baseline with which stage “\(stage)” is compared"
    case .best: "the best case of the suite"
    case .worst: "the worst case of the suite"
    case .endResult: "the end result of the suite"
    }
  }
}
