public import Analysis
public import Documents
internal import Recordings
internal import Units

extension Cell {
  /// A value in a metric's unit with its usual or the given digits; or the reason why it is
  /// missing.
  static func value(
    _ value: Known<Double>, of metric: Metric, _ printing: Printing? = nil,
    emphasis: Emphasis = .plain
  ) -> Cell {
    switch value {
    case .known(let number):
      .quantity(Quantity(number, metric.unit), printing ?? metric.printing, emphasis: emphasis)
    case .withheld(let reason): .missing(reason)
    }
  }

  /// A share, printed as a percentage.
  static func share(_ value: Known<Double>) -> Cell {
    switch value {
    case .known(let number): .quantity(Quantity(number, .fraction))
    case .withheld(let reason): .missing(reason)
    }
  }

  /// The mean of a stage, with its interval if there is one, and a note on runs that were left out.
  static func mean(of figure: StageFigure) -> Cell {
    guard case .known(let mean) = figure.mean else {
      return .value(figure.mean, of: figure.metric)
    }
    let cell = Cell.quantity(
      Quantity(mean, figure.metric.unit), interval: figure.printedInterval, figure.metric.printing)
    guard let first = figure.leftOut.first else { return cell }
    let runs = figure.leftOut.map(\.run).joined(separator: ", ")
    return cell.noted(
      "mean of \(counted(figure.count, "run")); runs left out: \(runs) (\(first.reason))")
  }

  /// A change in the metric's unit, marked as better or worse.
  static func change(_ change: MetricChange) -> Cell {
    .value(change.absolute, of: change.metric, emphasis: change.emphasis)
  }

  /// A change as a fraction of the reference, marked as better or worse.
  static func relativeChange(_ change: MetricChange) -> Cell {
    switch change.relative {
    case .known(let number):
      .quantity(Quantity(number, .fraction), emphasis: change.emphasis)
    case .withheld(let reason): .missing(reason)
    }
  }
}

extension StageFigure {
  /// The interval, limited to the possible values of a share; `nil` if all runs are equal.
  fileprivate var printedInterval: ClosedRange<Double>? {
    guard let interval, interval.lowerBound < interval.upperBound else { return nil }
    return isShareOfWhole ? interval.clamped(to: 0...1) : interval
  }

  /// Not every fraction is a share: a charging battery has a negative drain.
  private var isShareOfWhole: Bool {
    metric.unit == .fraction && values.allSatisfy { (0...1).contains($0.value.value ?? 0) }
  }
}

extension MetricChange {
  /// Better or worse if the change exceeds the noise floor; otherwise plain.
  fileprivate var emphasis: Cell.Emphasis {
    guard let change = absolute.value, isBeyondNoise, metric.polarity != .neither else {
      return .plain
    }
    return metric.polarity.improves(change) ? .better : .worse
  }
}

extension Metric {
  /// How tables print values of the metric, such as the number of decimals.
  public var printing: Printing {
    isScaled ? .scaled : Printing(decimals: digits, streamDigits: streamDigits)
  }
}

extension MetricValue.Basis {
  /// The note for a value that was not computed from the trace.
  var note: String? {
    switch self {
    case .measured: nil
    case .recorded: "recorded by the test itself, not computed from frames"
    case .reported: "published, not measured by Hitchmark"
    }
  }
}
