internal import Decoding
internal import Recordings
internal import Units

extension HistoryFormat {
  /// CSV tables as Apache Otava (formerly Hunter) reads them: one row per measurement.
  static let otavaCSV = HistoryFormat(
    id: "otava-csv",
    title: "Otava CSV",
    summary: "a table with a row per measurement: time, commit or version, and metrics",
    mapping: [
      Mapping(
        "suite",
        "`--suite`, by default “otava-csv”"),
      Mapping("stage", "the name of the file without its extension"),
      Mapping(
        "metrics",
        """
        the columns of numbers, or those of `--columns`. The unit in the name (`load_ms`, `load_bytes`, `load \
        (fps)`) determines whether less or more is better; without a unit neither is
        """),
      Mapping(
        "commit",
        """
        the column `commit`, `hash`, `sha` or `revision`, or that of `--commit-column`; otherwise `version`, \
        `build` or `release`. A table with neither needs a column of times, each of which then serves as a commit
        """),
      Mapping(
        "date",
        "the column `time`, `timestamp` or `date`, or that of `--time-column`"),
      Mapping("branch", "the column `branch`"),
      Mapping(
        "labels",
        "other columns of text"),
      Mapping(
        "missing",
        "a cell that is empty or says so, such as NaN or null"),
    ],
    recognize: { content in
      guard let table = content.table else { return false }
      return TableColumns.hasOrder(table.names)
    },
    read: { (content, context) throws(HistoryError) in
      guard let table = content.table else { return ("", HistoryBuilder()) }
      let columns = try TableColumns(of: table, context)
      return ("", columns.points(of: table, stage: stage(of: context.path)))
    })

  private static func stage(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let plain = name.withoutCompression[...]
    let stem = plain.lastIndex(of: ".").map { plain[..<$0] } ?? plain
    return stem.isEmpty || name == "-" ? "table" : harmless(String(stem))
  }
}

/// The roles of a table's columns: time, commit, branch, metrics and labels.
private struct TableColumns {
  private struct Metric {
    let column: Int
    let measure: Measure
  }

  private var time: Int?
  private var commit: Int?
  private var branch: Int?
  private var metrics: [Metric] = []
  private var labels: [Int] = []

  private static let times = [
    "time", "timestamp", "date", "datetime", "commit_date", "commit_time",
  ]
  private static let commits = [
    "commit", "commit_id", "commit_hash", "hash", "sha", "revision", "rev",
  ]
  private static let versions = ["version", "build", "release"]

  static func hasOrder(_ names: [String]) -> Bool {
    names.contains { (times + commits + versions).contains($0.lowercased()) }
  }

  init(of table: DelimitedTable, _ context: HistoryContext) throws(HistoryError) {
    let options = context.options
    let place = HistoryPlace(path: context.path, line: table.line)
    func column(_ asked: String?, _ usual: [String]) throws(HistoryError) -> Int? {
      if let asked { return try Self.column(asked, of: table, context.path) }
      return usual.lazy.compactMap { name in
        table.names.firstIndex { $0.lowercased() == name }
      }.first
    }
    time = try column(options.timeColumn, Self.times)
    commit = try column(options.commitColumn, Self.commits + Self.versions)
    branch = try column(nil, ["branch"])
    guard time != nil || commit != nil else { throw .noOrder(place, columns: table.names) }
    let taken = [time, commit, branch].compactMap { $0 }
    let free = table.names.indices.filter { !taken.contains($0) && !table.names[$0].isEmpty }
    let wanted =
      options.columns.isEmpty
      ? free.filter { Self.holdsNumbers(table, $0) }
      : try Self.columns(options.columns, of: table, context.path)
    _ = try Self.columns(
      (options.lessIsBetter.union(options.moreIsBetter)).sorted(), of: table, context.path)
    guard !wanted.isEmpty else { throw .noMetrics(place, columns: table.names) }
    metrics = wanted.map {
      Metric(column: $0, measure: Measure(column: table.names[$0]))
    }
    labels = free.filter { !wanted.contains($0) && !Self.holdsNumbers(table, $0) }
  }

  private static func columns(
    _ names: [String], of table: DelimitedTable, _ path: String
  ) throws(HistoryError) -> [Int] {
    var columns: [Int] = []
    for name in names { columns.append(try column(name, of: table, path)) }
    return columns
  }

  private static func column(
    _ name: String, of table: DelimitedTable, _ path: String
  ) throws(HistoryError) -> Int {
    guard let column = table.names.firstIndex(of: name) else {
      throw .noColumn(
        path: path, name: name, nearest: name.nearest(among: table.names),
        known: table.names)
    }
    return column
  }

  /// Whether a column of the table contains numbers: at least one cell is not empty, and all such cells are numbers.
  private static func holdsNumbers(_ table: DelimitedTable, _ column: Int) -> Bool {
    let cells = table.rows.lazy.map { $0.cells[column] }.filter { !isMissing($0) }
    return !cells.isEmpty && cells.allSatisfy { Double($0) != nil }
  }

  private static func isMissing(_ cell: String) -> Bool {
    ["", "na", "n/a", "nan", "null", "none", "-"].contains(cell.lowercased())
  }

  // MARK: - Rows

  func points(of table: DelimitedTable, stage: String) -> HistoryBuilder {
    var builder = HistoryBuilder()
    for line in table.misshapen { builder.omit(.misshapenRow, line: line) }
    for row in table.rows {
      guard let commit = commit(of: row, &builder) else {
        builder.omit(.noCommit, line: row.line)
        continue
      }
      add(row, of: commit, table.names, stage: stage, to: &builder)
    }
    return builder
  }

  private func commit(
    of row: DelimitedTable.Row, _ builder: inout HistoryBuilder
  ) -> HistoryCommit? {
    let written = time.map { row.cells[$0] } ?? ""
    let date = written.isEmpty ? nil : Instant(written)
    if date == nil, !written.isEmpty {
      builder.omit(.unreadableTime, line: row.line, found: shortened(written))
    }
    let named = self.commit.map { harmless(row.cells[$0]) } ?? ""
    guard let id = named.isEmpty ? date?.text : named else { return nil }
    var commit = HistoryCommit(id)
    commit.date = date
    commit.branch = branch.map { harmless(row.cells[$0]) }.flatMap { $0.isEmpty ? nil : $0 }
    return commit
  }

  private func add(
    _ row: DelimitedTable.Row, of commit: HistoryCommit, _ names: [String], stage: String,
    to builder: inout HistoryBuilder
  ) {
    var description = RunDescription()
    description.commit = commit.id
    description.date = commit.date?.text
    for label in labels where !row.cells[label].isEmpty {
      description.labels[names[label]] = harmless(row.cells[label])
    }
    var missing: [String: String] = [:]
    for metric in metrics {
      let cell = row.cells[metric.column]
      if let number = Double(cell), number.isFinite {
        description.scalars.append(metric.measure.scalar(number))
      } else if Self.isMissing(cell) {
        missing[metric.measure.name] = "the table has no value of the metric for this commit"
      } else {
        builder.omit(.noNumber, line: row.line, found: shortened(cell))
      }
    }
    guard !description.scalars.isEmpty || !missing.isEmpty else { return }
    builder.add(
      HistoryPoint(
        stage: stage, name: String(commit.id.prefix(20)), commit: commit,
        description: description, missing: missing))
  }
}
