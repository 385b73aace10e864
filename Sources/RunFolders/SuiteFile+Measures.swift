internal import Decoding
internal import Recordings
internal import Units

extension SuiteFile {
  /// Reads the measures that the suite declares, in the order of their names.
  static func measures(
    _ file: inout DescribedObject
  ) throws(DescriptionProblem) -> [OwnMeasure] {
    guard var object = try file.object("measures") else { return [] }
    var measures: [OwnMeasure] = []
    for (name, entry) in try object.remainingObjects() {
      var entry = entry
      let unit = Unit(named: try entry.requiredText("unit"))
      let title = try entry.text("title")
      let lowerIsBetter = try entry.direction()
      let digits = try entry.number("digits", wanted: "a whole number from 0 to 6") {
        (0...6).contains($0) && $0 == $0.rounded()
      }
      let budget = try budget(&entry, in: unit)
      try entry.finish()
      measures.append(
        OwnMeasure(
          name: name, title: title, unit: unit, lowerIsBetter: lowerIsBetter,
          digits: digits.map { Int($0) }, budget: budget))
    }
    return measures
  }

  private static func budget(
    _ entry: inout DescribedObject, in unit: Unit
  ) throws(DescriptionProblem) -> OwnMeasure.Budget? {
    guard let text = try entry.text("budget") else { return nil }
    let isTime = Quantity(1, .milliseconds).converted(to: unit) != nil
    if text == "refresh", isTime { return .refresh }
    do throws(QuantityTextError) {
      return .value(try Quantity(text, in: unit).value)
    } catch {
      let value = "a value with its unit, such as \"16 \(unit.symbol)\""
      throw .wrongValue(
        path: entry.place(of: "budget"), found: "\"\(shortened(text))\"",
        wanted: isTime ? "\"refresh\", or \(value)" : value)
    }
  }

  /// Reads the quantity that the suite varies from stage to stage, from `sweep`; `nil` if the key is missing.
  static func sweep(
    _ file: inout DescribedObject
  ) throws(DescriptionProblem) -> SuiteDescription.Sweep? {
    guard var object = try file.object("sweep") else { return nil }
    let sweep = SuiteDescription.Sweep(
      title: try object.requiredText("title"), unit: try object.text("unit"))
    try object.finish()
    return sweep
  }
}

extension DescribedObject {
  /// Reads the direction of a measure from `better`: whether lower is better; `nil` if the key is missing.
  mutating func direction() throws(DescriptionProblem) -> Bool? {
    switch try text("better") {
    case nil: return nil
    case "lower": return true
    case "higher": return false
    case .some(let word):
      throw .wrongValue(
        path: place(of: "better"), found: "\"\(shortened(word))\"",
        wanted: "\"lower\" or \"higher\"")
    }
  }
}

extension Unit {
  /// The unit whose name the user wrote in a description.
  init(named name: String) {
    let known: [Unit] = [.count, .fraction, .framesPerSecond]
    self = known.first { $0.id == name.lowercased() } ?? Unit(id: name)
  }
}
