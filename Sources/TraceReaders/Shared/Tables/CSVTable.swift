internal import Decoding
internal import Recordings

/// A kind of CSV table of a format: its header, and how its rows become runs.
///
///     CSVTable.frames(
///       dialect: "1", header: { $0.header(with: "frame", "ms") },
///       columns: [TableColumn("ms", .frameTime(.milliseconds))])
///
/// A format with plain tables only declares the columns. Shared code reads the rows, records their problems and creates
/// the runs.
struct CSVTable: Sendable {
  /// Finds the header of a CSV table; `nil` if the beginning of a trace has no such table.
  typealias Header = @Sendable (TraceHead) -> CSVHeader?

  /// The dialect or version of the trace format that has this CSV table.
  let dialect: String
  let header: Header
  /// Reads the rows below the header of the CSV table into runs.
  let read:
    @Sendable (CSVHeader, inout TraceSource, Recording.Origin) throws(TraceError) -> [TraceRun]

  /// Declares a CSV table in which each row is a frame, with a time, a frame time, or both.
  static func frames(
    dialect: String, header: @escaping Header, columns: [TableColumn]
  ) -> CSVTable {
    CSVTable(dialect: dialect, header: header) { (header, source, origin) throws(TraceError) in
      var rows = TableRows(below: header, columns: columns, of: &source)
      return [try rows.frames(in: &source, origin)]
    }
  }

  /// Declares a CSV table in which each row has samples of sensors at a time, and no frame.
  /// - Parameters:
  ///   - columns: the columns of a header; with a `process` column, each process becomes a run, and the process with
  ///     the most samples comes first.
  ///   - reason: the reason why the run has no frames, as a clause.
  ///   - startsAtZero: whether the times of a run are moved so that the first sample is at 0.
  ///   - describe: a function that adds metadata to the whole run.
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
  /// Declares a trace format whose files are CSV tables.
  ///
  /// A trace is read as the first of these tables whose header matches.
  ///
  /// - Parameters:
  ///   - tables: the CSV tables, one per dialect.
  ///   - missing: the columns that are missing in a trace that nearly has this format.
  init(
    id: String, title: String, summary: String, supports: String, checkedAgainst: String,
    tables: [CSVTable], missing: @escaping @Sendable (TraceHead) -> [String] = { _ in [] }
  ) {
    self.init(
      id: id, title: title, summary: summary, dialects: tables.map(\.dialect), supports: supports,
      checkedAgainst: checkedAgainst,
      recognize: { head in
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
