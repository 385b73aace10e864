public import Analysis

extension BlockComparison {
  /// The result of a comparison as text: the metric, its verdict (such as improved), the change and the confidence
  /// interval: `fps.avg improved +4.1% (+3.2% to +5.0%)`.
  ///
  /// The interval is left out if it is unknown, or if a relative change has an interval of 1000% or more.
  public var text: String {
    let change = metric.changeText(effect, isRelative: isRelative)
    // Early looks of a long plan allow nearly any change.
    let interval = interval.flatMap { $0.upperBound - $0.lowerBound < 10 || !isRelative ? $0 : nil }
    let range = interval.map { " (\(metric.changeText($0, isRelative: isRelative)))" } ?? ""
    return "\(metric.id) \(answer.rawValue) \(change)\(range)"
  }
}
