public import Foundation

/// A JSON schema with the keywords that the project's schemas use: `type`, `const`, `enum`, `required`, `properties`,
/// `additionalProperties`, `items`, `minimum`, `maximum`, and `$ref` to `$defs`.
public struct JSONSchema {
  private let root: JSON

  /// Keywords that do not restrict a value.
  private static let remarks: Set = ["$schema", "$id", "$defs", "title", "description"]

  /// Reads the schema from a file.
  public init(contentsOf url: URL) throws {
    root = try JSON(text: try String(contentsOf: url, encoding: .utf8))
  }

  /// Validates a document.
  ///
  /// - Returns: a description of each violation, with its path in the document; empty if the document is valid.
  public func complaints(about document: JSON) -> [String] {
    complaints(about: document, at: "$", by: root)
  }

  private func complaints(about value: JSON, at place: String, by schema: JSON) -> [String] {
    schema.members.flatMap { keyword, rule -> [String] in
      switch keyword {
      case "$ref":
        return complaints(about: value, at: place, by: definition(rule))
      case "anyOf":
        let any = rule.items.map { complaints(about: value, at: place, by: $0) }
        return any.contains([]) ? [] : any.flatMap(\.self)
      case "required":
        // If the value is not an object, "type" reports it.
        guard value.isOf(type: "object") else { return [] }
        let missing = rule.items.compactMap(\.text).filter { value[$0] == nil }
        return missing.map { "\(place): \($0) is missing" }
      case "properties", "additionalProperties", "items":
        return complaints(aboutPartsOf: value, at: place, by: keyword, within: schema)
      default:
        let holds = Self.remarks.contains(keyword) || fits(value, keyword, rule)
        return holds ? [] : ["\(place): \(keyword) is violated"]
      }
    }
  }

  /// Whether a value satisfies one keyword; `false` for unknown keywords.
  private func fits(_ value: JSON, _ keyword: String, _ rule: JSON) -> Bool {
    switch keyword {
    case "type": ([rule] + rule.items).contains { value.isOf(type: $0.text ?? "") }
    case "const": value == rule
    case "enum": rule.items.contains(value)
    case "minItems", "maxItems":
      !value.isOf(type: "array")
        || (keyword == "minItems"
          ? Double(value.items.count) >= rule.number ?? .infinity
          : Double(value.items.count) <= rule.number ?? -.infinity)
    case "minimum": (value.number ?? .infinity) >= rule.number ?? .infinity
    case "maximum": (value.number ?? -.infinity) <= rule.number ?? -.infinity
    default: false
    }
  }

  private func complaints(
    aboutPartsOf value: JSON, at place: String, by keyword: String, within schema: JSON
  ) -> [String] {
    let rule = schema[keyword] ?? .null
    if keyword == "items" {
      return value.items.enumerated().flatMap { index, item in
        complaints(about: item, at: "\(place)[\(index)]", by: rule)
      }
    }
    return value.members.flatMap { name, member in
      let known = schema["properties"]?[name]
      guard let part = keyword == "properties" ? known : known == nil ? rule : nil else {
        return [String]()
      }
      if part == .boolean(false) { return ["\(place): \(name) is unexpected"] }
      return complaints(about: member, at: "\(place).\(name)", by: part)
    }
  }

  /// The target of a reference.
  ///
  /// If it does not exist, the result is a schema that no value satisfies.
  private func definition(_ reference: JSON) -> JSON {
    let name = reference.text?.split(separator: "/").last.map(String.init) ?? ""
    return root["$defs"]?[name] ?? .object(["unresolved": reference])
  }
}

extension JSON {
  fileprivate func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .boolean: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number.rounded() == number
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
