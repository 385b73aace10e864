internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The CPU time by thread: of one side, or before and after a change.
struct ThreadTables {
  struct Side {
    let name: String
    let profile: ThreadProfile
  }

  private let sides: [Side]
  private let anchor: String

  /// Prepares the tables of at least one side.
  ///
  /// If there are two, the second is compared with the first.
  init(_ sides: [Side], anchor: String) {
    self.sides = sides
    self.anchor = anchor
  }

  private static let most = 12

  /// The main thread and the others, if a main thread is known; then the threads by name.
  var tables: [Table] { [split, byName].compactMap(\.self) }

  // MARK: - Suites

  /// The section of a suite's report: a heading, tables and charts; empty if no run has CPU times
  /// of threads.
  static func blocks(of suite: SuiteSummary, drawsCharts: Bool) -> [Block] {
    let pairs = pairs(of: suite)
    let blocks = pairs.flatMap { sides -> [Block] in
      let id = pairs.count == 1 ? "" : sides.map(\.name).joined(separator: " ")
      let tables = ThreadTables(sides, anchor: id).tables.map(Block.table)
      let chart = drawsCharts ? chart(of: sides, anchor: id) : nil
      return tables + (chart.map { [.chart($0)] } ?? [])
    }
    guard !blocks.isEmpty else { return [] }
    return [.heading(.section, "CPU time by thread", anchor: "threads")] + blocks
  }

  /// The worst case and the end result.
  ///
  /// Without them, each stage with its baseline, or alone.
  private static func pairs(of suite: SuiteSummary) -> [[Side]] {
    func side(_ stage: StageSummary?) -> Side? {
      stage.flatMap { stage in stage.threads.map { Side(name: stage.stage.id, profile: $0) } }
    }
    if let worst = side(suite.worst), let end = side(suite.endResult) { return [[worst, end]] }
    let pairs = suite.stages.compactMap { stage in
      side(suite.baseline(of: stage)).flatMap { before in side(stage).map { [before, $0] } }
    }
    return pairs.isEmpty ? suite.stages.compactMap { side($0).map { [$0] } } : pairs
  }

  private static func chart(of sides: [Side], anchor: String) -> Chart? {
    guard sides.count == 2 else { return nil }
    let (before, after) = (sides[0].profile, sides[1].profile)
    let names = after.entries.map(\.name)
    let all = names + before.entries.map(\.name).filter { !names.contains($0) }
    return ThreadShareChart(
      of: all.map { name in
        ThreadShareChart.Share(
          thread: name, before: before.share(of: name), after: after.share(of: name))
      }, before: sides[0].name, after: sides[1].name, anchor: Anchor("chart threads \(anchor)")
    ).chart
  }

  /// The threads of a run one by one from its description; `nil` if no two share a name, because
  /// then the other tables contain them.
  static func list(of run: RunSummary, in stage: String) -> Table? {
    guard let list = run.description.threads,
      Set(list.threads.map(\.name)).count < list.threads.count
    else { return nil }
    return Table(
      anchor: Anchor("table threads \(stage) \(run.name)"),
      caption: "CPU time of each thread of \(stage), run \(run.name)", corner: "Thread",
      columns: [
        Table.Column("Id", .leading, id: "id"),
        Table.Column("CPU time", id: "time", unit: .seconds),
        Table.Column("Share", id: "share"),
      ],
      rows: list.threads.map { thread in
        Table.Row(
          thread.name,
          cells: [
            thread.id.map { .text($0) } ?? .empty,
            cell(thread.time.map { Double($0) / 1e9 }, .seconds, .decimals(3), or: unknown),
            cell(thread.share, .fraction, .decimals(1), or: unknown),
          ])
      }, remarks: list.isReported ? ["All values: \(MetricValue.Basis.reported.note ?? "")."] : [])
  }

  private static let unknown = "the trace does not contain it"

  // MARK: - Runs

  /// The sections of an analysis, one per run with CPU times of threads.
  static func blocks(of runs: [RunSummary]) -> [Block] {
    runs.flatMap { run -> [Block] in
      guard let profile = run.threads else { return [] }
      let title = runs.count == 1 ? "CPU time by thread" : "CPU time by thread of \(run.name)"
      let name = runs.count == 1 ? "" : run.name
      return [.heading(.section, title, anchor: Anchor("threads \(name)"))]
        + ThreadTables([Side(name: "CPU time", profile: profile)], anchor: name).tables
        .map(Block.table)
    }
  }

