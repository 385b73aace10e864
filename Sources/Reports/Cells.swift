public import Analysis
public import Documents
internal import Recordings
internal import Units

extension Cell {
  /// A value in a metric's unit, and its digits unless others are given; or the reason why there is none.
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

  /// The mean of a stage, with its interval where there is one and a note on runs left out.
  static func mean(of figure: StageFigure) -> Cell {
    guard case .known(let mean) = figure.mean else {
      return .value(figure.mean, of: figure.metric)
    }
    let cell = Cell.quantity(
      Quantity(mean, figure.metric.unit), interval: figure.printedInterval, figure.metric.printing)
    guard let first = figure.leftOut.first else { return cell }
    let runs = figure.leftOut.map(\.run).joined(separator: ", ")
    return cell.noted("mean of \(figure.count); left out \(runs): \(first.reason)")
  }

  /// A change in the metric's unit, marked better or worse.
  static func change(_ change: MetricChange) -> Cell {
    .value(change.absolute, of: change.metric, emphasis: change.emphasis)
  }

  /// A change as a share of the reference, marked better or worse.
  static func relativeChange(_ change: MetricChange) -> Cell {
    switch change.relative {
    case .known(let number):
      .quantity(Quantity(number, .fraction), emphasis: change.emphasis)
    case .withheld(let reason): .missing(reason)
    }
  }
}

extension StageFigure {
  /// The interval, without the part that a share of a whole cannot reach; `nil` where all runs agree.
  fileprivate var printedInterval: ClosedRange<Double>? {
    guard let interval, interval.lowerBound < interval.upperBound else { return nil }
    return isShareOfWhole ? interval.clamped(to: 0...1) : interval
  }

  /// Not every fraction is one: a battery that is charging drains by less than 0.
  private var isShareOfWhole: Bool {
    metric.unit == .fraction && values.allSatisfy { (0...1).contains($0.value.value ?? 0) }
  }
}

extension MetricChange {
  /// Better or worse beyond the metric's noise floor; smaller changes are not coloured.
  fileprivate var emphasis: Cell.Emphasis {
    guard let change = absolute.value, isBeyondNoise, metric.polarity != .neither else {
      return .plain
    }
    return metric.polarity.improves(change) ? .better : .worse
  }
}

extension Metric {
  /// How its values are printed in tables.
  public var printing: Printing {
    isScaled ? .scaled : Printing(decimals: digits, streamDigits: streamDigits)
  }
}

extension MetricValue.Basis {
  /// What to say beside a value that was not computed from the trace.
  var note: String? {
    switch self {
    case .measured: nil
    case .recorded: "recorded by the test itself, not computed from frames"
    case .reported: "as published, not measured here"
    }
  }
}
