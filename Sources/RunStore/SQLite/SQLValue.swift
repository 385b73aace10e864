/// One value in a row of an SQLite table: null, integer, number, text or bytes.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// An integer.
  case integer(Int64)
  /// A binary64 number; never NaN.
  case real(Double)
  /// A string.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
  init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  init(_ number: Double?) { self = number.map(SQLValue.real) ?? .null }
  init(_ flag: Bool?) { self = flag.map { .integer($0 ? 1 : 0) } ?? .null }
  init(_ bytes: [UInt8]?) { self = bytes.map(SQLValue.blob) ?? .null }
}
