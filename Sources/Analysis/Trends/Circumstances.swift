/// What was known of the runs of a stage in one environment that leaves them comparable and may yet
/// explain a change: the soft facts, commit by commit.
struct Circumstances {
  /// The values of each fact at a commit; several runs may say several.
  private var values: [Int: [String: Set<String>]] = [:]
  /// The facts that were noted last, as most runs say what the one before said.
  private var latest: (facts: [String: String], values: [String: Set<String>]) = ([:], [:])

  mutating func note(_ facts: [String: String], at commit: Int) {
    if facts != latest.facts { latest = (facts, facts.mapValues { [$0] }) }
    guard let known = values[commit] else {
      values[commit] = latest.values
      return
    }
    guard known != latest.values else { return }
    values[commit] = known.merging(latest.values) { $0.union($1) }
  }

  /// The facts that are others after a change than before, by name.
  ///
  /// - Parameter window: the commits that tell.
  /// - Returns: the facts with their values before and after; empty when nothing coincides.
  func differences(in window: CircumstanceWindow) -> [TrendDifference] {
    let before = window.before.map { values[$0] ?? [:] }
    let after = window.after.map { values[$0] ?? [:] }
    // Nothing switches where all commits say the same, as they mostly do.
    guard (before + after).contains(where: { $0 != before.first }) else { return [] }
    let names = Set((before + after).flatMap(\.keys)).sorted()
    return names.compactMap { name in
      FactSwitch(before: before.compactMap { $0[name] }, after: after.compactMap { $0[name] })
        .difference(in: name)
    }
  }
}

/// The commits that tell what was so before and after a change: a few on either side of its range, and
/// of one measured commit beside that.
struct CircumstanceWindow {
  /// The commits before, oldest first, by their positions in the history.
  let before: [Int]
  /// The commits after.
  let after: [Int]

  /// How many commits on either side count.
  private static let reach = 5

  /// Takes the commits around a change.
  ///
  /// - Parameters:
  ///   - range: the points at which the new level may begin.
  ///   - points: of the series.
  init(around range: ClosedRange<Int>, of points: [TrendPoint]) {
    let (first, last) = (max(range.lowerBound - 1, 1), min(range.upperBound + 1, points.count - 1))
    before = points[..<first].suffix(Self.reach).map(\.commit)
    after = points[last...].prefix(Self.reach).map(\.commit)
  }

  /// All of them.
  var commits: [Int] { before + after }

  /// Whether something that is new from a commit on may come with the change.
  func reaches(_ commit: Int) -> Bool {
    (before.last ?? 0) < commit && commit <= (after.first ?? .max)
  }
}

/// Whether a fact is another one after a change, by its values at a few points before and after.
struct FactSwitch {
  /// The values at each point that knows any, oldest first.
  let before: [Set<String>]
  let after: [Set<String>]

  /// The fewest points on either side whose numbers may be told apart.
  private static let leastNumbers = 4

  func difference(in fact: String) -> TrendDifference? {
    guard let old = before.last, let new = after.first, isSteady || isShifted else { return nil }
    return TrendDifference(
      fact: fact, before: old.sorted().joined(separator: " / "),
      after: new.sorted().joined(separator: " / "))
  }

  /// No value is found on both sides, and most are found again on their own: what differs at every
  /// point, such as the number of a build, would coincide with any change.
  private var isSteady: Bool {
    let (old, new) = (before.reduce(into: Set()) { $0.formUnion($1) }, Set(after.joined()))
    return old.isDisjoint(with: new)
      && old.count + new.count <= (before.count + after.count) / 2 + 1
  }

  /// Every number after lies beyond every number before, such as a temperature, and neither side was
  /// on its way there, as a counter is.
  private var isShifted: Bool {
    let (old, new) = (before.compactMap(Self.number), after.compactMap(Self.number))
    guard old.count == before.count, new.count == after.count,
      min(old.count, new.count) >= Self.leastNumbers
    else { return false }
    return Self.jumps(old, new) || Self.jumps(old.map { -$0 }, new.map { -$0 })
  }

  private static func jumps(_ old: [Double], _ new: [Double]) -> Bool {
    func climbs(_ numbers: [Double]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy(<) }
    guard let most = old.max(), let least = new.min(), most < least else { return false }
    return !(climbs(old) && climbs(new))
  }

  /// The middle of the numbers at a point; `nil` when a value is none.
  private static func number(_ values: Set<String>) -> Double? {
    let numbers = values.compactMap(Double.init).filter(\.isFinite).sorted()
    return numbers.count == values.count ? numbers[numbers.count / 2] : nil
  }
}
