/// A JSON value for writing.
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

  /// A member of an object.
  public struct Member: Sendable, Equatable {
    /// The name.
    public let name: String

    /// The value.
    public let value: JSONValue

    /// Creates a member.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Elements that are created each time they are read.
  public struct Elements: Sendable, Equatable {
    /// The number of elements.
    public let count: Int
    private let make: @Sendable (Int) -> JSONValue

    /// Creates elements.
    ///
    /// `make` returns the value at a position, always the same one.
    public init(count: Int, _ make: @escaping @Sendable (_ position: Int) -> JSONValue) {
      self.count = count
      self.make = make
    }

    /// The value at a position, from 0.
    public subscript(position: Int) -> JSONValue { make(position) }

    /// Compares the values one by one; O(n).
    public static func == (left: Elements, right: Elements) -> Bool {
      left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
  }

  /// The layout of the text.
  public enum Layout: Sendable {
    /// One member or element per line, indented by two spaces; short arrays of plain values on one
    /// line.
    case pretty
    /// All on one line, without spaces.
    case compact
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates null.
  public init(nilLiteral: ()) { self = .null }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object that preserves the order of the literal.
  ///
  /// Names must be unique.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
