internal import Foundation

/// A decoded JSON value.
public enum JSON: Equatable, Sendable, Decodable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// Any number.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSON])
  /// Values by name.
  case object([String: JSON])

  /// Decodes a complete document.
  public init(text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  /// Decodes any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([JSON].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// The member of an object; `nil` if there is no such member, or the value is not an object.
  public subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The elements of an array; empty for other values.
  public var items: [JSON] {
    if case .array(let items) = self { items } else { [] }
  }

  /// The members of an object, sorted by name; empty for other values.
  public var members: [(name: String, value: JSON)] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The text of a string; `nil` for other values.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a number; `nil` for other values.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}
