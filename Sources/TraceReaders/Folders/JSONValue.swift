internal import Recordings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A value of a small JSON file, such as `run.json`; traces in JSON are streamed instead.
enum JSONValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads JSON with comments and trailing commas (JSON5).
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: what it says.
  /// - Throws: `malformed` with the place, or `notJSON` where there is no telling.
  static func parse(_ bytes: [UInt8]) throws(DescriptionProblem) -> JSONValue {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      return try decoder.decode(JSONValue.self, from: Data(bytes))
    } catch {
      guard let fault = firstFault(inJSON: bytes) else {
        throw .notJSON(reason: "it holds something that JSON does not know")
      }
      throw .malformed(
        at: TextPlace(at: fault.offset, in: bytes), found: fault.found, wanted: fault.wanted)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// A string, number or truth value as text; `nil` for anything else.
  ///
  /// Whole numbers have no point.
  var plainText: String? {
    switch self {
    case .string(let text): harmless(text)
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Int64(exactly: value).map(String.init) ?? "\(value)"
    case .null, .array, .object: nil
    }
  }

  /// The value as messages show it.
  var shown: String {
    switch self {
    case .null: "null"
    case .array(let values): "a list of \(values.count)"
    case .object: "an object"
    case .string(let text): "\"\(shortened(text))\""
    case .bool, .number: plainText ?? ""
    }
  }
}
