public import Recordings

/// The environment in which runs were measured: the properties, such as the device, that must be equal so that runs are
/// comparable.
///
/// Figures of different environments are not comparable.
public struct TrendEnvironment: Sendable, Hashable {
  /// Such as the device, in the same order for every environment.
  public let facts: [Device.Fact]

  /// A permanent name: the known facts.
  let key: String

  public init(_ device: Device) {
    facts = device.hardFacts
    key = facts.compactMap { fact in fact.value.map { "\(fact.name)=\($0)" } }
      .joined(separator: "/")
  }

  /// Hashes the environment by its name, which consists of the known properties, such as the device; equal environments
  /// have equal names.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The first facts in which all of these environments differ, as text; empty if there is only
  /// one.
  func title(among others: [TrendEnvironment]) -> String {
    func kinds(by indices: [Int]) -> Int {
      Set(others.map { other in indices.map { other.facts[$0].value } }).count
    }
    var telling: [Int] = []
    let all = kinds(by: Array(facts.indices))
    for index in facts.indices where kinds(by: telling) < all {
      if kinds(by: telling + [index]) > kinds(by: telling) { telling.append(index) }
    }
    return telling.map { facts[$0].words }.joined(separator: ", ")
  }

  func differences(to other: TrendEnvironment) -> [TrendDifference] {
    zip(facts, other.facts).filter { $0.value != $1.value }.map {
      TrendDifference(fact: $0.name, before: $0.words, after: $1.words)
    }
  }
}

extension Device.Fact {
  fileprivate var words: String { value ?? "unknown" }
}

/// A property of runs, such as the device or a label, that differs before and after a change.
public struct TrendDifference: Sendable, Hashable {
  /// The name of the property that differs before and after a change, such as `system` or a label.
  public let fact: String
  /// The value that the property, such as the device or a label, had before the change; several values are separated by
  /// ` / `.
  public let before: String
  /// The value that the property, such as the device or a label, has after the change; several values are separated by
  /// ` / `.
  public let after: String
}

/// A change of the measuring environment, such as a new device, at which one series of values ends and another begins.
public struct TrendBreak: Sendable {
  public let title: String
  /// The position, in the commit history, of the first commit that was measured in the new environment.
  public let commit: Int
  /// The properties that differ between the old and the new measuring environment, such as the device; at least one.
  public let differences: [TrendDifference]
}

/// The soft facts of the runs of a stage in one environment, per commit: properties that may
/// explain a change although they leave the runs comparable.
struct Circumstances {
  /// The values of each fact at a commit.
  ///
  /// Several runs may have several values.
  private var values: [Int: [String: Set<String>]] = [:]
  /// The facts of the previous run, because most runs have equal ones.
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

  /// The facts that differ before and after a change, by name, with their values; empty if none
  /// does.
  func differences(in window: CircumstanceWindow) -> [TrendDifference] {
    let before = window.before.map { values[$0] ?? [:] }
    let after = window.after.map { values[$0] ?? [:] }
    // Nothing differs if all commits have equal values, as most do.
    guard (before + after).contains(where: { $0 != before.first }) else { return [] }
    let names = Set((before + after).flatMap(\.keys)).sorted()
    return names.compactMap { name in
      FactSwitch(before: before.compactMap { $0[name] }, after: after.compactMap { $0[name] })
        .difference(in: name)
    }
  }
}

/// The commits that show the facts before and after a change: a few on either side of its range,
/// extended by one measured commit.
struct CircumstanceWindow {
  /// The commits before, oldest first, as positions in the history.
  let before: [Int]
  /// The commits after.
  let after: [Int]

  /// The number of commits on either side.
  private static let reach = 5

  /// Takes the commits around a change.
  ///
  /// - Parameters:
  ///   - range: the points at which the new level may begin.
  ///   - points: the points of the series.
  init(around range: ClosedRange<Int>, of points: [TrendPoint]) {
    let (first, last) = (max(range.lowerBound - 1, 1), min(range.upperBound + 1, points.count - 1))
    before = points[..<first].suffix(Self.reach).map(\.commit)
    after = points[last...].prefix(Self.reach).map(\.commit)
  }

  var commits: [Int] { before + after }

  /// Whether something new from a commit on may coincide with the change.
  func reaches(_ commit: Int) -> Bool {
    (before.last ?? 0) < commit && commit <= (after.first ?? .max)
  }
}

/// Whether a fact differs after a change, judged by its values at a few points before and after.
struct FactSwitch {
  /// The values at each point that has any, oldest first.
  let before: [Set<String>]
  let after: [Set<String>]

  /// The smallest number of points on either side for comparing numbers.
  private static let leastNumbers = 4

  func difference(in fact: String) -> TrendDifference? {
    guard let old = before.last, let new = after.first, isSteady || isShifted else { return nil }
    return TrendDifference(
      fact: fact, before: old.sorted().joined(separator: " / "),
      after: new.sorted().joined(separator: " / "))
  }

  /// Whether no value appears on both sides, and most appear repeatedly on one.
  ///
  /// A fact that differs at every point, such as a build number, would coincide with any change.
  private var isSteady: Bool {
    let (old, new) = (before.reduce(into: Set()) { $0.formUnion($1) }, Set(after.joined()))
    return old.isDisjoint(with: new)
      && old.count + new.count <= (before.count + after.count) / 2 + 1
  }

  /// Whether every number after is beyond every number before, as of a temperature, without a trend
  /// on either side, as of a counter.
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

  /// The median of the numbers at a point; `nil` if a value is not a number.
  private static func number(_ values: Set<String>) -> Double? {
    let numbers = values.compactMap(Double.init).filter(\.isFinite).sorted()
    return numbers.count == values.count ? numbers[numbers.count / 2] : nil
  }
}
