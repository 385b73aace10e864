internal import Decoding
internal import Units

/// An object of a JSON file whose known keys are taken one by one.
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

  /// Parses a whole file, which may contain comments and trailing commas (`JSONDialect.relaxed`).
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
        throw .malformed(at: place, found: "more values than the limit", wanted: "at most \(limit)")
      }
    }
    try self.init(root, path: "")
  }

  /// The maximum number of values per file, which take about 64 MiB.
  private static let mostValues = 1_000_000

  /// Wraps an object.
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

  /// The place of a key, such as `stages[2].title`.
  func place(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Takes a string; `nil` if the key is missing.
  mutating func text(_ key: String) throws(DescriptionProblem) -> String? {
    try take(key, wanted: "a string") { value in
      if case .string(let text) = value.value { harmless(text, limit: 10_000) } else { nil }
    }
  }

  /// Takes a required string.
  mutating func requiredText(_ key: String) throws(DescriptionProblem) -> String {
    if let text = try text(key), !text.isEmpty { return text }
    // The key is most likely misspelled.
    if let slip = rest.keys.sorted().first(where: { $0.nearest(among: [key]) != nil }) {
      throw .unknownKey(path: place(of: shortened(slip)), nearest: key)
    }
    throw .missingKey(path: place(of: key))
  }

  /// Takes a number that meets a condition; `nil` if the key is missing.
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

  /// Takes a boolean; `nil` if the key is missing.
  mutating func flag(_ key: String) throws(DescriptionProblem) -> Bool? {
    try take(key, wanted: "true or false") { value in
      if case .bool(let flag) = value.value { flag } else { nil }
    }
  }

  /// Takes an object; `nil` if the key is missing.
  mutating func object(_ key: String) throws(DescriptionProblem) -> DescribedObject? {
    let value = try take(key, wanted: "an object") { $0 }
    guard let value else { return nil }
    return try DescribedObject(value, path: place(of: key))
  }

  /// Takes a list of objects; empty if the key is missing.
  mutating func objects(_ key: String) throws(DescriptionProblem) -> [DescribedObject] {
    let values = try list(key)
    var objects: [DescribedObject] = []
    for (index, value) in values.enumerated() {
      objects.append(try DescribedObject(value, path: "\(place(of: key))[\(index)]"))
    }
    return objects
  }

  /// Takes a list of strings; empty if the key is missing.
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

  /// Takes all remaining keys as text.
  mutating func remainingTexts() throws(DescriptionProblem) -> [String: String] {
    var texts: [String: String] = [:]
    for key in rest.keys.sorted() {
      texts[harmless(key)] = try take(key, wanted: "a string, number or boolean", as: \.label)
    }
    return texts
  }

  /// Takes all remaining keys as numbers.
  mutating func remainingNumbers() throws(DescriptionProblem) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for key in rest.keys.sorted() { numbers[harmless(key)] = try number(key) }
    return numbers
  }

  /// The keys that were not taken yet, sorted.
  var remainingKeys: [String] { rest.keys.sorted() }

  /// Whether the value of a key is a number.
  func hasNumber(at key: String) -> Bool {
    if case .number? = rest[key]?.value { true } else { false }
  }

  /// Takes all remaining keys as objects, in the order of their names.
  mutating func remainingObjects() throws(DescriptionProblem) -> [(String, DescribedObject)] {
    var objects: [(String, DescribedObject)] = []
    for key in rest.keys.sorted() {
      if let object = try object(key) { objects.append((harmless(key), object)) }
    }
    return objects
  }

  /// Throws if a key is left.
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

  /// Takes and converts a value.
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
  /// A string, number or boolean as the text of a label; `nil` for other values.
  fileprivate var label: String? {
    switch value {
    case .string(let text): harmless(text)
    case .bool(let value): value ? "true" : "false"
    default: plainText
    }
  }
}