  // MARK: - The main thread and the others

  private var split: Table? {
    guard sides.allSatisfy({ $0.profile.main != nil }) else { return nil }
    return Table(
      anchor: Anchor("table main thread \(anchor)"),
      caption: "CPU time of the main thread and of all other threads",
      corner: "Threads", columns: columns,
      rows: [
        row("Main thread", sides.map(\.profile.main), isMain: true),
        row("All others", sides.map(\.profile.others)),
        row("All threads", sides.map { $0.profile.all }, isWhole: true),
      ], remarks: remarks)
  }

  // MARK: - By name

  private var byName: Table {
    var names: [String] = []
    for entry in sides.reversed().flatMap(\.profile.entries) where !names.contains(entry.name) {
      names.append(entry.name)
    }
    let shown = names.prefix(Self.most)
    var rows = shown.map { name in
      row(title(of: name), sides.map { $0.profile.entry(name) })
    }
    let left = Set(names.dropFirst(Self.most))
    if !left.isEmpty {
      rows.append(row("\(left.count) more", sides.map { $0.profile.sum(of: left) }))
    }
    if sides.contains(where: { !$0.profile.isComplete }) {
      rows.append(row("Not listed", sides.map(\.profile.unlisted)))
    }
    return Table(
      anchor: Anchor("table threads \(anchor)"), caption: "CPU time by thread", corner: "Thread",
      columns: columns, rows: rows, remarks: remarks)
  }

  /// The name, with the number of threads that have it.
  private func title(of name: String) -> String {
    let most = sides.compactMap { $0.profile.entry(name)?.count }.max() ?? 1
    return most > 1 ? "\(name) (\(most) threads)" : name
  }

  // MARK: - Columns and cells

  private var columns: [Table.Column] {
    sides.flatMap { side in
      [
        Table.Column(side.name, id: "\(side.name) time", unit: .seconds),
        Table.Column("\(side.name), share", id: "\(side.name) share"),
      ]
    } + (sides.count == 2 ? [Table.Column("Change of CPU share", id: "change")] : [])
  }

  private func row(
    _ title: String, _ entries: [ThreadProfile.Entry?], isMain: Bool = false, isWhole: Bool = false
  ) -> Table.Row {
    let cells = zip(sides, entries).flatMap { side, entry -> [Cell] in
      guard let entry else { return [absent(from: side), absent(from: side)] }
      return [
        Self.cell(entry.time, .seconds, .decimals(3), or: "the thread's CPU time is unknown"),
        Self.cell(
          entry.share, .fraction, .decimals(1), or: "the thread's share of the CPU time is unknown"),
      ]
    }
    guard sides.count == 2 else { return Table.Row(title, cells: cells) }
    return Table.Row(
      title, cells: cells + (isWhole ? [] : [change(entries.map { $0?.share }, isMain: isMain)]))
  }

  private func absent(from side: Side) -> Cell {
    side.profile.isComplete
      ? .missing("none of these threads used CPU time") : .missing("not listed")
  }

  private static func cell(
    _ value: Double?, _ unit: Unit, _ printing: Printing, or reason: String
  ) -> Cell {
    value.map { .quantity(Quantity($0, unit), printing) } ?? .missing(reason)
  }

  /// The difference in percentage points.
  ///
  /// Less is better only for the main thread.
  private func change(_ shares: [Double?], isMain: Bool) -> Cell {
    guard let before = shares[0], let after = shares[1] else {
      return .missing("the share of the CPU time is unknown on one side")
    }
    let change = after - before
    let emphasis: Cell.Emphasis = change < 0 ? .better : .worse
    return .quantity(
      Quantity(change, .fraction), Printing(decimals: 1, showsPlus: true),
      emphasis: isMain && change.magnitude > 0.02 ? emphasis : .plain)
  }

  private var remarks: [String] {
    let bases = Set(sides.map(\.profile.basis))
    let words = bases.sorted().compactMap(\.note).map { note in
      bases.count == 1 ? "All values: \(note)." : "Some values: \(note)."
    }
    let share = "Share: the thread's part of the CPU time of all threads."
    let change = "Change of CPU share: the difference of both shares, in percentage points."
    return words + [sides.count == 2 ? "\(share) \(change)" : share]
  }
}

