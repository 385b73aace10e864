/// A JSON value whose objects keep the order of their members.
///
/// For writing only. Doubles that are not finite have no form in JSON and are written as `null`; a
/// missing number should be `.null` beside its reason in the first place.
public enum JSONValue: Sendable, Equatable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number, written with all its digits.
  case integer(Int)
  /// A number, written as the shortest decimal that reads back to the same `Double`.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in a row.
  case array([JSONValue])
  /// Arrays and objects in a row, which are made when they are written, and not kept: for very many of them.
  case list(Elements)
  /// Named values, in the order of writing; names must differ.
  case object([Member])

  /// A named value of an object.
  public struct Member: Sendable, Equatable {
    /// The name.
    public let name: String

    /// The value.
    public let value: JSONValue

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - value: the value.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Values that are made each time that they are asked for.
  public struct Elements: Sendable, Equatable {
    /// How many there are.
    public let count: Int
    private let make: @Sendable (Int) -> JSONValue

    /// Creates elements.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - make: makes the value of a position; always the same one.
    public init(count: Int, _ make: @escaping @Sendable (_ position: Int) -> JSONValue) {
      self.count = count
      self.make = make
    }

    /// The value of a position, from 0.
    public subscript(position: Int) -> JSONValue { make(position) }

    /// Whether the values are equal, one by one; O(n).
    public static func == (left: Elements, right: Elements) -> Bool {
      left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
  }

  /// How the text is laid out.
  public enum Layout: Sendable {
    /// A member or element a line, indented by two spaces; short lists of plain values stay on one.
    case pretty
    /// All on one line, without spaces.
    case compact
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates text.
  ///
  /// - Parameter value: the text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a whole number.
  ///
  /// - Parameter value: the number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Creates a number.
  ///
  /// - Parameter value: the number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates true or false.
  ///
  /// - Parameter value: which.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates nothing.
  ///
  /// - Parameter nilLiteral: nothing.
  public init(nilLiteral: ()) { self = .null }

  /// Creates an array.
  ///
  /// - Parameter elements: in order.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object that keeps the order of the literal.
  ///
  /// - Parameter elements: names, which must differ, and values.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
