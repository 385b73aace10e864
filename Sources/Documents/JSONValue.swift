/// A JSON value, such as an object or a number, that can be serialized to JSON text.
///
/// Objects preserve the order of their members.
///
///     let value: JSONValue = ["fps": 53.4, "reason": nil]
///     value.text(.compact)  // {"fps":53.4,"reason":null}
///
/// Doubles that are not finite are written as `null`. For a missing number, use `.null` and add its
/// reason.
public enum JSONValue: Sendable, Equatable {
  /// Null.
  case null
  /// True or false.
  case bool(Bool)
  /// An integer.
  case integer(Int)
  /// A number, written as the shortest decimal that parses to the same `Double`.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An array whose elements are created while it is written, for very long arrays.
  case list(Elements)
  /// An object with unique names, in the order of writing.
  case object([Member])

  /// A member of a JSON object: a name with its value.
  public struct Member: Sendable, Equatable {
    /// The name of the JSON object's member.
    public let name: String

    /// The value of the JSON object's member.
    public let value: JSONValue

    /// Creates a member of a JSON object.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The elements of a long JSON array, each of which is created when it is read, so that the array needs no memory.
  public struct Elements: Sendable, Equatable {
    /// The number of elements in the JSON array.
    public let count: Int
    private let make: @Sendable (Int) -> JSONValue

    /// Creates the elements of a JSON array from a function that returns the value at a position.
    ///
    /// `make` returns the value at a position, always the same one.
    public init(count: Int, _ make: @escaping @Sendable (_ position: Int) -> JSONValue) {
      self.count = count
      self.make = make
    }

    /// The value at a position of the JSON array, from 0.
    public subscript(position: Int) -> JSONValue { make(position) }

    /// Whether two JSON arrays have equal values in the same order; O(n) for n values.
    public static func == (left: Elements, right: Elements) -> Bool {
      left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
  }

  /// The layout of JSON text: on one line or indented.
  public enum Layout: Sendable {
    /// One member or element per line, indented by two spaces; short arrays and objects are on one line if they contain
    /// only plain values or, for objects, arrays of plain values.
    ///
    /// Each element of a `list` is on a line of its own.
    case pretty
    /// All on one line, without spaces.
    case compact
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a JSON string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a JSON number from an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Creates a JSON number from a floating-point number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a JSON Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates the JSON value `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a JSON array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates a JSON object that preserves the order of the dictionary literal.
  ///
  /// Names must be unique.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
