internal import Parallel
internal import Recordings

/// Groups the runs of a trend by stage and environment, and builds one series of values per metric.
///
/// The result does not depend on the order of the runs.
public struct TrendGathering: Sendable {
  let history: CommitHistory
  let runs: TrendRuns
  let placed: [PlacedRuns]
  /// The indices of the places with runs: stages in order, environments by their first commit.
  private let order: [Int]
  /// The part of each place's environment that differs within its stage.
  private let names: [Int: String]
  private let replaced: [String?: [Metric]]
  private var drafts: [TrendDraft] = []
  private(set) var omissions: [TrendOmission: Int]

  /// Assigns the runs of a trend to stages and environments; O(n log n) for n runs.
  ///
  /// - Parameters:
  ///   - runs: the runs with their commits and places.
  ///   - history: the commits.
  ///   - replaced: metrics that replace those with the same id in a suite, for example with other
  ///     noise floors.
  public init(
    _ runs: TrendRuns, along history: CommitHistory, replaced: [String?: [Metric]] = [:]
  ) {
    self.runs = runs
    self.replaced = replaced
    self.history = history
    let placing = TrendPlacing(of: runs, along: history)
    placed = placing.placed
    omissions = placing.omissions
    order = placing.order
    let stages = Dictionary(grouping: order) { runs.places[$0].title }.values
    var names: [Int: String] = [:]
    for stage in stages {
      let environments = stage.map { runs.places[$0].environment }
      for place in stage {
        names[place] = runs.places[place].environment.title(among: environments)
      }
    }
    self.names = names
  }

  // MARK: - Values

  /// Adds metrics to the trend: builds their series along the commits, on all processor cores, from one list of values
  /// per metric.
  ///
  /// No series is created for a place whose runs have no entry for the metric, or whose suite the column leaves out.
  /// The series of one place are in the order in which their metrics were added.
  public mutating func add(_ columns: [TrendColumn]) {
    let work = columns.flatMap { column in
      order.filter { column.isAsked(of: runs.places[$0].suite) }.map { (column, $0) }
    }
    let gathering = self
    let drafts = work.mapConcurrently { column, place in gathering.draft(of: column, in: place) }
    for draft in drafts.compactMap(\.self) {
      self.drafts.append(draft)
      omit(.earlierRevision, draft.metric.id, count: draft.stale)
      omit(.otherParameters, draft.metric.id, count: draft.otherParameters)
    }
  }

  private func draft(of column: TrendColumn, in place: Int) -> TrendDraft? {
    let making = TrendPointMaking(of: column, runs: placed[place])
    guard making.isMentioned else { return nil }
    let (suite, id) = (runs.places[place].suite, column.metric.id)
    return TrendDraft(
      of: making, metric: replaced[suite]?.first { $0.id == id } ?? column.metric,
      placeIndex: place,
      in: runs.places[place], named: names[place] ?? "")
  }

  private mutating func omit(_ reason: TrendOmission.Reason, _ subject: String, count: Int) {
    guard count > 0 else { return }
    omissions[TrendOmission(reason: reason, subject: subject), default: 0] += count
  }

  /// The series of the trend, not yet searched for changes, ordered by stage, environment and metric.
  public var series: [TrendDraft] {
    let byPlace = Dictionary(grouping: drafts, by: \.placeIndex)
    return order.flatMap { byPlace[$0] ?? [] }
  }

  // MARK: - Environments

  /// Where one environment of a stage ended before the next began.
  ///
  /// Overlapping environments are not a break.
  var breaks: [TrendBreak] {
    let order = order.filter { runs.places[$0].place.segment == nil }
    return zip(order, order.dropFirst()).compactMap { before, after in
      let (old, new) = (runs.places[before], runs.places[after])
      guard old.title == new.title, let last = placed[before].last,
        let first = placed[after].first, last <= first
      else { return nil }
      return TrendBreak(
        title: new.title, commit: first,
        differences: old.environment.differences(to: new.environment))
    }
  }

  /// The indices of the trend's runs around each change and around the newest points, ascending, because labels of
  /// these runs may explain the change.
  ///
  /// `series` are judged.
  public func runs(beside series: [TrendSeries]) -> [Int] {
    var positions: [Int: Set<Int>] = [:]
    for one in series {
      let ranges =
        (one.judgment.value?.changes ?? []).map(\.range) + [one.tipRange]
        + one.proofs.map(\.range)
      for range in ranges.compactMap(\.self) {
        let window = CircumstanceWindow(around: range, of: one.points)
        positions[one.placeIndex, default: []].formUnion(window.commits)
      }
      if let newest = one.points.last {
        positions[one.placeIndex, default: []].insert(newest.commit)
      }
    }
    return positions.flatMap { place, positions in
      var isWanted = Array(repeating: false, count: history.commits.count)
      for position in positions { isWanted[position] = true }
      let placed = placed[place]
      return placed.commits.filter { isWanted[$0.position] }.flatMap { placed.runs[$0.range] }
    }.sorted()
  }
}

extension TrendColumn {
  fileprivate func isAsked(of suite: String?) -> Bool { suites?.contains(suite) ?? true }
}

/// Finds the place of every run.
private struct TrendPlacing {
  let placed: [PlacedRuns]
  private(set) var omissions: [TrendOmission: Int] = [:]
  private(set) var order: [Int] = []

  init(of runs: TrendRuns, along history: CommitHistory) {
    let positions = runs.commits.map(history.position)
    var homeless = Array(repeating: 0, count: runs.commits.count)
    var entries = Array(repeating: [PlacedRuns.Entry](), count: runs.places.count)
    for place in entries.indices {
      entries[place].reserveCapacity(runs.runs.count / runs.places.count + 1)
    }
    var withoutCommit = 0
    for (index, run) in runs.runs.enumerated() {
      guard let commit = run.commit else {
        withoutCommit += 1
        continue
      }
      guard let position = positions[commit], position >= history.start else {
        homeless[commit] += 1
        continue
      }
      entries[run.place].append(
        PlacedRuns.Entry(
          run: Int32(index), position: Int32(position), session: run.session))
    }
    placed = entries.mapConcurrently(PlacedRuns.init)
    order = order(of: runs.places)
    if withoutCommit > 0 {
      omissions[TrendOmission(reason: .noCommit, subject: "")] = withoutCommit
    }
    for (commit, count) in homeless.enumerated() where count > 0 {
      let isEarlier = positions[commit] != nil
      let subject = positions[commit].map { history.commits[$0] } ?? runs.commits[commit]
      omissions[
        TrendOmission(reason: isEarlier ? .beforeStart : .otherHistory, subject: subject),
        default: 0] += count
    }
  }

  private func order(of places: [TrendRuns.MeasuredPlace]) -> [Int] {
    var ranks: [String: Int] = [:]
    for (index, place) in places.enumerated() where ranks[place.title] == nil {
      ranks[place.title] = index
    }
    let taken = places.indices.compactMap { index in
      placed[index].first.map { first in
        (
          index: index, rank: ranks[places[index].title] ?? 0, first: first,
          key: places[index].environment.key
        )
      }
    }
    return taken.sorted { ($0.rank, $0.first, $0.key) < ($1.rank, $1.first, $1.key) }.map(\.index)
  }
}
