internal import Recordings
internal import Units

extension RunFigures {
  /// The mean of the samples of a user-defined column within the timeline.
  ///
  /// - Parameters:
  ///   - name: the name of the column, with or without the suffix of its unit.
  ///   - unit: the unit of the result.
  /// - Throws: if there are no such samples, or if their unit is of another kind.
  func mean(ofSamplesNamed name: String, in unit: Unit) throws(Withheld) -> Double {
    guard let counter = recording.counters.first(where: { $0.isSample(of: name) }) else {
      throw .noScalar(name)
    }
    let positions = counter.samples.positions(within: activities)
    guard let figures = CounterFigures(counter.samples, at: positions) else {
      throw .noSamplesInTime(of: .other)
    }
    guard let mean = Quantity(figures.mean, counter.unit).converted(to: unit) else {
      throw .otherUnit(of: counter.name, found: counter.unit, wanted: unit)
    }
    return mean.value
  }
}

extension Counter {
  /// Whether its name is that of a measure, with or without the suffix of the unit.
  fileprivate func isSample(of measure: String) -> Bool {
    guard role == .other, name.hasPrefix(measure) else { return false }
    let suffix = name.dropFirst(measure.count)
    return suffix.isEmpty || suffix.first == "_" && !suffix.dropFirst().contains("_")
  }
}
