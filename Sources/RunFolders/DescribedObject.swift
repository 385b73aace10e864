internal import Decoding
internal import Recordings
internal import Units

/// An object of a JSON file whose known keys are read one by one, so that unknown keys can be found.
///
/// `finish` throws if a key is left. Such a key has no meaning, and is most likely a spelling mistake.
///
///     var file = try DescribedObject(bytes)
///     let title = try file.text("title")
///     try file.finish()
struct DescribedObject {
  private let path: String
  private var rest: [String: JSONNode] = [:]
  private var taken: [String] = []

  /// Parses a JSON file that contains one object; comments and trailing commas are allowed (`JSONDialect.relaxed`).
  ///
  /// - Throws: if the text is not JSON or not an object.
  init(_ bytes: [UInt8]) throws(DescriptionProblem) {
    let root: JSONNode
    do throws(JSONTreeFault) {
      root = try JSONTreeReader.read(bytes, dialect: .relaxed, limit: Self.mostValues)
    } catch {
      switch error {
      case .malformed(let place, let found, let wanted):
        throw .malformed(at: place, found: found, wanted: wanted)
      case .tooManyValues(let place, let limit):
        throw .malformed(
          at: place, found: "too many JSON values", wanted: "at most \(limit)")
      }
    }
    try self.init(root, path: "")
  }

  /// The maximum number of values in a JSON file, which take about 64 MiB.
  private static let mostValues = 1_000_000

  /// Creates the reader of a JSON object.
  ///
  /// - Parameter path: its place in the file; empty for the whole file.
  /// - Throws: if the value is not an object, or two members have the same name.
  init(_ node: JSONNode, path: String) throws(DescriptionProblem) {
    guard let members = node.members else {
      throw .wrongValue(path: path, found: node.shown, wanted: "an object")
    }
    self.path = path
    for member in members where rest.updateValue(member.value, forKey: member.key) != nil {
      throw .wrongValue(
        path: place(of: shortened(member.key)), found: "given twice", wanted: "one value")
    }
  }

  /// The place of the object's key in the file, such as `stages[2].title`.
  func place(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Reads a string of the object; `nil` if the key is missing.
  mutating func text(_ key: String) throws(DescriptionProblem) -> String? {
    try take(key, wanted: "a string") { value in
      if case .string(let text) = value.value { harmless(text, limit: 10_000) } else { nil }
    }
  }

  /// Reads a required string of the object; throws if the key is missing or the string is empty.
  mutating func requiredText(_ key: String) throws(DescriptionProblem) -> String {
    if let text = try text(key), !text.isEmpty { return text }
    // The key is most likely misspelled.
    if let slip = rest.keys.sorted().first(where: { $0.nearest(among: [key]) != nil }) {
      throw .unknownKey(path: place(of: shortened(slip)), nearest: key)
    }
    throw .missingKey(path: place(of: key))
  }

  /// Reads a number of the object that must meet a condition; `nil` if the key is missing.
  ///
  /// - Parameter wanted: the condition in words, such as `a number above 0`.
  mutating func number(
    _ key: String, wanted: String = "a number", where condition: (Double) -> Bool = { _ in true }
  ) throws(DescriptionProblem) -> Double? {
    try take(key, wanted: wanted) { value in
      guard case .number(let number) = value.value, number.isFinite, condition(number) else {
        return nil
      }
      return number
    }
  }

  /// Reads a boolean of the object; `nil` if the key is missing.
  mutating func flag(_ key: String) throws(DescriptionProblem) -> Bool? {
    try take(key, wanted: "true or false") { value in
      if case .bool(let flag) = value.value { flag } else { nil }
    }
  }

  /// Reads an object within the object; `nil` if the key is missing.
  mutating func object(_ key: String) throws(DescriptionProblem) -> DescribedObject? {
    let value = try take(key, wanted: "an object") { $0 }
    guard let value else { return nil }
    return try DescribedObject(value, path: place(of: key))
  }

  /// Reads a list of objects within the object; empty if the key is missing.
  mutating func objects(_ key: String) throws(DescriptionProblem) -> [DescribedObject] {
    let values = try list(key)
    var objects: [DescribedObject] = []
    for (index, value) in values.enumerated() {
      objects.append(try DescribedObject(value, path: "\(place(of: key))[\(index)]"))
    }
    return objects
  }

  /// Reads a list of strings of the object; empty if the key is missing.
  mutating func texts(_ key: String) throws(DescriptionProblem) -> [String] {
    let values = try list(key)
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value.value else {
        let place = "\(place(of: key))[\(index)]"
        throw .wrongValue(path: place, found: value.shown, wanted: "a string")
      }
      texts.append(harmless(text))
    }
    return texts
  }

  /// Reads all remaining keys of the object as text.
  mutating func remainingTexts() throws(DescriptionProblem) -> [String: String] {
    var texts: [String: String] = [:]
    for key in rest.keys.sorted() {
      texts[harmless(key)] = try take(key, wanted: "a string, number or boolean", as: \.label)
    }
    return texts
  }

  /// Reads all remaining keys of the object as numbers.
  mutating func remainingNumbers() throws(DescriptionProblem) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for key in rest.keys.sorted() { numbers[harmless(key)] = try number(key) }
    return numbers
  }

  /// The keys of the object that were not read yet, sorted.
  var remainingKeys: [String] { rest.keys.sorted() }

  func hasNumber(at key: String) -> Bool {
    if case .number? = rest[key]?.value { true } else { false }
  }

  /// Reads all remaining keys of the object as objects, in the order of their names.
  mutating func remainingObjects() throws(DescriptionProblem) -> [(String, DescribedObject)] {
    var objects: [(String, DescribedObject)] = []
    for key in rest.keys.sorted() {
      if let object = try object(key) { objects.append((harmless(key), object)) }
    }
    return objects
  }

  /// Checks that all keys of the object were read; throws if a key is left, because the key is unknown.
  func finish() throws(DescriptionProblem) {
    guard let key = rest.keys.min() else { return }
    let nearest = key.nearest(among: taken)
    throw .unknownKey(path: place(of: shortened(key)), nearest: nearest)
  }

  // MARK: -

  private mutating func list(_ key: String) throws(DescriptionProblem) -> [JSONNode] {
    try take(key, wanted: "a list") { value in
      value.elements
    } ?? []
  }

  /// Reads the value of a key and converts it; `nil` if the key is missing.
  ///
  /// `null` counts as missing.
  private mutating func take<Value>(
    _ key: String, wanted: String, as make: (JSONNode) -> Value?
  ) throws(DescriptionProblem) -> Value? {
    taken.append(key)
    guard let value = rest.removeValue(forKey: key), value.value != .null else { return nil }
    guard let made = make(value) else {
      throw .wrongValue(path: place(of: key), found: value.shown, wanted: wanted)
    }
    return made
  }
}

extension JSONNode {
  /// The string, number or boolean as the text of a label; `nil` for other values.
  fileprivate var label: String? {
    switch value {
    case .string(let text): harmless(text)
    case .bool(let value): value ? "true" : "false"
    default: plainText
    }
  }
}

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
