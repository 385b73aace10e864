public import Recordings

/// What makes figures of two devices incomparable.
public struct TrendEnvironment: Sendable, Hashable {
  /// The facts that count, always the same ones in the same order.
  public let facts: [Device.Fact]

  /// What names the environment for good: the facts that are known.
  let key: String

  /// Takes what counts from a device.
  ///
  /// - Parameter device: what a run was measured on.
  public init(_ device: Device) {
    facts = device.hardFacts
    key = facts.compactMap { fact in fact.value.map { "\(fact.name)=\($0)" } }
      .joined(separator: "/")
  }

  /// What tells it from others, in as few words as will do.
  ///
  /// - Parameter others: the environments that it has to be told from.
  /// - Returns: the first facts by which all of them differ; empty when there is no other.
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

  /// What changed on the way to another.
  func differences(to other: TrendEnvironment) -> [TrendDifference] {
    zip(facts, other.facts).filter { $0.value != $1.value }.map {
      TrendDifference(fact: $0.name, before: $0.words, after: $1.words)
    }
  }
}

extension Device.Fact {
  fileprivate var words: String { value ?? "unknown" }
}

/// Something about the runs that is not the same before and after.
public struct TrendDifference: Sendable, Hashable {
  /// What kind of fact it is.
  public let fact: String
  /// What it was.
  public let before: String
  /// What it is now.
  public let after: String
}

/// A change of the environment, at which one series ends and another begins.
public struct TrendBreak: Sendable {
  /// The stage, by suite and id.
  public let title: String
  /// The first commit measured in the new environment, by its position in the history.
  public let commit: Int
  /// What changed, at least one fact.
  public let differences: [TrendDifference]
}