extension ThreadProfile {
  fileprivate func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }
  fileprivate func share(of name: String) -> Double? { entry(name)?.share }

  /// All threads together.
  fileprivate var all: Entry {
    Entry(name: "all", isMain: false, count: entries.count, time: total, share: 1)
  }

  /// Some threads together; `nil` if none of them exists.
  fileprivate func sum(of names: Set<String>) -> Entry? {
    let own = entries.filter { names.contains($0.name) }
    guard !own.isEmpty else { return nil }
    func sum(_ values: [Double?]) -> Double? {
      values.contains(nil) ? nil : values.compactMap(\.self).reduce(0, +)
    }
    return Entry(
      name: "more", isMain: false, count: own.count, time: sum(own.map(\.time)),
      share: sum(own.map(\.share)))
  }
}

/// The CPU time by thread before and after a change.
struct ThreadShareChart {
  /// A thread's share of the CPU time on both sides; `nil` if it was not sampled.
  struct Share: Equatable {
    let thread: String
    let before: Double?
    let after: Double?
  }

  private let before: String
  private let after: String
  private let shares: [Share]
  private let left: Int
  private let anchor: Anchor

  private static let most = 12

  /// Prepares the chart.
  ///
  /// It shows the threads with the largest shares. `before` and `after` are the names of the sides.
  init(
    of shares: [Share], before: String, after: String, anchor: Anchor = "chart-threads"
  ) {
    self.anchor = anchor
    self.before = before
    self.after = after
    let sorted = shares.filter { $0.before != nil || $0.after != nil }.sorted { left, right in
      (-left.largest, left.thread) < (-right.largest, right.thread)
    }
    self.shares = Array(sorted.prefix(Self.most))
    left = sorted.count - self.shares.count
  }

  /// `nil` if no thread was sampled.
  var chart: Chart? {
    guard !shares.isEmpty else { return nil }
    return Chart(
      anchor: anchor, title: "Share of CPU time by thread, \(before) and \(after)",
      description: description,
      x: Chart.Axis("Share of CPU time", unit: .fraction, domain: 0...end),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", scale: .categories(shares.map(\.thread))),
          marks: [
            side(\.before, Chart.Symbol(.circle, isHollow: true), .series(0), before),
            side(\.after, Chart.Symbol(.diamond), .series(1), after), joins,
          ])
      ], values: values,
      remarks: left == 0
        ? [] : ["Only the \(shares.count) busiest of \(shares.count + left) threads are shown."])
  }

  /// The next tenth above the largest share.
  private var end: Double {
    let largest = shares.map(\.largest).max() ?? 0
    return max(0.1, (largest * 10).rounded(.up) / 10)
  }

  private func side(
    _ value: (Share) -> Double?, _ symbol: Chart.Symbol, _ ink: Chart.Ink, _ name: String
  ) -> Chart.Mark {
    let points = shares.enumerated().compactMap { row, share in
      value(share).map {
        Chart.Point($0, Double(row), note: "\(share.thread), \(name): \(Self.text($0))")
      }
    }
    return Chart.Mark(.dots(points, symbol), ink: ink, name: name)
  }

  private var joins: Chart.Mark {
    let lines = shares.enumerated().compactMap { row, share -> [Chart.Point]? in
      guard let before = share.before, let after = share.after else { return nil }
      return [Chart.Point(before, Double(row)), Chart.Point(after, Double(row))]
    }
    return Chart.Mark(.line(lines), ink: .quiet)
  }

  private static func text(_ share: Double) -> String {
    Quantity(share, .fraction).text(decimals: 1)
  }

  private var description: String {
    shares.map { share in
      let sides = [share.before, share.after].map { $0.map(Self.text) ?? "not sampled" }
      return "\(share.thread): \(sides[0]), then \(sides[1])."
    }.joined(separator: " ")
  }

  private var values: Table {
    Table(
      anchor: Anchor("\(anchor.name) values"), caption: "Share of CPU time by thread",
      corner: "Thread",
      columns: [Table.Column(before, id: "before"), Table.Column(after, id: "after")],
      rows: shares.map { share in
        Table.Row(
          share.thread,
          cells: [share.before, share.after].map { value in
            value.map { .quantity(Quantity($0, .fraction)) } ?? .missing("not sampled")
          })
      })
  }
}

extension ThreadShareChart.Share {
  fileprivate var largest: Double { max(before ?? 0, after ?? 0) }
}
