internal import Decoding
internal import Recordings

/// A kind of CSV table that a format has: its header, and how its rows become runs.
///
///     CSVTable.frames(
///       dialect: "1", header: { $0.header(with: "frame", "ms") },
///       columns: [TableColumn("ms", .frameTime(.milliseconds))])
///
/// A plain table declares its columns. Shared code reads the rows, notes what is wrong with them, and makes the runs.
struct CSVTable: Sendable {
  /// Finds the table's header; `nil` if the beginning of a trace has no such table.
  typealias Header = @Sendable (TraceHead) -> CSVHeader?

  /// The dialect or version of the format.
  let dialect: String
  let header: Header
  /// Reads the rows below the header.
  let read:
    @Sendable (CSVHeader, inout TraceSource, Recording.Origin) throws(TraceError) -> [TraceRun]

  /// A table in which each row is a frame, with a time, a frame time, or both.
  static func frames(
    dialect: String, header: @escaping Header, columns: [TableColumn]
  ) -> CSVTable {
    CSVTable(dialect: dialect, header: header) { (header, source, origin) throws(TraceError) in
      var rows = TableRows(below: header, columns: columns, of: &source)
      return [try rows.frames(in: &source, origin)]
    }
  }

  /// A table in which each row has samples of sensors at a time, and no frame.
  ///
  /// - Parameters:
  ///   - dialect: the dialect or version of the format.
  ///   - header: finds the table's header.
  ///   - columns: of a header; with a `process` column, each process is a run, the one with most samples first.
  ///   - reason: why there are no frames, in a clause.
  ///   - startsAtZero: whether the first sample of a run is moved to time 0.
  ///   - describe: adds what the run shows as a whole.
  /// - Returns: the table.
  static func samples(
    dialect: String, header: @escaping Header,
    columns: @escaping @Sendable (CSVHeader) -> [TableColumn], because reason: String,
    startsAtZero: Bool, describe: @escaping @Sendable (inout Recording, inout IssueLog) -> Void
  ) -> CSVTable {
    CSVTable(dialect: dialect, header: header) { (header, source, origin) throws(TraceError) in
      var rows = TableRows(below: header, columns: columns(header), of: &source)
      return try rows.samples(
        in: &source, origin, because: reason, startsAtZero: startsAtZero, describe: describe)
    }
  }
}

extension TraceFormat {
  /// Declares a format of CSV tables, of which the first that fits is read.
  ///
  /// - Parameters:
  ///   - id: see the properties, as for the parameters that are not described here.
  ///   - tables: one for each dialect.
  ///   - missing: columns that a trace lacks that is nearly of the format.
  init(
    id: String, title: String, summary: String, supports: String, checkedAgainst: String,
    tables: [CSVTable], missing: @escaping @Sendable (TraceHead) -> [String] = { _ in [] }
  ) {
    self.init(
      id: id, title: title, summary: summary, dialects: tables.map(\.dialect), supports: supports,
      checkedAgainst: checkedAgainst,
      recognise: { head in
        let table = tables.first { $0.header(head) != nil }
        return table.map { .yes(dialect: $0.dialect) } ?? .no(missing: missing(head))
      },
      read: { (source, head, dialect) throws(TraceError) in
        guard let table = tables.first(where: { $0.dialect == dialect }),
          let header = table.header(head)
        else { return [] }
        let origin = Recording.Origin(source: source.name, format: id, dialect: dialect)
        return try table.read(header, &source, origin)
      })
  }
}
