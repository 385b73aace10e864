internal import Decoding
internal import Recordings
internal import Units

extension DescribedObject {
  /// Reads all remaining keys of the object as scalars, in the order of their names.
  ///
  /// - Parameter measures: the measures that the suite declares. Their values need no unit, and are converted to the
  ///   declared unit.
  mutating func scalars(of measures: [OwnMeasure]) throws(DescriptionProblem) -> [Scalar] {
    var scalars: [Scalar] = []
    for name in remainingKeys {
      let measure = measures.first { $0.name == name }
      if hasNumber(at: name) {
        scalars.append(try plainScalar(name, of: measure, among: measures))
      } else if var entry = try object(name) {
        scalars.append(try entry.scalar(harmless(name), of: measure))
        try entry.finish()
      }
    }
    return scalars
  }

  /// Reads a scalar that is a plain number, whose unit the suite declares.
  private mutating func plainScalar(
    _ name: String, of measure: OwnMeasure?, among measures: [OwnMeasure]
  ) throws(DescriptionProblem) -> Scalar {
    guard let measure else {
      let names = measures.map(\.name)
      throw .undeclaredMeasure(
        path: place(of: shortened(name)), nearest: name.nearest(among: names),
        declared: names)
    }
    guard let value = try number(name) else { throw .missingKey(path: place(of: name)) }
    return Scalar(
      name: measure.name, value: value, unit: measure.unit, lowerIsBetter: measure.lowerIsBetter)
  }

  /// Reads a scalar that is an object with a value, a unit and a direction.
  private mutating func scalar(
    _ name: String, of measure: OwnMeasure?
  ) throws(DescriptionProblem) -> Scalar {
    guard let value = try number("value") else {
      throw .missingKey(path: place(of: "value"))
    }
    let unit = try text("unit").map { Unit(named: $0) }
    let lowerIsBetter = try direction()
    guard let measure else {
      return Scalar(
        name: name, value: value, unit: unit ?? .count, lowerIsBetter: lowerIsBetter)
    }
    if let lowerIsBetter, lowerIsBetter != measure.lowerIsBetter {
      throw .wrongValue(
        path: place(of: "better"), found: lowerIsBetter ? "\"lower\"" : "\"higher\"",
        wanted: "the value of “better” that suite.json declares for this measure, or no value")
    }
    guard let kept = Quantity(value, unit ?? measure.unit).converted(to: measure.unit) else {
      throw .wrongValue(
        path: place(of: "unit"), found: "\"\(unit?.id ?? "")\"",
        wanted: "\"\(measure.unit.id)\", which suite.json declares for this measure")
    }
    return Scalar(
      name: name, value: kept.value, unit: measure.unit, lowerIsBetter: measure.lowerIsBetter)
  }
}
