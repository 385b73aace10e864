internal import ClickHouse

/// A column of a table in a cluster, made from a column of the SQLite store.
struct ClusterColumn: Sendable, Equatable {
  /// The type of the values.
  enum Kind: Sendable {
    case integer, unsigned, byte, real, text, blob
  }

  let name: String
  let kind: Kind
  /// Whether values may be missing.
  var isOptional = false
  /// Whether a value is a list, with an element for each row that belongs to the run.
  var isList = false
  /// The type with its codec, if the table needs one that only newer versions of ClickHouse know; `nil` for `type`.
  var codedType: String?

  /// The name in SQL; names of lists contain a point.
  var quoted: String { "`\(name)`" }

  /// The type in ClickHouse.
  var type: String {
    let plain =
      switch kind {
      case .integer: "Int64"
      case .unsigned: "UInt64"
      case .byte: "UInt8"
      case .real: "Float64"
      case .text, .blob: "String"
      }
    let element = isOptional ? "Nullable(\(plain))" : plain
    return isList ? "Array(\(element))" : element
  }

  /// The column in a statement that creates its table.
  var definition: String { "\(quoted) \(codedType ?? type)" }

  /// Appends one value or one element of a list.
  func write(_ value: SQLValue, to rows: inout RowWriter) {
    if isOptional {
      rows.addMark(isMissing: value == .null)
      if value == .null { return }
    }
    switch (kind, value) {
    case (.integer, .integer(let number)): rows.add(number)
    case (.unsigned, .integer(let number)): rows.add(UInt64(bitPattern: number))
    case (.byte, .integer(let number)): rows.add(UInt8(truncatingIfNeeded: number))
    case (.real, .real(let number)): rows.add(number)
    case (.text, .text(let text)): rows.add(text)
    case (.blob, .blob(let bytes)): rows.add(bytes)
    default: writeDefault(to: &rows)
    }
  }

  /// Appends the value of a row that marks a removed run, which has no other values.
  func writeDefault(to rows: inout RowWriter) {
    if isList { return rows.addCount(0) }
    if isOptional { return rows.addMark(isMissing: true) }
    switch kind {
    case .integer: rows.add(Int64(0))
    case .unsigned: rows.add(UInt64(0))
    case .byte: rows.add(UInt8(0))
    case .real: rows.add(0.0)
    case .text, .blob: rows.addCount(0)
    }
  }

  /// Reads one value or one element of a list.
  func read(_ reader: inout RowReader) throws(RowReader.Fault) -> SQLValue {
    if isOptional, try reader.isMissing() { return .null }
    switch kind {
    case .integer: return .integer(try reader.integer())
    case .unsigned: return .integer(Int64(bitPattern: try reader.unsigned()))
    case .byte: return .integer(Int64(try reader.byte()))
    case .real: return .real(try reader.real())
    case .text: return .text(try reader.text())
    case .blob: return .blob(try reader.blob())
    }
  }
}
