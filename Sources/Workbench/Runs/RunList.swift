internal import Analysis
package import Documents
internal import Recordings
internal import Reports
package import RunStore
internal import Units

/// Builds the outputs of `hitchmark runs`: a list of stored runs, or the description of one run.
package enum RunList {
  package static func document(of runs: [ListedRun]) -> Document {
    let table = Table(
      anchor: "runs", caption: counted(runs.count, "run"), corner: "Run",
      columns: [
        Table.Column("Suite", .leading), Table.Column("Stage", .leading),
        Table.Column("Name", .leading), Table.Column("Format", .leading),
        Table.Column("Frames"), Table.Column("Duration", unit: .seconds),
        Table.Column("Commit", .leading),
      ],
      rows: Table.Rows(count: runs.count) { row(of: runs[$0]) })
    return Document(schema: "hitchmark.runs/1", title: "Runs", blocks: [.table(table)])
  }

  private static func row(of run: ListedRun) -> Table.Row {
    Table.Row(
      String(run.id.number),
      cells: [
        .text(run.suite ?? ""), .text(run.stage ?? ""), .text(run.name), .text(run.format),
        frames(of: run), duration(of: run), .text(run.commit.map(\.shortCommit) ?? ""),
      ])
  }

  private static func frames(of run: ListedRun) -> Cell {
    switch run.frames {
    case .known(let count): .quantity(Quantity(Double(count), .count), .decimals(0))
    case .withheld(let reason): .missing(reason)
    }
  }

  private static func duration(of run: ListedRun) -> Cell {
    run.duration.map { .quantity(Quantity($0.seconds, .seconds)) } ?? .empty
  }

  // MARK: - One run

  /// All that `hitchmark runs show` prints about one stored run.
  package struct Details {
    let record: RunRecord
    let metrics: [StoredMetric]
    let issues: [ImportIssue]

    package init(of record: RunRecord, in store: RunStore) throws {
      self.record = record
      (metrics, issues) = (try store.metrics(of: record.id), try store.recording(of: record).issues)
    }
  }

  package static func details(of runs: [Details]) -> Document {
    Document(schema: "hitchmark.run/1", title: "Runs", blocks: runs.flatMap(blocks))
  }

  private static func blocks(of run: Details) -> [Block] {
    let number = run.record.id.number
    var blocks: [Block] = [
      .heading(.section, "Run \(number)", anchor: Anchor("run \(number)")),
      .list(run.record.facts.map { [.strong("\($0):"), .text(" " + $1)] }),
    ]
    if !run.issues.isEmpty {
      blocks.append(
        .heading(
          .subsection, "Issues in the files of run \(number)", anchor: Anchor("issues \(number)")))
      blocks.append(.list(run.issues.map { [.text($0.sentence)] }))
    }
    if !run.metrics.isEmpty { blocks.append(.table(values(run.metrics, of: run.record))) }
    return blocks
  }

  private static func values(_ metrics: [StoredMetric], of record: RunRecord) -> Table {
    Table(
      anchor: Anchor("values \(record.id.number)"), caption: "Stored metric values",
      corner: "Metric", columns: [Table.Column("Value"), Table.Column("Unit", .leading)],
      rows: metrics.map { kept in
        let metric = Metric.named(kept.metric, amongThoseOf: record.description.knownMeasures)
        let unit = metric?.unit ?? .count
        let cell: Cell =
          switch kept.value {
          case .known(let value):
            .quantity(Quantity(value, unit), metric?.printing ?? .decimals(3))
          case .withheld(let reason): .missing(reason)
          }
        let isInCell = unit == .fraction || metric?.isScaled ?? false
        return Table.Row(kept.metric, cells: [cell, .text(isInCell ? "" : unit.symbol)])
      })
  }
}
