internal import Analysis
internal import Documents
internal import Recordings
internal import Units

extension Cell {
  /// A value in a metric's unit and digits, or the reason why there is none.
  static func value(_ value: Known<Double>, of metric: Metric, emphasis: Emphasis = .plain) -> Cell {
    switch value {
    case .known(let number):
      .quantity(Quantity(number, metric.unit), metric.printing, emphasis: emphasis)
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
      Quantity(mean, figure.metric.unit), interval: figure.interval,
      figure.metric.printing, emphasis: .strong)
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

  /// The cell with a note on what its value rests on, where that is not what the table rests on.
  func marked(_ basis: MetricValue.Basis, amid table: Basis) -> Cell {
    guard table.isMixed, case .quantity = content, let words = basis.note else { return self }
    return noted(words)
  }
}

extension MetricChange {
  fileprivate var emphasis: Cell.Emphasis {
    guard let change = absolute.value, change != 0 else { return .plain }
    if metric.polarity == .neither { return .plain }
    return metric.polarity.improves(change) ? .better : .worse
  }
}

extension Metric {
  /// How its values are printed in tables.
  var printing: Printing { .decimals(digits) }
}

extension MetricValue.Basis {
  /// What to say beside a value that was not computed from the trace.
  var note: String? {
    switch self {
    case .measured: nil
    case .recorded: "recorded by the test itself, apart from the frames"
    case .reported: "reported by somebody else, not measured here"
    }
  }
}

/// What the values of a table rest on.
struct Basis {
  private let bases: Set<MetricValue.Basis>

  init(of figures: [StageFigure]) {
    bases = Set(
      figures.flatMap(\.values).filter { $0.value.value != nil }.map(\.basis))
  }

  /// Whether cells have to say it one by one.
  var isMixed: Bool { bases.count > 1 }

  /// Whether any value was computed from a trace.
  var isMeasured: Bool { bases.contains(.measured) }

  /// What to say of a table whose values are all alike, unless they were measured.
  var remark: String? {
    guard bases.count == 1, let words = bases.first?.note else { return nil }
    return "All values: \(words)."
  }
}
