/// The declaration of one table: its columns, and how a record has their values.
///
///     static let table = RecordTable<Device>(
///       "device",
///       [RecordColumn("name", \.name, fact: "device"), RecordColumn("os", \.os, fact: "os")])
///
///     try connection.insert(device, into: Device.table, ["digest": .text(digest)])
///     Device.table.read(row, into: &device)
///
/// INSERT, SELECT, the facts that `runs show` prints, and the facts that an ingest compares with stored ones come from
/// the declaration. A new column is one line here, next to its migration. Other code reads columns by their names.
struct RecordTable<Record: Sendable>: Sendable {
  let name: String
  let columns: [RecordColumn<Record>]

  init(_ name: String, _ columns: [RecordColumn<Record>]) {
    self.name = name
    self.columns = columns
  }

  /// The columns for a SELECT, each with the name of the table.
  var selected: String { columns.map { "\(name).\($0.name)" }.joined(separator: ", ") }

  /// Reads the columns of a row that was selected with `selected`.
  ///
  /// Only the first column is found by its name, because the others follow it.
  func read(_ row: Statement, into record: inout Record) {
    guard var place = columns.first.map({ row[$0.name] }) else { return }
    for column in columns {
      column.read(&record, row.value(place))
      place = place.next
    }
  }

  /// The facts of a record for one use.
  func facts(of record: Record, for use: RecordFact.Use) -> [(name: String, value: String)] {
    columns.compactMap { column in
      guard let fact = column.fact, fact.uses.contains(use), let text = column.text(record) else {
        return nil
      }
      return (fact.name, text)
    }
  }
}

/// A fact for users.
struct RecordFact: Sendable {
  enum Use: Sendable, CaseIterable {
    /// In `runs show`.
    case shown
    /// In the message of an ingest whose fact differs from the stored one.
    case compared
  }

  let name: String
  let uses: [Use]
}

/// One column: its name in SQL, and its key path in a record.
struct RecordColumn<Record: Sendable>: Sendable {
  let name: String
  let fact: RecordFact?
  let value: @Sendable (Record) -> SQLValue
  let read: @Sendable (inout Record, SQLValue) -> Void
  /// The value for users; `nil` if there is none.
  let text: @Sendable (Record) -> String?

  /// Declares a column.
  ///
  /// - Parameters:
  ///   - fact: the name for users; `nil` if the column is not shown to users.
  ///   - uses: the places where the fact appears.
  ///   - unit: follows the value in texts.
  ///   - text: replaces the value in texts.
  init<Value: SQLConvertible>(
    _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable, fact: String? = nil,
    _ uses: [RecordFact.Use] = RecordFact.Use.allCases, unit: String = "",
    text: (@Sendable (Record) -> String?)? = nil
  ) {
    self.name = name
    self.fact = fact.map { RecordFact(name: $0, uses: uses) }
    value = { $0[keyPath: path].sqlValue }
    read = { record, value in
      if let value = Value(value) { record[keyPath: path] = value }
    }
    self.text = text ?? { $0[keyPath: path].sqlValue.plainText.map { $0 + unit } }
  }
}

/// A Swift type for columns.
protocol SQLConvertible: SendableMetatype {
  var sqlValue: SQLValue { get }
  /// `nil` if the value has another type, which strict tables exclude.
  init?(_ value: SQLValue)
}

extension String: SQLConvertible {
  var sqlValue: SQLValue { .text(self) }
  init?(_ value: SQLValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Int64: SQLConvertible {
  var sqlValue: SQLValue { .integer(self) }
  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: SQLConvertible {
  var sqlValue: SQLValue { .integer(Int64(self)) }
  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = Int(number)
  }
}

extension Double: SQLConvertible {
  var sqlValue: SQLValue { .real(self) }
  init?(_ value: SQLValue) {
    guard case .real(let number) = value else { return nil }
    self = number
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  var sqlValue: SQLValue { map(\.sqlValue) ?? .null }
  init?(_ value: SQLValue) { self = value == .null ? nil : Wrapped(value) }
}

extension SQLValue {
  /// The value as text; `nil` for `NULL` and for bytes.
  fileprivate var plainText: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    }
  }
}

extension Connection {
  /// Inserts a row; columns are given by name.
  ///
  ///     try connection.insert(into: "label", ["run": .integer(1), "key": .text("os"), "value": .text("iOS")])
  func insert(
    into table: String, orReplace: Bool = false, _ values: KeyValuePairs<String, SQLValue>
  ) throws(StoreError) {
    try insert(into: table, orReplace: orReplace, Array(values))
  }

  /// Inserts a record, with the values of columns that are not declared.
  func insert<Record>(
    _ record: Record, into table: RecordTable<Record>,
    _ others: KeyValuePairs<String, SQLValue> = [:]
  ) throws(StoreError) {
    try insert(
      into: table.name, orReplace: false,
      Array(others) + table.columns.map { ($0.name, $0.value(record)) })
  }

  private func insert(
    into table: String, orReplace: Bool, _ values: [(key: String, value: SQLValue)]
  ) throws(StoreError) {
    let statement = try insertion(into: table, orReplace, of: values.lazy.map(\.key)) {
      let names = values.map(\.key).joined(separator: ", ")
      let marks = values.map { _ in "?" }.joined(separator: ", ")
      return "INSERT \(orReplace ? "OR REPLACE " : "")INTO \(table) (\(names)) VALUES (\(marks))"
    }
    try statement.run(values.map(\.value))
  }
}
